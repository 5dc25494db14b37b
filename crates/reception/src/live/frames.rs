//! Frames as bytes on the line: made once, header and all, and shared by everybody who gets the same.

use bytes::Bytes;
use punto_wire::{Farewell, Frame};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::Frame as Framed;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};

/// A frame of ours as a text frame of WebSocket. A server's frames are not masked, so one is good for all.
pub fn text(frame: &Frame) -> Bytes {
    match serde_json::to_vec(frame) {
        Ok(json) => bytes(Framed::message(json, OpCode::Data(Data::Text), true)),
        // Plain structs always serialise; if one did not, nothing would be sent rather than a part.
        Err(error) => {
            tracing::error!(%error, "a frame could not be written");
            Bytes::new()
        }
    }
}

/// Why the server ends the connection, and the end.
pub fn bye(why: Farewell) -> Bytes {
    let mut both = text(&Frame::Bye { why }).to_vec();
    let code = if why == Farewell::ShuttingDown { CloseCode::Restart } else { CloseCode::Policy };
    both.extend_from_slice(&close(code, why.word()));
    both.into()
}

/// The end of the connection.
pub fn close(code: CloseCode, why: &str) -> Bytes {
    bytes(Framed::close(Some(CloseFrame { code, reason: why.to_owned().into() })))
}

/// A question whether anybody is still there.
pub fn ping() -> Bytes {
    bytes(Framed::ping(Bytes::new()))
}

fn bytes(frame: Framed) -> Bytes {
    let mut bytes = Vec::with_capacity(frame.len());
    match frame.format(&mut bytes) {
        Ok(()) => bytes.into(),
        Err(error) => {
            tracing::error!(%error, "a frame could not be made");
            Bytes::new()
        }
    }
}
