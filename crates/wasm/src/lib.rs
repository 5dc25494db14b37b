//! Punto for JavaScript: one question in, one answer out, both JSON, through memory that both sides see.
//!
//! A question is written where [`punto_question`] says that there is room for it; [`punto_answer`] reads it and says how long the
//! answer is, which lies at [`punto_place`]. Nothing else crosses the border: `js/index.js` makes functions and classes of it.

mod ask;

use std::cell::RefCell;

pub use ask::Answerer;

thread_local! {
    static ENGINE: RefCell<(Answerer, Vec<u8>)> = RefCell::default();
}

/// Makes room for a question of so many bytes of UTF-8, and says where.
#[allow(unsafe_code)] // a name that the other side finds; nothing is done that could be unsafe
#[unsafe(no_mangle)]
pub extern "C" fn punto_question(length: usize) -> *mut u8 {
    ENGINE.with_borrow_mut(|(_, bytes)| {
        bytes.clear();
        bytes.resize(length, b' ');
        bytes.as_mut_ptr()
    })
}

/// Answers the question that lies there, and says how many bytes the answer has.
#[allow(unsafe_code)] // a name that the other side finds; nothing is done that could be unsafe
#[unsafe(no_mangle)]
pub extern "C" fn punto_answer() -> usize {
    ENGINE.with_borrow_mut(|(engine, bytes)| {
        let answer = engine.ask(&String::from_utf8_lossy(bytes));
        *bytes = answer.into_bytes();
        bytes.len()
    })
}

/// Where the answer lies, until the next question.
#[allow(unsafe_code)] // a name that the other side finds; nothing is done that could be unsafe
#[unsafe(no_mangle)]
pub extern "C" fn punto_place() -> *const u8 {
    ENGINE.with_borrow(|(_, bytes)| bytes.as_ptr())
}
