//! Connections: so many and no more, each with time enough to speak and none to waste.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use punto_access::counted;
use punto_config::{RequestLimits, Waits};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Sleep, sleep};
use tower::ServiceExt;

use crate::socket::Socket;
use crate::tls::Tls;

/// Who is at the other end of the connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// How long the other end may take to read anything at all.
const STALLED: Duration = Duration::from_secs(30);
/// The longest head, in bytes, and the most headers.
const LONGEST_HEAD: usize = 32 << 10;
const MOST_HEADERS: usize = 64;

/// Raises how many files this process may have open to the most that the machine gives: a connection is one, and the
/// usual 1,024 are fewer than a house has terminals.
pub fn raise_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current == maximum {
        return;
    }
    match setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        Ok(()) => tracing::info!(before = ?current, now = ?maximum, "more files may be open"),
        Err(error) => tracing::warn!(%error, now = ?current, "no more files may be open"),
    }
}

/// Serves until it is told to stop, then lets requests that are being answered finish.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: RequestLimits,
    waits: Waits,
    tls: Option<Arc<Tls>>,
    mut stop: watch::Receiver<bool>,
) {
    let door = Door::new(limits);
    let mut open = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            biased;
            () = told(&mut stop) => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => match door.enter(peer.ip()) {
                Ok(place) => {
                    let line = accepted_line(stream, place);
                    open.spawn(connection(line, peer, tls.clone(), router.clone(), waits.head, stop.clone()));
                }
                Err(why) => metrics::counter!("punto_connections_refused_total", "why" => why).increment(1),
            },
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                // Out of files, most likely: a moment later some will have closed.
                sleep(Duration::from_millis(50)).await;
            }
        }
        while open.try_join_next().is_some() {}
    }
    drop(listener);
    // Also WebSockets, which have left their requests behind and say farewell by themselves.
    if tokio::time::timeout(waits.farewell, door.empty()).await.is_err() {
        tracing::warn!("connections that did not end are cut");
    }
}

fn accepted_line(stream: TcpStream, place: Place) -> Line {
    // Small frames must not wait for company; a socket that cannot do this works nevertheless.
    let _ = stream.set_nodelay(true);
    Line::new(Socket::Tcp(stream), place)
}

async fn connection(
    line: Line,
    peer: SocketAddr,
    tls: Option<Arc<Tls>>,
    router: Router,
    head: Duration,
    mut stop: watch::Receiver<bool>,
) {
    let line = match tls {
        None => line,
        Some(tls) => match tls.unseal(line, head).await {
            Some(line) => line,
            None => {
                metrics::counter!("punto_connections_refused_total", "why" => "no TLS").increment(1);
                return;
            }
        },
    };
    let service = router.into_service::<axum::body::Body>().map_request(move |request: Request<Incoming>| {
        let mut request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(Peer(peer));
        request
    });
    let io = TokioIo::new(line);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_headers(MOST_HEADERS)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(io, TowerToHyperService::new(service))
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = told(&mut stop) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke");
    }
}

/// Ends when the server is told to stop, or is gone.
async fn told(stop: &mut watch::Receiver<bool>) {
    // What is borrowed from the channel is let go before anything else is waited for.
    let _ = stop.wait_for(|stop| *stop).await.map(|stop| *stop);
}

/// Counts connections, all and by address.
struct Door {
    limits: RequestLimits,
    inside: Arc<Inside>,
}

#[derive(Default)]
struct Inside {
    by_address: Mutex<HashMap<IpAddr, usize>>,
    all: watch::Sender<usize>,
}

impl Door {
    fn new(limits: RequestLimits) -> Door {
        Door { limits, inside: Arc::default() }
    }

    /// A place for one more connection from this address.
    fn enter(&self, address: IpAddr) -> Result<Place, &'static str> {
        let address = counted(address);
        let mut by_address = self.inside.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if *self.inside.all.borrow() >= self.limits.connections {
            return Err("full");
        }
        let here = by_address.entry(address).or_default();
        if *here >= self.limits.connections_per_address {
            return Err("too many from one address");
        }
        *here += 1;
        self.inside.all.send_modify(|all| *all += 1);
        metrics::gauge!("punto_connections").increment(1.0);
        Ok(Place { _kept: Arc::new(Kept { address, inside: self.inside.clone() }) })
    }

    /// Ends when everybody has gone.
    async fn empty(&self) {
        // The sender is held here, so the channel is open.
        let _ = self.inside.all.subscribe().wait_for(|all| *all == 0).await.map(|all| *all);
    }
}

/// A connection's place, free again when the connection is gone with all that works for it.
#[derive(Clone)]
pub struct Place {
    _kept: Arc<Kept>,
}

struct Kept {
    address: IpAddr,
    inside: Arc<Inside>,
}

impl Drop for Kept {
    fn drop(&mut self) {
        let mut by_address = self.inside.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(here) = by_address.get_mut(&self.address) {
            *here -= 1;
            if *here == 0 {
                by_address.remove(&self.address);
            }
        }
        self.inside.all.send_modify(|all| *all -= 1);
        metrics::gauge!("punto_connections").decrement(1.0);
    }
}

/// A connection that keeps its place as long as it is open, and breaks when nobody reads what is sent.
pub struct Line {
    stream: Socket,
    stalled: Option<Pin<Box<Sleep>>>,
    place: Place,
}

impl Line {
    pub(crate) fn new(stream: Socket, place: Place) -> Line {
        Line { stream, stalled: None, place }
    }

    pub(crate) fn place(&self) -> Place {
        self.place.clone()
    }

    /// The stream itself, for whoever paces what they write on their own, and the place that it keeps.
    pub fn into_parts(self) -> (Socket, Place) {
        (self.stream, self.place)
    }

    /// Passes a write on; one that waits for too long is an error.
    fn paced<T>(&mut self, context: &mut Context<'_>, write: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if write.is_ready() {
            self.stalled = None;
            return write;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(STALLED)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "nobody reads what is sent")))
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let write = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.paced(context, write)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let write = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.paced(context, write)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_it_is_left() {
        let limits = RequestLimits {
            connections: 3,
            connections_per_address: 2,
            sign_ins_per_minute: 1,
            guests: 0,
            patron_commands_per_second: 1,
            staff_commands_per_second: 1,
            reads_per_second: 1,
            reads_per_second_per_address: 1,
            sockets_per_person: 1,
            streams_per_person: 1,
        };
        let door = Door::new(limits);
        let address = |last: u8| IpAddr::from([192, 0, 2, last]);
        let one = door.enter(address(1)).unwrap();
        let _two = door.enter(address(1)).unwrap();
        assert_eq!(door.enter(address(1)).err(), Some("too many from one address"));
        let _three = door.enter(address(2)).unwrap();
        assert_eq!(door.enter(address(3)).err(), Some("full"));
        drop(one);
        assert!(door.enter(address(1)).is_ok());
        assert_eq!(*door.inside.all.borrow(), 2);
    }
}
