//! What speaks HTTP and knows nothing of who asks or what about: connections and their limits, TLS, the writing half of a
//! WebSocket, cookies, problems, pages of a list, the description of the API, the embedded web page, logs.

pub mod asyncapi;
pub mod cookie;
pub mod listen;
pub mod logs;
pub mod openapi;
pub mod page;
pub mod paging;
pub mod problem;
pub mod socket;
pub mod tls;
pub mod wire;
