//! Second copies of the signed checkpoints, with somebody else: in a folder, at an address, or both.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// Where a copy goes.
///
/// ```
/// use punto_floor::copies::Destination;
/// for text in ["tcp://witness.example:7001", "http://witness.example/punto", "copies"] {
///     assert_eq!(text.parse::<Destination>().unwrap().to_string(), text);
/// }
/// assert!("https://witness.example/".parse::<Destination>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Destination {
    /// A folder, in which the file `checkpoints.jsonl` grows by a line each.
    Folder(PathBuf),
    /// `tcp://host:port`: one line each, and nothing is expected back.
    Tcp(String),
    /// `http://host:port/path`: one POST each, answered with any status from 200 to 299.
    Http {
        /// Host and port.
        host: String,
        /// From the first slash on.
        path: String,
    },
}

/// Time-out for delivering a copy.
const PATIENCE: Duration = Duration::from_secs(10);

impl Destination {
    /// Delivers one line.
    pub async fn deliver(&self, line: &str) -> Result<(), String> {
        let delivery = async {
            match self {
                Destination::Folder(folder) => append(folder, line).await,
                Destination::Tcp(address) => send(address, line).await,
                Destination::Http { host, path } => post(host, path, line).await,
            }
        };
        match tokio::time::timeout(PATIENCE, delivery).await {
            Ok(delivered) => delivered.map_err(|error| format!("{self}: {error}")),
            Err(_) => Err(format!("{self}: no answer in {} s", PATIENCE.as_secs())),
        }
    }

    /// The name under which it is remembered how far copies have gone.
    pub fn shelf_name(&self) -> String {
        format!("copied {self}")
    }
}

async fn append(folder: &Path, line: &str) -> std::io::Result<()> {
    tokio::fs::create_dir_all(folder).await?;
    let file = folder.join("checkpoints.jsonl");
    let mut file = tokio::fs::OpenOptions::new().append(true).create(true).open(file).await?;
    file.write_all(format!("{line}\n").as_bytes()).await?;
    file.sync_all().await
}

async fn send(address: &str, line: &str) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(format!("{line}\n").as_bytes()).await?;
    stream.shutdown().await?;
    // Until the other end has closed, it is not known to have read the line.
    let mut rest = [0; 64];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}

async fn post(host: &str, path: &str, line: &str) -> std::io::Result<()> {
    let address = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
    let mut stream = TcpStream::connect(&address).await?;
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        line.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(line.as_bytes()).await?;
    let mut answer = String::new();
    BufReader::new(stream.take(1024)).read_line(&mut answer).await?;
    let status = answer.split(' ').nth(1).unwrap_or_default();
    match status.starts_with('2') && status.len() == 3 {
        true => Ok(()),
        false => Err(std::io::Error::other(format!(
            "answered `{}`",
            answer.trim().chars().take(60).collect::<String>()
        ))),
    }
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Destination::Folder(folder) => write!(f, "{}", folder.display()),
            Destination::Tcp(address) => write!(f, "tcp://{address}"),
            Destination::Http { host, path } => write!(f, "http://{host}{path}"),
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
                "`{shown}` is no place for copies; expected a folder, tcp://host:port or http://host:port/path"
            )
        };
        if let Some(address) = text.strip_prefix("tcp://") {
            let port =
                address.rsplit_once(':').and_then(|(host, port)| Some((host, port.parse::<u16>().ok()?)));
            let fits = port.is_some_and(|(host, _)| plain(host) && !host.contains('/'));
            return fits.then(|| Destination::Tcp(address.to_owned())).ok_or_else(wrong);
        }
        if let Some(rest) = text.strip_prefix("http://") {
            let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            let path = if path.is_empty() { "/" } else { path };
            let fits = plain(host) && plain(path);
            return fits
                .then(|| Destination::Http { host: host.to_owned(), path: path.to_owned() })
                .ok_or_else(wrong);
        }
        if text.trim().is_empty() || text.contains("://") {
            return Err(wrong());
        }
        Ok(Destination::Folder(PathBuf::from(text)))
    }
}
