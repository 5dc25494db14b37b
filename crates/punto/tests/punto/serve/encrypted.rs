//! A house that speaks TLS itself: over real connections, with certificates that sign themselves.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::thread;

use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, client};

use super::house::{House, QUICK};
use crate::support::{LONG, eventually};

type Sealed = StreamOwned<ClientConnection, TcpStream>;

/// The files of a certificate, and what trusts it.
struct Files {
    certificate: PathBuf,
    key: PathBuf,
    trusted: CertificateDer<'static>,
}

impl Files {
    fn make(folder: &Path, name: &str) -> Files {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let (certificate, key) = (folder.join(format!("{name}.pem")), folder.join(format!("{name}.key")));
        fs::write(&certificate, made.cert.pem()).unwrap();
        fs::write(&key, made.signing_key.serialize_pem()).unwrap();
        Files { certificate, key, trusted: made.cert.der().clone() }
    }

    fn config(&self) -> String {
        let (certificate, key) = (self.certificate.display(), self.key.display());
        let files = format!("[listen]\ncertificate = \"{certificate}\"\ncertificate-key = \"{key}\"");
        QUICK.replacen("[listen]", &files, 1)
    }

    /// A connection by somebody who trusts this certificate only.
    fn connect(&self, address: SocketAddr) -> io::Result<Sealed> {
        let mut roots = RootCertStore::empty();
        roots.add(self.trusted.clone()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let name = ServerName::try_from("localhost").unwrap();
        let mut tls = ClientConnection::new(Arc::new(config), name).unwrap();
        let mut tcp = TcpStream::connect(address)?;
        tcp.set_read_timeout(Some(LONG))?;
        tls.complete_io(&mut tcp)?;
        Ok(StreamOwned::new(tls, tcp))
    }
}

fn ask(stream: &mut Sealed, head: &str, body: &str) -> String {
    let length = body.len();
    write!(
        stream,
        "{head} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = Vec::new();
    // To the end of the head, and of a body that says how long it is.
    loop {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        answer.push(byte[0]);
        if answer.ends_with(b"\r\n\r\n") {
            break;
        }
    }
    let head = String::from_utf8(answer).unwrap();
    let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
    let mut body = vec![0; length.map_or(0, |length| length.trim().parse().unwrap())];
    stream.read_exact(&mut body).unwrap();
    head
}

#[test]
fn browsers_are_served_over_tls_and_a_newer_certificate_is_taken_up() {
    let folder = tempfile::tempdir().unwrap();
    let files = Files::make(folder.path(), "one");
    let house = House::open(&folder.path().join("house"), &files.config());
    let mut browser = files.connect(house.address()).unwrap();
    let head = ask(&mut browser, "POST /api/v1/sign-in", r#"{"as":"guest","name":"gil"}"#);
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let cookie = head.split("set-cookie: ").nth(1).unwrap().lines().next().unwrap();
    assert!(cookie.contains("Secure") && head.contains("strict-transport-security"), "{head}");

    // Nobody gets plain text, and nobody whom they do not trust.
    let mut plain = TcpStream::connect(house.address()).unwrap();
    plain.set_read_timeout(Some(LONG)).unwrap();
    plain.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    let _ = plain.read_to_end(&mut answer);
    assert!(!answer.starts_with(b"HTTP"), "{}", String::from_utf8_lossy(&answer));
    let newer = Files::make(folder.path(), "two");
    assert!(newer.connect(house.address()).is_err());

    // A WebSocket hears of the table as over a plain line.
    let request = format!("ws://localhost:{}/api/v1/tables/fast/live", house.address().port());
    let mut request = request.into_client_request().unwrap();
    let token = cookie.split(';').next().unwrap();
    request.headers_mut().insert("cookie", token.parse().unwrap());
    let (mut socket, _) = client(request, files.connect(house.address()).unwrap()).unwrap();
    assert!(matches!(socket.read().unwrap(), Message::Text(_)));

    // The certificate is renewed. A key that is not its own changes nothing.
    fs::copy(&newer.certificate, &files.certificate).unwrap();
    house.hang_up();
    eventually("the mistake is told", || house.log().contains("stays as it was").then_some(()));
    files.connect(house.address()).unwrap();
    fs::copy(&newer.key, &files.key).unwrap();
    house.hang_up();
    eventually("the newer one is shown", || newer.connect(house.address()).ok());
    assert!(ask(&mut browser, "GET /healthz", "").starts_with("HTTP/1.1 200"), "what is open goes on");
    assert!(socket.read().is_ok());

    // A stop ends every line in order, which whoever reads all the time is told.
    house.assert_calm();
    let reader = thread::spawn(move || {
        loop {
            match socket.read() {
                Ok(Message::Close(farewell)) => break farewell,
                Ok(_) => {}
                Err(error) => panic!("cut off: {error}"),
            }
        }
    });
    house.stop();
    let farewell = reader.join().unwrap();
    assert!(farewell.is_some());
}

/// What the program says of its configuration, and whether it is in order.
fn checked(environment: &[(&str, &str)], args: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
    command.args(["serve", "--demo", "--check-config"]).args(args).envs(environment.iter().copied());
    let told = command.output().unwrap();
    let text = String::from_utf8(told.stdout).unwrap() + &String::from_utf8(told.stderr).unwrap();
    (told.status.success(), text)
}

#[test]
fn a_public_address_needs_a_certificate_or_a_proxy_and_one_that_fits() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (Files::make(folder.path(), "one"), Files::make(folder.path(), "two"));
    let public = ["--listen", "0.0.0.0:8443"];
    let (well, told) = checked(&[], &public);
    assert!(!well && told.contains("nothing encrypts"), "{told}");
    let path = |path: &Path| path.display().to_string();
    let with = |certificate: &Path, key: &Path| {
        let files = ["--certificate".into(), path(certificate), "--certificate-key".into(), path(key)];
        let args: Vec<&str> = public.into_iter().chain(files.iter().map(String::as_str)).collect();
        checked(&[], &args)
    };
    let (well, told) = with(&one.certificate, &one.key);
    assert!(well && told.contains("0.0.0.0:8443 with TLS"), "{told}");
    let (well, told) = with(&one.certificate, &two.key);
    assert!(!well && told.contains("do not go together"), "{told}");
    let (well, told) = checked(&[], &["--certificate", &path(&one.certificate)]);
    assert!(!well && told.contains("not its key"), "{told}");
}

#[test]
fn the_environment_says_what_the_command_line_leaves_out() {
    let (well, told) = checked(&[("PUNTO_SERVE_LISTEN", "127.0.0.1:9"), ("PUNTO_SERVE_DATA", "there")], &[]);
    assert!(well && told.contains("listening at 127.0.0.1:9, data in there"), "{told}");
    let (well, told) = checked(&[("PUNTO_SERVE_LISTEN", "127.0.0.1:9")], &["--listen", "127.0.0.1:7"]);
    assert!(well && told.contains("listening at 127.0.0.1:7"), "{told}");
    let (well, told) = checked(&[("PUNTO_SERVE_LISTEN", "9"), ("PUNTO_SERVE_DTA", "there")], &[]);
    assert!(!well && told.contains("PUNTO_SERVE_LISTEN is `9`"), "{told}");
    assert!(told.contains("PUNTO_SERVE_DTA is no setting"), "{told}");
}
