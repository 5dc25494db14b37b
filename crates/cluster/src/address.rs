//! Where the database is, and how it is spoken to: in the clear only on this machine.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use rustls::ClientConfig;
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls_platform_verifier::BuilderVerifierExt;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::ClusterError;

/// An address that was read.
#[derive(Clone)]
pub(crate) struct Address {
    pub(crate) config: Config,
    /// `None` where nobody can listen in.
    pub(crate) tls: Option<MakeRustlsConnect>,
}

/// How long a connection may take to be made, and how long one that is cut goes unnoticed by the operating system.
const CONNECT: Duration = Duration::from_secs(3);

/// The certificate authority of the house, if it has one of its own: `sslrootcert=FILE`.
const ROOT: &str = "sslrootcert=";

impl Address {
    /// Reads `postgres://user@host/database`, with the file of a certificate authority in `sslrootcert` if there is one.
    pub(crate) fn read(text: &str) -> Result<Address, ClusterError> {
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Err(ClusterError::Address(text.split('@').next_back().unwrap_or_default().to_owned()));
        }
        let (text, root) = without_root(text);
        let mut config = Config::from_str(&text).map_err(|error| ClusterError::Address(error.to_string()))?;
        config.application_name("punto").connect_timeout(CONNECT).tcp_user_timeout(CONNECT);
        config.keepalives(true).keepalives_idle(CONNECT).keepalives_interval(Duration::from_secs(1));
        let here = config.get_hosts().iter().all(|host| match host {
            Host::Tcp(name) => matches!(name.as_str(), "localhost" | "127.0.0.1" | "::1"),
            Host::Unix(_) => true,
        });
        // A password and every record would go over the network in the clear.
        let tls = !here || root.is_some() || config.get_ssl_mode() == SslMode::Require;
        if tls {
            config.ssl_mode(SslMode::Require);
        }
        let tls = tls.then(|| connector(root.as_deref())).transpose()?;
        Ok(Address { config, tls })
    }
}

/// Takes out the one parameter that is ours and not the client's.
fn without_root(text: &str) -> (String, Option<String>) {
    let Some((base, parameters)) = text.split_once('?') else { return (text.to_owned(), None) };
    let root = parameters.split('&').find_map(|part| part.strip_prefix(ROOT)).map(str::to_owned);
    let others: Vec<&str> = parameters.split('&').filter(|part| !part.starts_with(ROOT)).collect();
    match others.is_empty() {
        true => (base.to_owned(), root),
        false => (format!("{base}?{}", others.join("&")), root),
    }
}

fn connector(root: Option<&str>) -> Result<MakeRustlsConnect, ClusterError> {
    let wrong = |what: String| ClusterError::Address(what);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(|error| wrong(error.to_string()))?;
    let config = match root {
        None => builder.with_platform_verifier().map_err(|error| wrong(error.to_string()))?,
        Some(file) => {
            let unread =
                |why: String| wrong(format!("the certificate authority {file} cannot be read: {why}"));
            let certificates = CertificateDer::pem_file_iter(Path::new(file));
            let mut roots = RootCertStore::empty();
            for certificate in certificates.map_err(|error| unread(error.to_string()))? {
                let certificate = certificate.map_err(|error| unread(error.to_string()))?;
                roots.add(certificate).map_err(|error| unread(error.to_string()))?;
            }
            builder.with_root_certificates(roots)
        }
    };
    Ok(MakeRustlsConnect::new(config.with_no_client_auth()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn only_this_machine_is_spoken_to_in_the_clear() {
        let secure = |text: &str| Address::read(text).unwrap().tls.is_some();
        assert!(!secure("postgres://punto@127.0.0.1:5555/house"));
        assert!(!secure("postgresql://punto@localhost/house?connect_timeout=2"));
        assert!(secure("postgres://punto@127.0.0.1/house?sslmode=require"));
        assert!(secure("postgres://punto@db.example/house"));
        assert!(secure("postgres://punto@db.example/house?sslmode=disable"), "and nobody turns it off");
        let text = "postgres://punto@db.example/house?sslrootcert=nowhere.pem&connect_timeout=2";
        assert!(Address::read(text).err().unwrap().to_string().contains("nowhere.pem"));
    }

    #[test]
    fn what_is_no_address_is_said_without_its_password() {
        let error = Address::read("mysql://ada:secret@db/house").err().unwrap().to_string();
        assert!(error.contains("db/house") && !error.contains("secret"), "{error}");
        assert!(Address::read("postgres://punto@h:port/x").is_err());
    }
}
