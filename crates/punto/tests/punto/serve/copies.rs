//! A witness elsewhere receives the checkpoints over https, and the house goes by what it has.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::house::{House, QUICK, data};

/// Somebody with another job, who keeps what is posted and gives it back on asking.
struct Witness {
    address: SocketAddr,
    authority: PathBuf,
    kept: Arc<(Mutex<String>, Condvar)>,
}

impl Witness {
    fn arrive(folder: &Path) -> Witness {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let authority = folder.join("witness.pem");
        fs::write(&authority, made.cert.pem()).unwrap();
        let key = PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()).into();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (config, kept) = (Arc::new(config), Arc::new((Mutex::new(String::new()), Condvar::new())));
        let witness = Witness { address, authority, kept: kept.clone() };
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (config, kept) = (config.clone(), kept.clone());
                // Whoever does not trust the certificate hangs up, which is no matter of this thread.
                thread::spawn(move || {
                    let _ = answer(ServerConnection::new(config).unwrap(), stream.unwrap(), &kept);
                });
            }
        });
        witness
    }

    fn url(&self) -> String {
        format!("https://localhost:{}/punto", self.address.port())
    }

    fn lines(&self) -> usize {
        self.kept.0.lock().unwrap().lines().count()
    }

    fn wait_for(&self, lines: usize) {
        let kept = self.kept.0.lock().unwrap();
        drop(self.kept.1.wait_while(kept, |kept| kept.lines().count() < lines).unwrap());
    }

    /// Runs the program where this witness is trusted, or where it is not.
    fn verify(&self, folder: &Path, trusted: bool) -> (bool, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
        command.args(["verify", "--checkpoints", &self.url(), "--data"]).arg(data(folder));
        if trusted {
            command.env("SSL_CERT_FILE", &self.authority);
        }
        let output = command.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(text).unwrap())
    }

    fn house(&self, folder: &Path) -> Result<House, String> {
        let config = format!("{QUICK}\n[checkpoints]\ncopies = [\"{}\"]\n", self.url());
        House::under(folder, &config, &format!("export SSL_CERT_FILE='{}'", self.authority.display()))
    }
}

/// One request and its answer.
fn answer(
    tls: ServerConnection,
    stream: TcpStream,
    kept: &(Mutex<String>, Condvar),
) -> Result<(), std::io::Error> {
    let mut stream = BufReader::new(StreamOwned::new(tls, stream));
    let (mut head, mut length) = (Vec::new(), 0);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line)?;
        if let Some(told) = line.to_lowercase().strip_prefix("content-length:") {
            length = told.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
        head.push(line);
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    let mut lines = kept.0.lock().unwrap();
    let told = match head.first().is_some_and(|line| line.starts_with("POST /punto ")) {
        true => {
            lines.push_str(std::str::from_utf8(&body).unwrap());
            lines.push('\n');
            String::new()
        }
        false => lines.clone(),
    };
    kept.1.notify_all();
    drop(lines);
    let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", told.len());
    let stream = stream.get_mut();
    stream.write_all((head + &told).as_bytes())?;
    stream.conn.send_close_notify();
    stream.flush()
}

#[test]
fn a_witness_over_https_has_every_checkpoint_and_a_start_behind_it_is_refused() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    let witness = Witness::arrive(holder.path());
    witness.house(&folder).unwrap().stop();
    witness.wait_for(1);
    let whole = holder.path().join("whole");
    assert!(Command::new("cp").arg("-a").arg(data(&folder)).arg(&whole).status().unwrap().success());
    let before = witness.lines();
    witness.house(&folder).unwrap().stop();
    witness.wait_for(before + 1);
    let (holds, told) = witness.verify(&folder, true);
    assert!(holds && told.contains("all as the journal has them"), "{told}");

    let (holds, told) = witness.verify(&folder, false);
    assert!(
        !holds && told.contains("cannot be read"),
        "somebody else at the address is not believed: {told}"
    );

    fs::remove_dir_all(data(&folder)).unwrap();
    fs::rename(&whole, data(&folder)).unwrap();
    let (holds, told) = witness.verify(&folder, true);
    assert!(!holds && told.contains("the journal was cut off before it"), "{told}");
    let refused = witness.house(&folder).err().unwrap();
    assert!(refused.contains("the second copy at https://") && refused.contains("punto accept"), "{refused}");
}

#[test]
fn a_witness_that_does_not_prove_who_it_is_gets_nothing() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    let witness = Witness::arrive(holder.path());
    let config = format!("{QUICK}\n[checkpoints]\ncopies = [\"{}\"]\n", witness.url());
    let house = House::open(&folder, &config);
    let mut officer = house.staff("supervisor");
    while !officer.get("/api/v1/events").body.contains("copy-failed") {
        thread::yield_now();
    }
    house.stop();
    assert_eq!(witness.lines(), 0);
}
