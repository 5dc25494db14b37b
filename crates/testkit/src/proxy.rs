//! A way to a server that can be cut, as a network is: nothing comes through, and nobody is told.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Hands bytes on between whoever connects to it and a port of this machine.
pub struct Proxy {
    port: u16,
    cut: Arc<AtomicBool>,
    /// Every connection that was made, to be ended when the way is open again: a network that was cut forgets them.
    streams: Arc<Mutex<Vec<TcpStream>>>,
}

/// How long bytes wait while the way is cut before it is looked again whether it is.
const LOOK: Duration = Duration::from_millis(10);

impl Proxy {
    /// A way to a port.
    pub fn to(target: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (cut, streams) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(Vec::new())));
        let proxy = Proxy { port, cut: cut.clone(), streams: streams.clone() };
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(("127.0.0.1", target)) else { continue };
                let _ = (client.set_nodelay(true), server.set_nodelay(true));
                let both = (client.try_clone().unwrap(), server.try_clone().unwrap());
                streams.lock().unwrap().extend([client.try_clone().unwrap(), server.try_clone().unwrap()]);
                let (one, other) = (cut.clone(), cut.clone());
                thread::spawn(move || hand_on(client, both.1, &one));
                thread::spawn(move || hand_on(server, both.0, &other));
            }
        });
        proxy
    }

    /// Where to connect to.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Lets nothing through any more.
    pub fn cut(&self) {
        self.cut.store(true, Ordering::Release);
    }

    /// Opens the way again, for new connections: those that were cut are broken.
    pub fn mend(&self) {
        for stream in self.streams.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
        self.cut.store(false, Ordering::Release);
    }
}

fn hand_on(mut from: TcpStream, mut to: TcpStream, cut: &AtomicBool) {
    let mut bytes = [0; 1 << 16];
    loop {
        match from.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => {
                while cut.load(Ordering::Acquire) {
                    thread::sleep(LOOK);
                }
                if to.write_all(&bytes[..count]).is_err() {
                    break;
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}
