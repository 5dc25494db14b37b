//! Second copies of the signed checkpoints, with somebody else: in a folder, at an address, or both.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use tokio::task::spawn_blocking;

use crate::{Fault, Journal};

/// Where a copy goes.
///
/// ```
/// use punto_journal::Destination;
/// for text in ["https://witness.example/punto", "http://10.0.0.7:8000/", "tcp://witness.example:7001", "copies"] {
///     assert_eq!(text.parse::<Destination>().unwrap().to_string(), text);
/// }
/// assert!("ftp://witness.example/".parse::<Destination>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Destination {
    /// A folder, in which the file `checkpoints.jsonl` grows by a line each.
    Folder(PathBuf),
    /// `tcp://host:port`: one line each, and nothing is expected back.
    Tcp(String),
    /// `https://host/path` or `http://host:port/path`: one POST each, answered with any status from 200 to 299. Over https the
    /// receiver proves who it is to the authorities that this machine trusts.
    Web(String),
}

/// The file of copies in a folder.
const FILE: &str = "checkpoints.jsonl";

/// How long somebody may take to receive a copy.
const PATIENCE: Duration = Duration::from_secs(10);

impl Destination {
    /// Delivers one line.
    pub async fn deliver(&self, line: &str) -> Result<(), String> {
        let (place, line) = (self.clone(), line.to_owned());
        let delivery = spawn_blocking(move || match &place {
            Destination::Folder(folder) => append(folder, &line),
            Destination::Tcp(address) => send(address, &line),
            Destination::Web(address) => post(address, &line),
        });
        match tokio::time::timeout(PATIENCE, delivery).await {
            Ok(Ok(delivered)) => delivered.map_err(|error| format!("{self}: {error}")),
            Ok(Err(stopped)) => Err(stopped.to_string()),
            Err(_) => Err(format!("{self}: no answer in {} s", PATIENCE.as_secs())),
        }
    }

    /// The copy that is there: a line a checkpoint.
    pub fn open(&self) -> io::Result<Box<dyn BufRead>> {
        Ok(match self {
            Destination::Folder(place) if place.is_dir() => {
                Box::new(BufReader::new(std::fs::File::open(place.join(FILE))?))
            }
            Destination::Folder(file) => Box::new(BufReader::new(std::fs::File::open(file)?)),
            Destination::Web(address) => {
                let answer = WEB.get(address).call().map_err(told)?;
                Box::new(BufReader::new(answer.into_body().into_reader()))
            }
            Destination::Tcp(_) => Err(io::Error::other(
                "what was sent to tcp:// cannot be asked for again; name the file that was written there",
            ))?,
        })
    }

    /// Delivers every checkpoint that the place does not have yet, one after another.
    pub async fn bring_up_to_date(&self, journal: &Arc<dyn Journal>) -> Result<(), String> {
        const SHELF: &str = "setting";
        let name = format!("copied {self}");
        let fault = |fault: Fault| fault.to_string();
        let (own, asked) = (journal.clone(), name.clone());
        let waiting = spawn_blocking(move || {
            let had = own.get(SHELF, &asked)?;
            let had = had.and_then(|bytes| String::from_utf8(bytes).ok()?.parse().ok()).unwrap_or(0);
            own.checkpoints(had)
        });
        for checkpoint in waiting.await.map_err(|error| error.to_string())?.map_err(fault)? {
            self.deliver(&checkpoint.to_line()).await?;
            let (own, name, number) = (journal.clone(), name.clone(), checkpoint.number.to_string());
            let noted = spawn_blocking(move || own.put(SHELF, &name, number.as_bytes())).await;
            noted.map_err(|error| error.to_string())?.map_err(fault)?;
        }
        Ok(())
    }
}

fn append(folder: &Path, line: &str) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut file =
        std::fs::OpenOptions::new().read(true).append(true).create(true).open(folder.join(FILE))?;
    // A line that a full disk has torn stays alone: the next begins behind it.
    let begin = if ends_whole(&mut file)? { "" } else { "\n" };
    file.write_all(format!("{begin}{line}\n").as_bytes())?;
    file.sync_all()
}

fn ends_whole(file: &mut std::fs::File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

fn send(address: &str, line: &str) -> io::Result<()> {
    let first = address.to_socket_addrs()?.next().ok_or_else(|| io::Error::other("no such host"))?;
    let mut stream = TcpStream::connect_timeout(&first, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all(format!("{line}\n").as_bytes())?;
    stream.shutdown(Shutdown::Write)?;
    // Until the other end has closed, it is not known to have read the line.
    let mut rest = [0; 64];
    while stream.read(&mut rest)? > 0 {}
    Ok(())
}

fn post(address: &str, line: &str) -> io::Result<()> {
    WEB.post(address).content_type("application/json").send(line).map(drop).map_err(told)
}

/// What the other end did, in one line.
fn told(error: ureq::Error) -> io::Error {
    match error {
        ureq::Error::StatusCode(status) => io::Error::other(format!("answered with status {status}")),
        ureq::Error::Io(error) => error,
        other => io::Error::other(other.to_string()),
    }
}

/// Asks the address that was named and no other: neither proxies nor redirections are followed.
static WEB: LazyLock<ureq::Agent> = LazyLock::new(|| {
    let tls = ureq::tls::TlsConfig::builder()
        .root_certs(ureq::tls::RootCerts::PlatformVerifier)
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .build();
    ureq::Agent::config_builder()
        .tls_config(tls)
        .proxy(None)
        .max_redirects(0)
        .user_agent("punto")
        .timeout_connect(Some(PATIENCE))
        .timeout_send_request(Some(PATIENCE))
        .timeout_recv_response(Some(PATIENCE))
        .build()
        .into()
});

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Destination::Folder(folder) => write!(f, "{}", folder.display()),
            Destination::Tcp(address) => write!(f, "tcp://{address}"),
            Destination::Web(address) => f.write_str(address),
        }
    }
}

impl FromStr for Destination {
    type Err = String;

    fn from_str(text: &str) -> Result<Destination, String> {
        let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        let wrong = || {
            let shown: String = text.chars().take(60).collect();
            format!(
                "`{shown}` is no place for copies; expected a folder, https://host/path, http://host:port/path or tcp://host:port"
            )
        };
        if let Some(address) = text.strip_prefix("tcp://") {
            let port =
                address.rsplit_once(':').and_then(|(host, port)| Some((host, port.parse::<u16>().ok()?)));
            let fits = port.is_some_and(|(host, _)| plain(host) && !host.contains('/'));
            return fits.then(|| Destination::Tcp(address.to_owned())).ok_or_else(wrong);
        }
        if let Some(rest) = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")) {
            let host = rest.split('/').next().unwrap_or_default();
            let fits = plain(host) && plain(rest);
            return fits.then(|| Destination::Web(text.to_owned())).ok_or_else(wrong);
        }
        if text.trim().is_empty() || text.contains("://") {
            return Err(wrong());
        }
        Ok(Destination::Folder(PathBuf::from(text)))
    }
}
