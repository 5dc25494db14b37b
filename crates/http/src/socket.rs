//! The stream of a connection: to the other end itself, or to the task that encrypts for it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpStream, UnixStream};

/// A stream of plain bytes, which can also be tried without waiting.
#[derive(Debug)]
pub enum Socket {
    /// To the other end.
    Tcp(TcpStream),
    /// To a task of this process that speaks TLS with the other end.
    Sealed(UnixStream),
}

macro_rules! either {
    ($socket:expr, $stream:ident => $what:expr) => {
        match $socket {
            Socket::Tcp($stream) => $what,
            Socket::Sealed($stream) => $what,
        }
    };
}

impl Socket {
    pub(crate) fn try_read(&self, into: &mut [u8]) -> io::Result<usize> {
        either!(self, stream => stream.try_read(into))
    }

    pub(crate) fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        either!(self, stream => stream.try_write(bytes))
    }

    pub(crate) fn poll_read_ready(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        either!(self, stream => stream.poll_read_ready(context))
    }

    pub(crate) async fn writable(&self) -> io::Result<()> {
        either!(self, stream => stream.writable().await)
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        either!(&mut *self, stream => Pin::new(stream).poll_read(context, into))
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        either!(&mut *self, stream => Pin::new(stream).poll_write(context, bytes))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        either!(&mut *self, stream => Pin::new(stream).poll_flush(context))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        either!(&mut *self, stream => Pin::new(stream).poll_shutdown(context))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        either!(&mut *self, stream => Pin::new(stream).poll_write_vectored(context, pieces))
    }

    fn is_write_vectored(&self) -> bool {
        either!(self, stream => stream.is_write_vectored())
    }
}
