//! The files of the certificate with which the server encrypts by itself.

use std::path::PathBuf;

use toml::Spanned;

use crate::Options;
use crate::file::Check;

/// The files of a certificate, both as PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate of the server, and behind it those that vouch for it.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

impl Check<'_> {
    /// Both files, or none.
    pub(crate) fn tls(
        &mut self,
        certificate: Option<Spanned<PathBuf>>,
        key: Option<Spanned<PathBuf>>,
        options: &Options,
    ) -> Option<TlsFiles> {
        let certificate = options.certificate.clone().or(certificate.map(Spanned::into_inner));
        let key = options.certificate_key.clone().or(key.map(Spanned::into_inner));
        match (certificate, key) {
            (Some(certificate), Some(key)) => Some(TlsFiles { certificate, key }),
            (None, None) => None,
            (Some(_), None) => {
                self.wrong_all("a certificate is named and not its key: say certificate-key, too");
                None
            }
            (None, Some(_)) => {
                self.wrong_all(
                    "the key of a certificate is named and not the certificate: say certificate, too",
                );
                None
            }
        }
    }
}
