//! The simulated shoe's wire: connects, proves who it is, carries lines, and connects again when it is cut off.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use punto_scanner::{Framer, FromHouse, FromShoe, Proof, ShoeRun, StrictLine, TokenDigest, VERSION};
use punto_site::DeviceId;

use super::device::{Device, Do, Ended};
use crate::progress::stop;

/// Where the house is, and who this is.
pub(super) struct Wire {
    pub(super) address: String,
    pub(super) device: DeviceId,
    pub(super) secret: TokenDigest,
    pub(super) patience: Option<Duration>,
}

/// Shown every line, with who said it.
type Show<'a> = &'a mut dyn FnMut(&str) -> io::Result<()>;

/// How often it says that it is still there.
const BEAT: Duration = Duration::from_secs(4);
/// How often it looks whether it is to stop.
const GLANCE: Duration = Duration::from_millis(200);
/// How long a house that does not answer is waited for.
const ANSWER: Duration = Duration::from_secs(10);
/// How often it tries to get back to a house that is gone.
const TRIES: u32 = 20;

impl Wire {
    /// Plays until the device is done or the house hangs up for good.
    pub(super) fn play(&self, mut device: Device, show: Show<'_>) -> io::Result<(Ended, String)> {
        let run = fresh_run()?;
        let mut tries = 0;
        loop {
            let connected = self.connect(&run, &device, show);
            let ended = match connected {
                Ok(Ok(mut talk)) => {
                    tries = 0;
                    talk.run(&mut device, self.patience, show)
                }
                Ok(Err(hung_up)) => return Ok((Ended::HungUp(hung_up), device.summary())),
                Err(error) => Err(error),
            };
            match ended {
                Ok(Some(ended)) => return Ok((ended, device.summary())),
                Ok(None) => {}
                // The first connection must succeed; later ones are tried again.
                Err(error) if tries + 1 >= TRIES || device.number() == 1 || !is_broken(&error) => {
                    return Err(error);
                }
                Err(error) => show(&format!("# {error}"))?,
            }
            tries += 1;
            std::thread::sleep(GLANCE);
        }
    }

    /// A connection that is let in, or why the house hung up.
    fn connect(&self, run: &ShoeRun, device: &Device, show: Show<'_>) -> io::Result<Result<Talk, String>> {
        let mut talk = Talk::open(&self.address)?;
        let greeting = talk.wait(ANSWER, show)?;
        if let FromHouse::Bye { code, why } = &greeting {
            return Ok(Err(format!("the house hung up: {code}, {}", why.as_str())));
        }
        let hello = FromShoe::Hello {
            version: VERSION,
            device: self.device,
            run: run.clone(),
            next: device.number(),
            shoe: device.shoe(),
            proof: Proof::NONE,
        };
        talk.say(&self.secret.sign(&greeting, hello), show)?;
        match talk.wait(ANSWER, show)? {
            FromHouse::Welcome { .. } => Ok(Ok(talk)),
            FromHouse::Bye { code, why } => Ok(Err(format!("the house hung up: {code}, {}", why.as_str()))),
            other => Err(io::Error::other(format!("the house said `{other}` where a welcome was expected"))),
        }
    }
}

/// A name that no earlier run of this program has used.
fn fresh_run() -> io::Result<ShoeRun> {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let mut number = since.as_millis() as u64 ^ u64::from(std::process::id()) << 32;
    let mut text = String::new();
    for _ in 0..8 {
        text.push(char::from(b"0123456789abcdefghijklmnopqrstuvwxyz"[(number % 36) as usize]));
        number /= 36;
    }
    text.parse().map_err(io::Error::other)
}

fn is_broken(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    matches!(
        error.kind(),
        Kind::ConnectionReset
            | Kind::ConnectionAborted
            | Kind::ConnectionRefused
            | Kind::UnexpectedEof
            | Kind::TimedOut
    )
}

/// One connection.
struct Talk {
    socket: TcpStream,
    framer: Framer,
    said: Instant,
}

impl Talk {
    fn open(address: &str) -> io::Result<Talk> {
        let mut last = io::Error::new(io::ErrorKind::InvalidInput, "names no address");
        for address in address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, ANSWER) {
                Ok(socket) => {
                    socket.set_read_timeout(Some(GLANCE))?;
                    socket.set_write_timeout(Some(ANSWER))?;
                    socket.set_nodelay(true)?;
                    return Ok(Talk { socket, framer: Framer::default(), said: Instant::now() });
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Carries lines between device and house; `None` if the connection is to be made again.
    fn run(
        &mut self,
        device: &mut Device,
        patience: Option<Duration>,
        show: Show<'_>,
    ) -> io::Result<Option<Ended>> {
        let mut next = device.welcomed();
        let mut heard = Instant::now();
        loop {
            match next {
                Do::Say(line) => self.say(&line, show)?,
                Do::SayAndLose(line) => {
                    self.say(&line, show)?;
                    show("# the wire is lost")?;
                    let _ = self.socket.shutdown(Shutdown::Both);
                    return Ok(None);
                }
                Do::Listen => {}
                Do::Reconnect => return Ok(None),
                Do::End(ended) => return Ok(Some(ended)),
            }
            next = match self.hear(show)? {
                Some(line) => {
                    if line != FromHouse::Beat {
                        heard = Instant::now();
                    }
                    device.hears(&line)
                }
                None if stop().load(Ordering::Relaxed) => Do::Say(FromShoe::Bye),
                None if patience.is_some_and(|patience| heard.elapsed() > patience) => {
                    Do::End(Ended::HungUp("nothing has become due for too long".to_owned()))
                }
                None if self.said.elapsed() > BEAT => Do::Say(FromShoe::Beat),
                None => Do::Listen,
            };
        }
    }

    fn say(&mut self, line: &FromShoe, show: Show<'_>) -> io::Result<()> {
        show(&format!("> {line}"))?;
        self.said = Instant::now();
        self.socket.write_all(format!("{line}\n").as_bytes())
    }

    /// The next line of the house, for which so long is waited.
    fn wait(&mut self, longest: Duration, show: Show<'_>) -> io::Result<FromHouse> {
        let began = Instant::now();
        loop {
            if let Some(line) = self.hear(show)? {
                return Ok(line);
            }
            if began.elapsed() > longest {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "the house does not answer"));
            }
        }
    }

    /// A line of the house, if one comes within a glance.
    fn hear(&mut self, show: Show<'_>) -> io::Result<Option<FromHouse>> {
        let unfit =
            |bad| io::Error::other(format!("the house said a line that is none of the protocol's: {bad}"));
        loop {
            if let Some(line) = self.framer.next_line().map_err(unfit)? {
                show(&format!("< {}", String::from_utf8_lossy(&line)))?;
                return FromHouse::read(&line).map(Some).map_err(unfit);
            }
            let mut bytes = [0; 1024];
            match self.socket.read(&mut bytes) {
                Ok(0) => return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the house has gone")),
                Ok(count) => self.framer.feed(&bytes[..count]),
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                    return Ok(None);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}
