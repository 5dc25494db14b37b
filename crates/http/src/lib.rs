//! What speaks HTTP and knows nothing of who asks or what about: connections and their limits, the writing half of a
//! WebSocket, cookies, problems, pages of a list, the embedded web page, logs.

pub mod cookie;
pub mod listen;
pub mod logs;
pub mod page;
pub mod paging;
pub mod problem;
pub mod wire;
