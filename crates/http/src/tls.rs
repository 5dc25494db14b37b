//! TLS for a house without a proxy: certificate and key from files, which are read again while the house runs.
//!
//! What speaks HTTP has a stream of plain bytes and knows nothing of it: a task for each connection encrypts between that
//! stream and the other end.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::version::{TLS12, TLS13};
use tokio::io::{AsyncWriteExt, copy, split};
use tokio::net::UnixStream;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

use crate::listen::{Line, Place};
use crate::socket::Socket;

/// A file of TLS that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TlsFault {
    /// The certificates.
    #[error(
        "the certificate {0} cannot be used: {1}; a PEM file is expected, this server's own certificate first"
    )]
    Certificate(PathBuf, String),
    /// The private key.
    #[error(
        "the key {0} of the certificate cannot be used: {1}; a PEM file with one private key is expected"
    )]
    Key(PathBuf, String),
    /// They do not belong together, or are of a kind that is not known.
    #[error("the certificate {0} and the key {1} do not go together: {2}")]
    Pair(PathBuf, PathBuf, String),
}

/// The certificate of this server, and all that encrypts with it.
#[derive(Debug)]
pub struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    held: Arc<Held>,
    config: Arc<ServerConfig>,
}

/// The certificate as it was read last; a connection keeps the one that it began with.
#[derive(Debug)]
struct Held(RwLock<Arc<CertifiedKey>>);

impl ResolvesServerCert for Held {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.0.read().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

impl Tls {
    /// Reads certificate and key.
    pub fn read(certificate: &Path, key: &Path) -> Result<Tls, TlsFault> {
        let held = Arc::new(Held(RwLock::new(Arc::new(certified(certificate, key)?))));
        let provider = Arc::new(ring::default_provider());
        let versions =
            ServerConfig::builder_with_provider(provider).with_protocol_versions(&[&TLS13, &TLS12]);
        let pair = |error: rustls::Error| TlsFault::Pair(certificate.into(), key.into(), error.to_string());
        let mut config = versions.map_err(pair)?.with_no_client_auth().with_cert_resolver(held.clone());
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Tls { certificate: certificate.into(), key: key.into(), held, config: Arc::new(config) })
    }

    /// Reads the same files again; new connections get what they hold now. Files with a mistake change nothing.
    pub fn read_again(&self) -> Result<(), TlsFault> {
        let newer = Arc::new(certified(&self.certificate, &self.key)?);
        *self.held.0.write().unwrap_or_else(PoisonError::into_inner) = newer;
        Ok(())
    }

    /// Speaks TLS with the other end of a line, and gives the line of plain bytes. Nothing if they do not agree in time.
    pub(crate) async fn unseal(&self, line: Line, patience: Duration) -> Option<Line> {
        let place = line.place();
        let sealed = match timeout(patience, TlsAcceptor::from(self.config.clone()).accept(line)).await {
            Ok(Ok(sealed)) => sealed,
            Ok(Err(error)) => {
                tracing::debug!(%error, "a connection did not speak TLS");
                return None;
            }
            Err(_) => return None,
        };
        let (ours, theirs) = UnixStream::pair().ok()?;
        tokio::spawn(carry(sealed, theirs, place.clone(), patience));
        Some(Line::new(Socket::Sealed(ours), place))
    }
}

/// Carries bytes both ways until the house has ended the line or the other end is lost. The place is kept until the last byte
/// has gone out, so that a stop of the house waits for it.
async fn carry(
    sealed: tokio_rustls::server::TlsStream<Line>,
    plain: UnixStream,
    place: Place,
    patience: Duration,
) {
    let (mut from_them, mut to_them) = split(sealed);
    let (mut from_us, mut to_us) = plain.into_split();
    let inwards = async {
        // However it ended, no more comes in; the house answers what it has.
        let _ = copy(&mut from_them, &mut to_us).await;
        let _ = to_us.shutdown().await;
        std::future::pending::<()>().await;
    };
    let outwards = async {
        let _ = copy(&mut from_us, &mut to_them).await;
    };
    tokio::select! {
        () = inwards => {}
        () = outwards => {}
    }
    let _ = timeout(patience, to_them.shutdown()).await;
    drop(place);
}

fn certified(certificate: &Path, key: &Path) -> Result<CertifiedKey, TlsFault> {
    let no_certificate = |why: String| TlsFault::Certificate(certificate.into(), why);
    let chain =
        CertificateDer::pem_file_iter(certificate).map_err(|error| no_certificate(error.to_string()))?;
    let chain: Vec<CertificateDer<'static>> =
        chain.collect::<Result<_, _>>().map_err(|error| no_certificate(error.to_string()))?;
    if chain.is_empty() {
        return Err(no_certificate("there is none in it".into()));
    }
    let private =
        PrivateKeyDer::from_pem_file(key).map_err(|error| TlsFault::Key(key.into(), error.to_string()))?;
    CertifiedKey::from_der(chain, private, &ring::default_provider())
        .map_err(|error| TlsFault::Pair(certificate.into(), key.into(), error.to_string()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use std::fs;

    use super::*;

    /// Files of a certificate that signs itself.
    fn files(folder: &Path, name: &str) -> (PathBuf, PathBuf) {
        let made = rcgen::generate_simple_self_signed(vec!["localhost".into()]).unwrap();
        let (certificate, key) = (folder.join(format!("{name}.pem")), folder.join(format!("{name}.key")));
        fs::write(&certificate, made.cert.pem()).unwrap();
        fs::write(&key, made.signing_key.serialize_pem()).unwrap();
        (certificate, key)
    }

    fn shown(tls: &Tls) -> CertificateDer<'static> {
        tls.held.0.read().unwrap().cert[0].clone()
    }

    #[test]
    fn a_certificate_is_read_again_and_a_bad_one_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (certificate, key) = files(folder.path(), "one");
        let tls = Tls::read(&certificate, &key).unwrap();
        let first = shown(&tls);
        let (newer, newer_key) = files(folder.path(), "two");
        fs::copy(&newer, &certificate).unwrap();
        assert!(matches!(tls.read_again(), Err(TlsFault::Pair(..))), "the key is still the first one's");
        assert_eq!(shown(&tls), first);
        fs::copy(&newer_key, &key).unwrap();
        tls.read_again().unwrap();
        assert_ne!(shown(&tls), first);
    }

    #[test]
    fn each_file_that_cannot_be_used_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let (certificate, key) = files(folder.path(), "one");
        let missing = folder.path().join("none");
        let told = |certificate: &Path, key: &Path| Tls::read(certificate, key).unwrap_err().to_string();
        assert!(
            told(&missing, &key).starts_with("the certificate ") && told(&missing, &key).contains("none")
        );
        assert!(told(&certificate, &missing).starts_with("the key "));
        assert!(told(&key, &key).contains("there is none in it"));
        assert!(told(&certificate, &files(folder.path(), "two").1).contains("do not go together"));
    }
}
