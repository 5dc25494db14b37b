//! The server's life: ready only when it is, stopped in order, closed before the disk is full, copies elsewhere.

use std::sync::Arc;
use std::time::Duration;

use punto_config::{Config, Options, Waits};
use punto_floor::{Clock, SystemClock};
use punto_journal::Checkpoint;
use punto_server::serve::Server;
use punto_vocab::Time;
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::support::{House, MINUTE, PASSWORD, QUIET, SECOND, ends};

#[tokio::test]
async fn a_server_that_answers_is_ready() {
    let house = House::demo().await;
    assert_eq!(
        house.client().get("/healthz").await.body,
        "alive\nthe machine's clock is not known to be synchronised\n"
    );
    assert_eq!(house.client().get("/readyz").await.body, "ready\n");
    assert_eq!(house.server.app().floor().tables().len(), 5);
}

#[tokio::test]
async fn nobody_listens_where_the_journal_is_damaged_or_in_use() {
    let house = House::demo().await;
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let options = Options {
        demo: true,
        listen: Some(port),
        data: Some(house.folder.path().join("data")),
        ..Options::default()
    };
    let config = Config::read(std::path::Path::new("test.toml"), QUIET, &options).unwrap();
    let refused = Server::start(config.clone(), Arc::new(SystemClock::new())).await.err().unwrap();
    assert!(refused.to_string().contains("in use by another process"), "{refused}");
    assert!(TcpStream::connect(port).await.is_err(), "nobody listens");
    let House { server, folder, .. } = house;
    server.stop().await;
    let files = std::fs::read_dir(folder.path().join("data")).unwrap().flatten().map(|entry| entry.path());
    let mut changed = 0;
    for file in files.filter(|path| path.is_file()) {
        let mut bytes = std::fs::read(&file).unwrap();
        let name = b"\"signed-in\"";
        let Some(place) = bytes.windows(name.len()).position(|window| window == name) else { continue };
        bytes[place + name.len() - 1] = b'x';
        std::fs::write(&file, bytes).unwrap();
        changed += 1;
    }
    assert!(changed > 0, "nothing was found to damage");
    let refused = Server::start(config, Arc::new(SystemClock::new())).await.err().unwrap();
    assert!(refused.to_string().contains("damaged") || refused.to_string().contains("record"), "{refused}");
    assert!(TcpStream::connect(port).await.is_err(), "nobody listens");
}

#[tokio::test]
async fn a_stop_finishes_what_is_asked_and_the_next_start_knows_it_was_one() {
    // Whoever holds up a stop holds this one up for ever.
    let waits = Waits { farewell: Duration::from_secs(3_600), ..Waits::default() };
    let house = House::waiting(QUIET, Options::default(), waits).await;
    let mut admin = house.admin().await;
    let address = house.server.address();
    // A request that is under way when the stop begins.
    let mut slow = TcpStream::connect(address).await.unwrap();
    slow.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let mut start = [0; 12];
    slow.read_exact(&mut start).await.unwrap();
    admin.post("/api/v1/access-review", &json!({ "why": "before the stop" })).await.ok();
    let house = ends("a stop with an idle connection", house.restarted()).await;
    assert!(house.has_line("access-reviewed before the stop"));
    assert!(house.has_line("noted") && house.site_lines().iter().any(|line| line.contains(" restart ")));
    assert!(!house.site_lines().iter().any(|line| line.contains(" power-loss ")));
    let checkpoints = house.server.app().journal().checkpoints(0).unwrap();
    assert!(checkpoints.iter().all(Checkpoint::holds) && !checkpoints.is_empty(), "a checkpoint was signed");
    let mut rest = Vec::new();
    ends("the idle connection", slow.read_to_end(&mut rest)).await.unwrap();
}

#[tokio::test]
async fn a_full_disk_closes_wagering_until_somebody_has_seen_to_it() {
    let text =
        "[disk]\nwarn-mib = 1099511627776\nclose-mib = 1099511627776\n[listen]\nsign-ins-per-minute = 1000\n";
    let house = House::with(text, Options { demo: true, ..Options::default() }).await;
    assert_eq!(house.client().get("/readyz").await.status, 503);
    let demo = house.server.welcome().demo.clone().unwrap();
    let mut supervisor = house.client();
    supervisor.staff("supervisor", &demo.password).await.ok();
    let events = supervisor.get("/api/v1/events?waiting=true").await.ok();
    let fault =
        events["items"].as_array().unwrap().iter().find(|event| event["kind"] == "disk-full").unwrap();
    assert_eq!(fault["severity"], "alarm");
    let path = format!("/api/v1/events/{}/clear", fault["number"]);
    supervisor.post(&path, &json!({ "note": "a new disk" })).await.ok();
    assert_eq!(house.client().get("/readyz").await.status, 200);
}

#[tokio::test]
async fn checkpoints_are_copied_to_folders_and_addresses() {
    let folder = tempfile::tempdir().unwrap();
    let copies = folder.path().join("copies");
    let witness = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let web = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (line_to, post_to) = (witness.local_addr().unwrap(), web.local_addr().unwrap());
    // Takes what is posted; what it has, it does not show.
    let posted = tokio::spawn(async move {
        loop {
            let (mut stream, _) = web.accept().await.unwrap();
            let (mut text, mut part) = (String::new(), vec![0; 8192]);
            while !text.ends_with("\r\n\r\n") && !text.trim_end().ends_with('}') {
                let read = stream.read(&mut part).await.unwrap();
                text += &String::from_utf8_lossy(&part[..read]);
            }
            if text.starts_with("GET ") {
                let answer =
                    b"HTTP/1.1 405 Method Not Allowed\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
                stream.write_all(answer).await.unwrap();
                continue;
            }
            while !text.trim_end().ends_with('}') {
                let read = stream.read(&mut part).await.unwrap();
                text += &String::from_utf8_lossy(&part[..read]);
            }
            stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.unwrap();
            return text;
        }
    });
    let text = format!(
        "{QUIET}[checkpoints]\nevery-minutes = 1\ncopies = [{copies:?}, \"tcp://{line_to}\", \"http://{post_to}/punto\"]\n"
    );
    let house = House::with(&text, Options::default()).await;
    house.admin().await;
    house.clock.advance(MINUTE + 2 * SECOND);
    let line = async {
        let (mut stream, _) = witness.accept().await.unwrap();
        let mut line = String::new();
        BufReader::new(&mut stream).read_line(&mut line).await.unwrap();
        line
    };
    let (line, post) = ends("both are handed on", async { tokio::join!(line, posted) }).await;
    let post = post.unwrap();
    assert!(Checkpoint::from_line(line.trim_end()).unwrap().holds());
    assert!(post.starts_with("POST /punto HTTP/1.1\r\n"), "{post}");
    assert!(Checkpoint::from_line(post.split("\r\n\r\n").nth(1).unwrap()).unwrap().holds());
    let file = copies.join("checkpoints.jsonl");
    let first = std::fs::read_to_string(file).unwrap();
    assert!(first.lines().all(|line| Checkpoint::from_line(line).unwrap().holds()));
    assert_eq!(first.lines().next(), Some(line.trim_end()));
}

#[tokio::test]
async fn a_copy_that_nobody_receives_is_an_event() {
    let gone = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let text = format!("{QUIET}[checkpoints]\nevery-minutes = 1\ncopies = [\"tcp://{gone}\"]\n");
    let house = House::with(&text, Options::default()).await;
    house.admin().await;
    house.clock.advance(MINUTE + 2 * SECOND);
    house.until(|house| house.site_lines().iter().any(|line| line.contains(" copy-failed warning "))).await;
    assert_eq!(house.client().staff("admin", PASSWORD).await.status, 200, "and the house goes on");
}

#[tokio::test]
async fn a_demonstration_prints_sign_ins_that_work_and_change_with_every_start() {
    let house = House::demo().await;
    let first = house.server.welcome().demo.clone().unwrap();
    for (name, _) in &first.people {
        let me = house.client().staff(name, &first.password).await.ok();
        assert_eq!(me["must_change_password"], false, "{name}");
        assert_eq!(me["demonstration"], true);
    }
    let house = house.restarted().await;
    let second = house.server.welcome().demo.clone().unwrap();
    assert_ne!(first.password, second.password);
    assert_eq!(house.client().staff("dealer", &first.password).await.problem(401), "sign-in-refused");
    house.client().staff("dealer", &second.password).await.ok();
    assert!(House::open().await.server.welcome().demo.is_none());
}

const DAY: i64 = 24 * 60 * MINUTE;

/// How often the house was told that an account is dormant.
fn dormant(house: &House, name: &str) -> usize {
    let text = format!(
        " dormant-account warning - about {name} the account of {name} has not been used for 90 days"
    );
    house.site_lines().iter().filter(|line| line.ends_with(&text)).count()
}

/// Lets days pass, each when the house has made its round and waits for the next, until it was told so often that an
/// account is dormant.
async fn told(house: &House, name: &str, times: usize) {
    for _ in 0..=8 {
        let next = Time(house.clock.now().0 + DAY);
        house.until(|house| house.clock.wakes_somebody(next)).await;
        if dormant(house, name) == times {
            return;
        }
        house.clock.advance_to(next);
    }
    panic!("nobody was told of {name}: {:#?}", house.site_lines());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_nobody_uses_is_told_of_once_until_it_is_used_again() {
    let house = House::open().await;
    let mut admin = house.admin().await;
    house.staff(&mut admin, "dan", &["dealer"]).await;
    house.clock.advance(88 * DAY);
    let mut admin = house.client();
    admin.staff("admin", PASSWORD).await.ok();
    house.staff(&mut admin, "eve", &["dealer"]).await;
    told(&house, "dan", 1).await;
    assert_eq!((dormant(&house, "admin"), dormant(&house, "eve")), (0, 0), "they have just signed in");
    // A later round tells of the others, and not of dan again; neither does a start.
    house.clock.advance(80 * DAY);
    told(&house, "eve", 1).await;
    assert_eq!((dormant(&house, "admin"), dormant(&house, "dan")), (1, 1));
    let house = house.restarted().await;
    house.client().staff("dan", PASSWORD).await.ok();
    house.clock.advance(88 * DAY);
    told(&house, "dan", 2).await;
    assert_eq!((dormant(&house, "admin"), dormant(&house, "eve")), (1, 1));
}

#[tokio::test]
async fn every_table_of_a_demonstration_says_that_it_is_one_and_no_other_does() {
    let house = House::demo().await;
    let mut public = house.client();
    let tables = public.get("/api/v1/tables").await.ok();
    assert_eq!(tables.as_array().unwrap().len(), 5);
    for table in tables.as_array().unwrap() {
        assert_eq!(table["demonstration"], true, "{table}");
        let view = public.get(&format!("/api/v1/tables/{}", table["table"].as_str().unwrap())).await.ok();
        assert_eq!(view["demonstration"], true, "{view}");
    }
    let real = "[[table]]\nname = \"t\"\nrulebook = \"rws-2016\"\n";
    let house = House::with(&format!("{QUIET}{real}"), Options::default()).await;
    let mut public = house.client();
    assert_eq!(public.get("/api/v1/tables").await.ok()[0]["demonstration"], false);
    assert_eq!(public.get("/api/v1/tables/t").await.ok()["demonstration"], false);
}

/// A clock of a machine that follows no other.
struct Alone(SystemClock);

impl Clock for Alone {
    fn now(&self) -> Time {
        self.0.now()
    }

    fn sleep_until(&self, at: Time) -> punto_floor::BoxFuture<'static, ()> {
        self.0.sleep_until(at)
    }

    fn not_before(&self, at: Time) {
        self.0.not_before(at);
    }

    fn followed(&self) -> punto_host::Followed {
        punto_host::Followed::No
    }
}

#[tokio::test]
async fn a_clock_that_follows_no_other_is_an_event_and_health_shows_it() {
    for (demo, events) in [(false, 1), (true, 0)] {
        let folder = tempfile::tempdir().unwrap();
        let listen = Some(std::net::SocketAddr::from(([127, 0, 0, 1], 0)));
        let options = Options { demo, listen, data: Some(folder.path().join("data")), ..Options::default() };
        let config = Config::read(std::path::Path::new("test.toml"), QUIET, &options).unwrap();
        let server = Server::start(config, Arc::new(Alone(SystemClock::new()))).await.unwrap();
        let health = crate::support::Client::of(server.address()).get("/healthz").await.body;
        assert!(health.contains("clock is not synchronised"), "{health}");
        let noted = server.app().site().noted.get(&punto_site::Kind::ClockNotSynchronised).copied();
        assert_eq!(noted.unwrap_or(0), events, "demonstration: {demo}");
        server.stop().await;
    }
}
