//! A real server with a real journal in a folder of its own, and a client that sends what it is told to.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use punto_config::{Config, Options, Waits};
use punto_floor::SimulatedClock;
use punto_server::serve::Server;
use punto_vocab::Time;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

pub(crate) const SECOND: i64 = 1_000_000;
pub(crate) const MINUTE: i64 = 60 * SECOND;
/// Longer than anything here takes, on the slowest machine.
pub(crate) const LONG: Duration = Duration::from_secs(120);

/// Waits that no test runs into because the machine is slow.
pub(crate) fn patient() -> Waits {
    Waits { patience: LONG, head: LONG, farewell: LONG, ..Waits::default() }
}
pub(crate) const PASSWORD: &str = "correct horse battery";
/// What the cage gives a patron to begin with.
pub(crate) const FIRST_PIN: &str = "7193";

/// A house in a folder of its own. Its clock stands still unless it is moved.
pub(crate) struct House {
    pub(crate) server: Server,
    pub(crate) clock: SimulatedClock,
    pub(crate) folder: TempDir,
    options: Options,
    waits: Waits,
    text: String,
    /// Whoever answers for the house, once somebody has needed them.
    operator: tokio::sync::Mutex<Option<Client>>,
}

/// Rates and bounds that no test runs into by accident.
pub(crate) const QUIET: &str = "[listen]\nsign-ins-per-minute = 10000\npatron-commands-per-second = 100000\n\
    staff-commands-per-second = 100000\nreads-per-second = 100000\nreads-per-second-per-address = 100000\n\
    [disk]\nwarn-mib = 0\nclose-mib = 0\n\
    [openings]\ncurrencies = [\"AUD\", \"NZD\", \"SGD\", \"credits\"]\nlimits = \"1..100000\"\n\
    [demonstration]\nhouse-players = false\n";

/// A table at which a person deals, for money.
pub(crate) const DARLING: &str = r#"
[[table]]
name = "darling"
rulebook = "nsw-2021"
opening = "usual, method A, limits 25..5000, chips 5 25 100 500"
dealer = "person"
currency = "AUD"
"#;

impl House {
    /// A house without tables.
    pub(crate) async fn open() -> House {
        House::with(QUIET, Options::default()).await
    }

    /// A demonstration.
    pub(crate) async fn demo() -> House {
        House::with(QUIET, Options { demo: true, ..Options::default() }).await
    }

    /// A house with this configuration.
    pub(crate) async fn with(text: &str, options: Options) -> House {
        House::waiting(text, options, patient()).await
    }

    /// The same, with waits of its own.
    pub(crate) async fn waiting(text: &str, options: Options, waits: Waits) -> House {
        let folder = tempfile::tempdir().unwrap();
        let clock = SimulatedClock::at(Time(1_800_000_000 * SECOND));
        let options = Options {
            listen: Some(SocketAddr::from(([127, 0, 0, 1], 0))),
            data: Some(folder.path().join("data")),
            ..options
        };
        let server = start(text, &options, waits, &clock).await;
        House { server, clock, folder, options, waits, text: text.to_owned(), operator: Default::default() }
    }

    /// Stops the house in order, and opens it again on the same journal.
    pub(crate) async fn restarted(self) -> House {
        let text = self.text.clone();
        self.restarted_as(&text).await
    }

    /// The same with another configuration.
    pub(crate) async fn restarted_as(self, text: &str) -> House {
        let House { server, clock, folder, options, waits, .. } = self;
        server.stop().await;
        let (server, text) = (start(text, &options, waits, &clock).await, text.to_owned());
        House { server, clock, folder, options, waits, text, operator: Default::default() }
    }

    pub(crate) fn client(&self) -> Client {
        Client::of(self.server.address())
    }

    /// The first password of a founder.
    pub(crate) fn first_password(&self, name: &str) -> Option<String> {
        let founders = &self.server.welcome().founders;
        founders.iter().find(|founder| founder.name == name).map(|founder| founder.password.clone())
    }

    /// A founder, with a password of their own.
    pub(crate) async fn founder(&self, name: &str) -> Client {
        let mut client = self.client();
        match self.first_password(name) {
            Some(secret) => {
                client.staff(name, &secret).await.ok();
                client.own_password(&secret).await;
            }
            None => {
                client.staff(name, PASSWORD).await.ok();
            }
        }
        client
    }

    /// The administrator, with a password of their own.
    pub(crate) async fn admin(&self) -> Client {
        self.founder("admin").await
    }

    /// Has whoever answers for the house approve a proposal; what came of it.
    pub(crate) async fn approved(&self, number: u64) -> Value {
        let mut operator = self.operator.lock().await;
        if operator.is_none() && self.server.app().config().demo {
            let mut manager = self.client();
            manager.staff("manager", &self.server.welcome().demo.as_ref().unwrap().password).await.ok();
            *operator = Some(manager);
        }
        if operator.is_none() {
            *operator = Some(self.founder("operator").await);
        }
        let path = format!("/api/v1/proposals/{number}/approve");
        let client = operator.as_mut().unwrap();
        let mut reply = client.post(&path, &json!({})).await;
        if reply.status == 401 {
            client.staff("operator", PASSWORD).await.ok();
            reply = client.post(&path, &json!({})).await;
        }
        reply.ok()
    }

    /// Somebody whom two have hired with these grants; their first password, of which each of the two had half.
    pub(crate) async fn hired(&self, admin: &mut Client, name: &str, grants: &[&str]) -> String {
        let body = json!({ "name": name, "grants": grants, "enabled": true });
        let asked = admin.post("/api/v1/staff", &body).await.ok();
        let approved = self.approved(asked["proposals"][0]["number"].as_u64().unwrap()).await;
        let (first, second) =
            (asked["secret"].as_str().unwrap(), approved["secret"]["secret"].as_str().unwrap());
        format!("{first} {second}")
    }

    /// Somebody on staff with these grants, signed in with a password of their own.
    pub(crate) async fn staff(&self, admin: &mut Client, name: &str, grants: &[&str]) -> Client {
        let secret = self.hired(admin, name, grants).await;
        let mut client = self.client();
        client.staff(name, &secret).await.ok();
        client.own_password(&secret).await;
        client
    }

    /// Has a patron who was registered with a PIN for one sign-in choose `2580`.
    pub(crate) async fn own_pin(&self, card: &str) {
        let mut patron = self.client();
        let me = patron.sign_in(&json!({ "as": "patron", "card": card, "pin": FIRST_PIN })).await.ok();
        assert_eq!(me["must_change_password"], true);
        patron.post("/api/v1/password", &json!({ "present": FIRST_PIN, "new": "2580" })).await.ok();
        patron.post("/api/v1/sign-out", &json!({})).await.ok();
    }

    /// Has a patron with the PIN `2580` order a payout in a session of their own; its code.
    pub(crate) async fn payout(&self, card: &str, amount: i64) -> String {
        let mut patron = self.client();
        patron.sign_in(&json!({ "as": "patron", "card": card, "pin": "2580" })).await.ok();
        let told = patron.post("/api/v1/me/payout", &json!({ "amount": amount })).await.ok();
        patron.post("/api/v1/sign-out", &json!({})).await.ok();
        assert_eq!(told["amount"], amount);
        told["code"].as_str().unwrap().to_owned()
    }

    /// Cards at a table are made ready at once, as in a script: how people do it is another test's matter.
    pub(crate) async fn ready(&self, table: &str) {
        let handle = self.server.app().floor().table(&table.parse().unwrap()).unwrap();
        let key = format!("ready-{}", handle.now().seq).parse().unwrap();
        let command = punto_table::Command::PREPARE;
        let said = punto_floor::Said { key, by: punto_table::Actor::System, command, of: None };
        let outcome = handle.say(said).await.unwrap();
        assert!(outcome.done().is_some(), "{outcome:?}");
    }

    /// The lines of the site's stream, oldest first.
    pub(crate) fn site_lines(&self) -> Vec<String> {
        let journal = self.server.app().journal();
        let records = journal.read(&"site".parse().unwrap(), 0, 100_000).unwrap();
        let events = records.iter().flat_map(|record| punto_records::Told::of(&record.entry).unwrap().events);
        events.map(|(line, _)| line).collect()
    }

    /// Makes every decision of the journal again; each must come out as it was recorded.
    #[track_caller]
    pub(crate) fn audited(&self) {
        let (journal, books) = (self.server.app().journal(), punto_floor::Books::embedded());
        let audit = punto_floor::audit(&**journal, books, &mut |_| {}).unwrap();
        assert!(audit.records > 0 && audit.folded.is_empty());
    }

    /// Waits until something that the server does by itself has happened.
    pub(crate) async fn until(&self, happened: impl Fn(&House) -> bool) {
        let in_time = in_time(async || happened(self).then_some(())).await;
        assert!(in_time.is_some(), "it did not happen: {:#?}", self.site_lines());
    }

    /// Whether a line of the site's stream begins so.
    pub(crate) fn has_line(&self, begin: &str) -> bool {
        self.site_lines().iter().any(|line| line.starts_with(begin))
    }
}

/// Looks again and again for what comes about by itself; nothing if it never does.
async fn in_time<T>(mut look: impl AsyncFnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + LONG;
    while Instant::now() < end {
        if let Some(found) = look().await {
            return Some(found);
        }
        sleep(Duration::from_millis(10)).await;
    }
    None
}

/// Waits for what comes about by itself.
pub(crate) async fn eventually<T>(what: &str, look: impl AsyncFnMut() -> Option<T>) -> T {
    in_time(look).await.unwrap_or_else(|| panic!("it never came about: {what}"))
}

/// Waits for what must come to an end.
pub(crate) async fn ends<T>(what: &str, doing: impl Future<Output = T>) -> T {
    timeout(LONG, doing).await.unwrap_or_else(|_| panic!("it does not end: {what}"))
}

async fn start(text: &str, options: &Options, waits: Waits, clock: &SimulatedClock) -> Server {
    let config = Config::read(Path::new("test.toml"), text, options).unwrap();
    let config = Config { waits, ..config };
    Server::start(config, Arc::new(clock.clone())).await.unwrap()
}

/// A client that keeps cookies, and sends the token that fits them.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    pub(crate) cookies: BTreeMap<String, String>,
    pub(crate) csrf: Option<String>,
    pub(crate) origin: Option<String>,
}

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The body, if all went well.
    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert!(self.status < 300, "{self:?}");
        if self.body.is_empty() { Value::Null } else { self.json() }
    }

    /// The code of a problem, which must have this status.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:?}");
        let problem = self.json();
        assert_eq!(problem["status"], status, "{self:?}");
        assert!(
            !problem["title"].as_str().unwrap().is_empty() && !problem["detail"].as_str().unwrap().is_empty()
        );
        let code = problem["code"].as_str().unwrap().to_owned();
        assert_eq!(problem["type"], format!("/api/v1/problems/{code}"));
        code
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

impl Client {
    /// Nobody yet, who asks the server at this address.
    pub(crate) fn of(address: SocketAddr) -> Client {
        Client { address, cookies: BTreeMap::new(), csrf: None, origin: None }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Reply {
        self.send("GET", path, None, &[]).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, Some(&body.to_string()), &[]).await
    }

    /// Signs in, and remembers the token.
    pub(crate) async fn sign_in(&mut self, body: &Value) -> Reply {
        let reply = self.post("/api/v1/sign-in", body).await;
        if reply.status == 200 {
            self.csrf = reply.json()["csrf"].as_str().map(str::to_owned);
        }
        reply
    }

    pub(crate) async fn staff(&mut self, name: &str, password: &str) -> Reply {
        self.sign_in(&json!({ "as": "staff", "name": name, "password": password })).await
    }

    async fn own_password(&mut self, secret: &str) {
        self.post("/api/v1/password", &json!({ "present": secret, "new": PASSWORD })).await.ok();
    }

    /// Sends a request as it is told to, and reads the whole answer.
    pub(crate) async fn send(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&str>,
        more: &[(&str, &str)],
    ) -> Reply {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        if !self.cookies.is_empty() {
            let pairs: Vec<String> =
                self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            head += &format!("cookie: {}\r\n", pairs.join("; "));
        }
        let given = |name: &str| more.iter().any(|(key, _)| *key == name);
        if let (Some(csrf), false, false) = (&self.csrf, method == "GET", given("x-punto-csrf")) {
            head += &format!("x-punto-csrf: {csrf}\r\n");
        }
        if let Some(origin) = &self.origin {
            head += &format!("origin: {origin}\r\n");
        }
        if let Some(body) = body {
            let kind = if given("content-type") { "" } else { "content-type: application/json\r\n" };
            head += &format!("{kind}content-length: {}\r\n", body.len());
        }
        for (name, value) in more {
            head += &format!("{name}: {value}\r\n");
        }
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(format!("{head}\r\n{}", body.unwrap_or_default()).as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        // Who is cut off reads what has come until then.
        let _ = stream.read_to_end(&mut bytes).await;
        let reply = parse(&bytes);
        self.remember(&reply);
        reply
    }

    fn remember(&mut self, reply: &Reply) {
        for (_, set) in reply.headers.iter().filter(|(name, _)| name == "set-cookie") {
            let (name, value) = set.split(';').next().unwrap().split_once('=').unwrap();
            if set.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}

fn parse(bytes: &[u8]) -> Reply {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).unwrap_or(0);
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let body = if chunked { unchunked(body) } else { body.to_owned() };
    Reply { status, headers, body }
}

fn unchunked(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).unwrap();
        if length == 0 {
            break;
        }
        body += &after[..length];
        rest = &after[length + 2..];
    }
    body
}
