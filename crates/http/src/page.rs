//! The web page, embedded in the binary: hashed assets are cached for good, the index never, everything else is revalidated.

use std::borrow::Cow;
use std::convert::Infallible;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use punto_vocab::hex;
use punto_wire::ProblemCode;
use rust_embed::RustEmbed;
use tower::ServiceExt;
use tower_http::compression::Compression;

use crate::problem::ApiError;

/// What `web` was built into. Empty where it was not built; the server works without.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

/// What is shown where the page was not built.
const NOTICE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Punto</title>\
<p>Punto is running, but its page was not built into this program. The API is at <a href=\"/api/v1/docs\">/api/v1/docs</a>; \
to have the page, build <code>web</code> and then the program again.</p></html>";

/// Answers everything that no other route answers, compressed where the browser takes that.
pub async fn serve(request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let response = answer(&parts.method, &parts.uri, &parts.headers);
    let asked = Request::from_parts(parts, Body::empty());
    let mut made = Some(response);
    let made = tower::service_fn(move |_: Request| {
        std::future::ready(Ok::<_, Infallible>(made.take().unwrap_or_default()))
    });
    let Ok(compressed) = Compression::new(made).oneshot(asked).await;
    compressed.map(Body::new)
}

fn answer(method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
    let path = uri.path();
    if path == "/api" || path.starts_with("/api/") {
        return ApiError::not_found("there is no such address").into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        let sentence = "the page is only read; commands go to the addresses below /api/v1";
        return ApiError::new(StatusCode::METHOD_NOT_ALLOWED, ProblemCode::BadRequest, sentence)
            .into_response();
    }
    let Some(name) = plain(path) else {
        return ApiError::not_found("there is no such page").into_response();
    };
    match Page::get(name) {
        Some(file) if name != INDEX && !name.is_empty() => asset(name, file, headers),
        // A place in the page may have a dot, as clauses have; what ends as files do is a file.
        _ if (kind(name).is_some() || name.starts_with("assets/")) && name != INDEX => {
            ApiError::not_found("there is no such file").into_response()
        }
        _ => index(),
    }
}

const INDEX: &str = "index.html";

/// The SHA-256 of every file of the page, for the software check.
pub fn digests() -> Vec<(String, [u8; 32])> {
    let digest = |name: Cow<'static, str>| Some((name.to_string(), Page::get(&name)?.metadata.sha256_hash()));
    Page::iter().filter_map(digest).collect()
}

/// The path below the root, if it is written without tricks: no escapes, no way up, nothing empty.
fn plain(path: &str) -> Option<&str> {
    let name = path.strip_prefix('/')?;
    let letter =
        |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'~' | b':' | b'@' | b'+');
    let part = |part: &str| !part.is_empty() && !part.starts_with('.') && part.bytes().all(letter);
    (name.len() <= 200 && (name.is_empty() || name.trim_end_matches('/').split('/').all(part)))
        .then_some(name)
}

fn index() -> Response {
    let body = Page::get(INDEX).map_or(Cow::Borrowed(NOTICE.as_bytes()), |file| file.data);
    ([(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")], owned(body)).into_response()
}

fn asset(name: &str, file: rust_embed::EmbeddedFile, headers: &HeaderMap) -> Response {
    // Vite puts a hash of the content into every name below `assets`.
    let cache = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let tag = format!("\"{}\"", hex::encode(&file.metadata.sha256_hash()[..16]));
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag), (CACHE_CONTROL, cache.into())]).into_response();
    }
    let kind = kind(name).unwrap_or("application/octet-stream").to_owned();
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, cache.into()), (ETAG, tag)], owned(file.data)).into_response()
}

fn owned(data: Cow<'static, [u8]>) -> Body {
    match data {
        Cow::Borrowed(data) => Body::from(Bytes::from_static(data)),
        Cow::Owned(data) => Body::from(data),
    }
}

/// The media type of a file, by the end of its name.
fn kind(name: &str) -> Option<&'static str> {
    let kind = match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    };
    Some(kind)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    async fn asked(method: Method, path: &str) -> Response {
        serve(Request::builder().method(method).uri(path).body(Body::empty()).unwrap()).await
    }

    async fn status(path: &str) -> u16 {
        asked(Method::GET, path).await.status().as_u16()
    }

    #[tokio::test]
    async fn places_in_the_page_get_the_page_and_tricks_get_nothing() {
        for place in ["/", "/table/nsw-1", "/rules/nsw-2021/12.2/", "/dealer/a_b", "/index.html"] {
            assert_eq!(status(place).await, 200, "{place}");
        }
        let tricks = [
            "/../Cargo.toml",
            "/assets/../../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "/..%2fCargo.toml",
            "//etc/passwd",
            "/.git/config",
            "/assets//x.js",
            "/a%00b",
            "/nothing.js",
            "/assets/nothing-1a2b.js",
            "/etc/passwd.txt",
        ];
        for trick in tricks {
            assert_eq!(status(trick).await, 404, "{trick}");
        }
        assert_eq!(status("/api/v1/nothing").await, 404);
        assert_eq!(asked(Method::POST, "/").await.status(), StatusCode::METHOD_NOT_ALLOWED);
    }

    #[tokio::test]
    async fn what_is_long_goes_compressed() {
        let request = Request::builder().uri("/").header("accept-encoding", "gzip").body(Body::empty());
        let page = serve(request.unwrap()).await;
        assert_eq!(page.headers()["content-encoding"], "gzip");
    }

    #[tokio::test]
    async fn the_index_is_never_kept() {
        let page = asked(Method::GET, "/").await;
        assert_eq!(page.headers()[CACHE_CONTROL], "no-store");
        assert_eq!(page.headers()[CONTENT_TYPE], "text/html; charset=utf-8");
    }
}
