//! What every request passes: a name for the log, the headers that browsers obey, who asks, and whether from our page.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use punto_http::listen::Peer;
use punto_wire::ProblemCode;
use tracing::Instrument;

use crate::auth::{Cookie, Who, program, secret};
use crate::problem::{ApiError, Denial, REQUEST};
use crate::state::App;

/// The header that must come with everything that changes something.
pub const CSRF: &str = "x-punto-csrf";
/// The header that names a request.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// How long an answer may take to make.
const LONGEST: Duration = Duration::from_secs(60);
/// What a browser may load and do: our own, and nothing else.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

/// Where a request came from.
#[derive(Clone, Copy, Debug)]
pub struct Address(pub IpAddr);

/// Names the request, measures and logs it, and sets the headers of the answer.
pub(super) async fn outermost(State(app): State<App>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let id = name(&app, request.headers());
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let api = request.uri().path().starts_with("/api");
    let route = matched.unwrap_or_else(|| String::from(if api { "unknown" } else { "page" }));
    let span = tracing::info_span!("request", id = %id, %method, route = %route);
    let answer = REQUEST.scope(id.clone(), async {
        match tokio::time::timeout(LONGEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => ApiError::busy("this took too long and was given up").into_response(),
        }
    });
    let mut response = answer.instrument(span.clone()).await;
    let (status, took) = (response.status(), began.elapsed());
    span.in_scope(|| match status.as_u16() {
        500.. => tracing::warn!(status = status.as_u16(), ?took, "failed"),
        400.. => tracing::info!(status = status.as_u16(), ?took, "refused"),
        _ => tracing::debug!(status = status.as_u16(), ?took, "answered"),
    });
    crate::metrics::request(method.as_str(), &route, status.as_u16(), took);
    let headers = response.headers_mut();
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID, id);
    }
    guard(headers, api, app.config().secure());
    response
}

/// The headers that browsers obey.
fn guard(headers: &mut HeaderMap, api: bool, secure: bool) {
    let mut unless_set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    unless_set(header::CONTENT_SECURITY_POLICY, POLICY);
    unless_set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    unless_set(header::X_FRAME_OPTIONS, "DENY");
    unless_set(header::REFERRER_POLICY, "no-referrer");
    unless_set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    unless_set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    unless_set(HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()");
    if api {
        unless_set(header::CACHE_CONTROL, "no-store");
    }
    if secure {
        unless_set(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
}

/// The name of a request: the proxy's if there is one that may be trusted, else one of our own.
fn name(app: &App, headers: &HeaderMap) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    let given = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok());
    let plain = |id: &&str| {
        (1..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    match given.filter(|_| app.config().behind_proxy).filter(plain) {
        Some(id) => id.to_owned(),
        None => format!("{}-{}", app.process(), COUNT.fetch_add(1, Ordering::Relaxed)),
    }
}

/// Finds out who asks, refuses what does not come from our own page, and journals every denial.
pub(super) async fn doorkeeper(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let address = address(&app, &request);
    let headers = request.headers();
    if !own_name(&app, headers) {
        let sentence = "this server is only asked by its own name: localhost, or its address";
        return ApiError::new(StatusCode::MISDIRECTED_REQUEST, ProblemCode::BadRequest, sentence)
            .into_response();
    }
    let secure = app.config().secure();
    let person = Cookie::Session.read(headers, secure);
    let machine = Cookie::Device.read(headers, secure);
    // A program proves itself in a header that no browser sends by itself, and then cookies count for nothing.
    let bearer = program::bearer(headers).map(str::to_owned);
    let caller = match &bearer {
        Some(token) => match program::program(&app, address, token).await {
            Ok(caller) => caller,
            Err(refused) => return refused.into_response(),
        },
        None => app.caller(person.as_ref(), machine.as_ref()),
    };
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let upgrade = headers.contains_key(header::UPGRADE);
    if (!reads || upgrade) && !own_origin(&app, headers) {
        return forged("this request comes from another site's page").into_response();
    }
    // The token of the session that the request belongs to; an ended session protects nothing.
    let token = match caller.who {
        _ if bearer.is_some() => None,
        Who::Nobody => None,
        Who::Device { .. } => machine,
        Who::Guest(_) | Who::Patron(_) | Who::Staff { .. } => person,
    };
    if let (false, Some(token)) = (reads, token) {
        let given = headers.get(CSRF).and_then(|given| given.to_str().ok()).unwrap_or_default();
        if !secret::same(given, &token.csrf()) {
            return forged(format!("the header {CSRF} does not fit this session; GET /api/v1/me says it"))
                .into_response();
        }
    }
    // Reading alone writes nothing, and takes nothing away from what may be said: each has a bound of its own.
    let often = if reads { app.not_read_too_often(&caller, address) } else { app.not_too_often(&caller) };
    if let Err(often) = often {
        return often.into_response();
    }
    let act = act(&request);
    let place = place(request.uri().path());
    request.extensions_mut().insert(Address(address));
    request.extensions_mut().insert(caller.clone());
    let response = next.run(request).await;
    match response.extensions().get::<Denial>() {
        Some(Denial(why)) if response.status() == StatusCode::FORBIDDEN => {
            match app.denied(&caller, &act, place, why).await {
                Ok(()) => response,
                Err(error) => error.into_response(),
            }
        }
        _ => response,
    }
}

fn forged(sentence: impl Into<String>) -> ApiError {
    ApiError::new(StatusCode::FORBIDDEN, ProblemCode::Forged, sentence)
}

/// Where a request came from: a proxy that the operator has named says so; nobody else is believed.
fn address(app: &App, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0.ip());
    let told = request.headers().get_all("x-forwarded-for").into_iter().next_back();
    // Proxies append; what stands before the last entry is the client's own claim.
    let told = told.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    match told.filter(|_| peer.is_some_and(|peer| app.config().is_proxy(peer))) {
        Some(told) => told,
        None => peer.unwrap_or(IpAddr::from([0, 0, 0, 0])),
    }
}

/// Whether a server that only this machine can reach is asked by a name of this machine.
///
/// DNS rebinding: another site can point its own name at this machine, and a browser then takes us for that site.
fn own_name(app: &App, headers: &HeaderMap) -> bool {
    let config = app.config();
    if !config.on_loopback() || config.behind_proxy || config.public.is_some() {
        return true;
    }
    let Some(host) = headers.get(header::HOST).and_then(|host| host.to_str().ok()) else { return false };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

/// Whether a browser sends this from our own page. Other clients send neither header.
fn own_origin(app: &App, headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"));
    if let Some(site) = text(HeaderName::from_static("sec-fetch-site"))
        && !matches!(site, "same-origin" | "none")
    {
        return false;
    }
    let Some(origin) = text(header::ORIGIN) else { return true };
    match (&app.config().public, text(header::HOST)) {
        (Some(public), _) => origin == public,
        (None, Some(host)) => origin.split_once("://").is_some_and(|(_, asked)| asked == host),
        (None, None) => false,
    }
}

/// What is asked for, in one word for the journal: `post-staff-name-password`.
fn act(request: &Request) -> String {
    let path = request.extensions().get::<MatchedPath>().map_or("unknown", |path| path.as_str());
    let words = format!("{} {}", request.method(), path.strip_prefix("/api/v1/").unwrap_or(path));
    let mut act = String::with_capacity(40);
    for c in words.chars().map(|c| c.to_ascii_lowercase()) {
        match c.is_ascii_alphanumeric() {
            true => act.push(c),
            false if !act.ends_with('-') => act.push('-'),
            false => {}
        }
    }
    act.truncate(40);
    act.trim_end_matches('-').to_owned()
}

/// The table that a path is about.
fn place(path: &str) -> punto_site::Place {
    let table = path.strip_prefix("/api/v1/tables/").and_then(|rest| rest.split('/').next());
    table.and_then(|table| table.parse().ok()).map_or(punto_site::Place::Site, punto_site::Place::Table)
}
