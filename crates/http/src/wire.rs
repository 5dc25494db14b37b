//! One viewer's line: written to from the fan-out without waiting, with room for one frame and the newest view.
//!
//! A view goes straight from the shared bytes into the socket. What the socket does not take at once waits here, and a
//! newer view takes the place of one that waits: a slow reader costs one view and sees the newest, however far behind.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::{Buf, Bytes};
use punto_wire::Farewell;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

use crate::socket::Socket;

/// How much a client may have us answer before it reads: pongs, answers, the frames it missed.
const MOST_QUEUED: usize = 4 << 20;

/// The writing half of a line, shared between the fan-out and the connection's own task.
pub struct Wire {
    socket: Socket,
    out: Mutex<Out>,
    wake: Notify,
    /// How long a frame may wait to be read before its reader is dropped.
    patience: Duration,
    /// The beat at which the client was last heard of.
    heard: AtomicU64,
}

/// What waits to be written.
#[derive(Default)]
struct Out {
    /// What is left of the frame that is being written.
    writing: Bytes,
    /// Since when.
    since: Option<Instant>,
    /// Whole frames that must all be sent, in order.
    queue: VecDeque<Bytes>,
    queued: usize,
    /// The newest view, if it is not sent yet.
    view: Option<Bytes>,
    /// The newest frame that says what may be done, if it is not sent yet; it follows the view it belongs to.
    offer: Option<Bytes>,
    /// Which view was the last to be taken.
    tick: u64,
    /// The socket takes no more; the connection's task writes on when it does.
    blocked: bool,
    ended: bool,
}

/// Why a line is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The other end does not read.
    Slow,
    /// It is gone.
    Gone,
}

impl Lost {
    /// What the other end is told, if it can be.
    pub fn why(self) -> Option<Farewell> {
        match self {
            Lost::Slow => Some(Farewell::TooSlow),
            Lost::Gone => None,
        }
    }
}

impl Wire {
    /// The writing half of a connection whose reader has this long to take a frame.
    pub fn new(socket: Socket, patience: Duration) -> Arc<Wire> {
        let (out, wake, heard) = (Mutex::default(), Notify::new(), AtomicU64::new(0));
        Arc::new(Wire { socket, out, wake, patience, heard })
    }

    /// Sends a view, or has it wait in place of an older one.
    pub fn view(&self, tick: u64, frame: &Bytes) {
        let mut out = self.lock();
        if out.tick >= tick || out.ended {
            return;
        }
        (out.tick, out.view) = (tick, Some(frame.clone()));
        self.pump(out);
    }

    /// Sends what may be done now, or has it wait in place of what could be done before.
    pub fn offer(&self, frame: Bytes) {
        let mut out = self.lock();
        if !out.ended {
            out.offer = Some(frame);
            self.pump(out);
        }
    }

    /// Sends a heartbeat if the queue is empty; a queued frame is heartbeat enough.
    pub fn beat(&self, frame: &Bytes) {
        let mut out = self.lock();
        if out.idle() && !out.ended {
            out.push(frame.clone());
            self.pump(out);
        }
    }

    /// Sends a frame for certain, behind those that wait already.
    pub fn send(&self, frame: Bytes) {
        let mut out = self.lock();
        if !out.ended {
            out.push(frame);
            self.pump(out);
        }
    }

    /// From now on only views behind this one are wanted.
    pub fn has_seen(&self, tick: u64) {
        self.lock().tick = tick;
    }

    /// Sends the end, and nothing after it; the connection's task sees to the rest.
    pub fn end(&self, bye: Bytes) {
        let mut out = self.lock();
        if out.ended {
            return;
        }
        (out.view, out.offer) = (None, None);
        out.queue.clear();
        out.push(bye);
        out.ended = true;
        self.pump(out);
        self.wake.notify_one();
    }

    /// Whether the line has been ended, so that nothing more is written to it.
    pub fn ended(&self) -> bool {
        self.lock().ended
    }

    /// Ends when the connection's task has something to do for the line: write on, or end.
    pub async fn called(&self) {
        self.wake.notified().await;
    }

    /// Drains the queue; a client that does not read in time is disconnected.
    pub async fn flush(&self) -> Result<(), Lost> {
        loop {
            let since = {
                let mut out = self.lock();
                out.blocked = false;
                match self.write(&mut out) {
                    Written::All => return Ok(()),
                    Written::Broken => return Err(Lost::Gone),
                    Written::Part => out.since,
                }
            };
            let until = since.unwrap_or_else(Instant::now) + self.patience;
            match timeout_at(until, self.socket.writable()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return Err(Lost::Gone),
                Err(_) => return Err(Lost::Slow),
            }
        }
    }

    /// Notes the beat at which the client was heard of.
    pub fn hear(&self, beat: u64) {
        self.heard.store(beat, Ordering::Relaxed);
    }

    /// The beat at which the client was last heard of.
    pub fn heard(&self) -> u64 {
        self.heard.load(Ordering::Relaxed)
    }

    /// Writes what the socket takes now, and calls the connection's task for the rest.
    fn pump(&self, mut out: MutexGuard<'_, Out>) {
        if out.blocked {
            return;
        }
        match self.write(&mut out) {
            Written::All => {}
            Written::Part | Written::Broken => self.wake.notify_one(),
        }
    }

    fn write(&self, out: &mut Out) -> Written {
        while out.next() {
            match self.socket.try_write(&out.writing) {
                Ok(0) => return Written::Broken,
                Ok(taken) => out.writing.advance(taken),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    out.blocked = true;
                    return Written::Part;
                }
                Err(_) => return Written::Broken,
            }
        }
        Written::All
    }

    fn lock(&self) -> MutexGuard<'_, Out> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum Written {
    All,
    Part,
    Broken,
}

impl Out {
    fn idle(&self) -> bool {
        self.writing.is_empty() && self.queue.is_empty() && self.view.is_none() && self.offer.is_none()
    }

    fn push(&mut self, frame: Bytes) {
        self.queued += frame.len();
        self.queue.push_back(frame);
    }

    /// Takes up the next frame if the last is gone; whether there is anything to write.
    fn next(&mut self) -> bool {
        if self.writing.is_empty() {
            let next = match self.queue.pop_front() {
                Some(frame) => {
                    self.queued -= frame.len();
                    Some(frame)
                }
                None => self.view.take().or_else(|| self.offer.take()),
            };
            self.since = next.is_some().then(Instant::now);
            self.writing = next.unwrap_or_default();
        }
        !self.writing.is_empty()
    }
}

/// A line as the protocol's reader sees it. What it answers by itself, pongs and closes, waits with the other frames.
pub struct Line(pub Arc<Wire>);

impl AsyncRead for Line {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.0.socket.poll_read_ready(context))?;
            match self.0.socket.try_read(into.initialize_unfilled()) {
                Ok(read) => {
                    into.advance(read);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for Line {
    /// Takes everything, as what is given are whole frames and nothing may come between the parts of one.
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, frames: &[u8]) -> Poll<io::Result<usize>> {
        let mut out = self.0.lock();
        if out.queued + frames.len() > MOST_QUEUED {
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "nobody reads what is sent")));
        }
        if !out.ended {
            out.push(Bytes::copy_from_slice(frames));
            self.0.pump(out);
        }
        Poll::Ready(Ok(frames.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// Reads on, and forgets what is read, until the other end hangs up.
pub async fn hang_up(line: &mut Line) {
    let mut forgotten = [0; 1024];
    while let Ok(read) = tokio::io::AsyncReadExt::read(line, &mut forgotten).await
        && read > 0
    {}
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use tokio::io::AsyncReadExt;
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    /// Longer than anything here takes, on the slowest machine.
    const LONG: Duration = Duration::from_secs(600);

    async fn line(patience: Duration) -> (Arc<Wire>, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (client, accepted) =
            tokio::join!(TcpStream::connect(listener.local_addr().unwrap()), listener.accept());
        let wire = Wire::new(Socket::Tcp(accepted.unwrap().0), patience);
        wire.socket.writable().await.unwrap();
        (wire, client.unwrap())
    }

    #[tokio::test]
    async fn a_slow_reader_gets_what_was_begun_and_then_the_newest() {
        let (wire, mut client) = line(LONG).await;
        let view = |tick: u64| Bytes::from(vec![tick as u8; 4 << 20]);
        for tick in 1..=9 {
            wire.view(tick, &view(tick));
        }
        assert!(wire.lock().view.as_ref().is_some_and(|newest| newest[0] == 9), "only the newest waits");
        let (flushed, read) = tokio::join!(wire.flush(), async {
            let mut read = vec![0; 8 << 20];
            client.read_exact(&mut read).await.unwrap();
            read
        });
        assert_eq!(flushed, Ok(()));
        assert_eq!((read[0], read[(4 << 20) - 1], read[4 << 20]), (1, 1, 9));
        wire.view(9, &view(8));
        assert!(wire.lock().idle(), "a view that was taken is not taken again");
    }

    #[tokio::test]
    async fn what_may_be_done_follows_its_view_and_only_the_newest_waits() {
        let (wire, mut client) = line(LONG).await;
        let frame = |byte: u8| Bytes::from(vec![byte; 4 << 20]);
        wire.view(1, &frame(1));
        wire.offer(frame(2));
        wire.offer(frame(3));
        wire.view(2, &frame(4));
        let (flushed, read) = tokio::join!(wire.flush(), async {
            let mut read = vec![0; 12 << 20];
            client.read_exact(&mut read).await.unwrap();
            read
        });
        assert_eq!(flushed, Ok(()));
        assert_eq!((read[0], read[4 << 20], read[8 << 20]), (1, 4, 3));
    }

    #[tokio::test]
    async fn who_reads_nothing_is_lost_when_patience_ends() {
        let (wire, _client) = line(Duration::from_millis(1)).await;
        wire.view(1, &Bytes::from(vec![1; 64 << 20]));
        assert_eq!(wire.flush().await, Err(Lost::Slow));
    }

    #[tokio::test]
    async fn who_reads_late_is_waited_for_while_there_is_patience() {
        let (wire, mut client) = line(LONG).await;
        let size = 64 << 20;
        wire.view(1, &Bytes::from(vec![1; size]));
        let flushing = tokio::spawn(async move { wire.flush().await });
        tokio::task::yield_now().await;
        assert!(!flushing.is_finished(), "it waits for the reader");
        let mut read = vec![0; size];
        client.read_exact(&mut read).await.unwrap();
        assert_eq!(flushing.await.unwrap(), Ok(()));
    }

    #[tokio::test]
    async fn nothing_comes_after_the_end() {
        let (wire, mut client) = line(LONG).await;
        wire.end(Bytes::from_static(b"bye"));
        wire.view(7, &Bytes::from_static(b"view"));
        wire.beat(&Bytes::from_static(b"beat"));
        assert!(wire.ended());
        drop(wire);
        let mut read = Vec::new();
        client.read_to_end(&mut read).await.unwrap();
        assert_eq!(read, b"bye");
    }
}
