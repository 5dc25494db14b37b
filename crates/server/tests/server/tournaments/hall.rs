//! A demonstration with a tournament that people run, and what is said to it.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};

use crate::support::{Client, House, Reply, eventually};
use crate::tables::floor::{demo_staff, guest};

/// A demonstration whose tournament `cup` takes entries under a document of Tasmania.
pub(super) struct Cup {
    pub(super) house: House,
    pub(super) manager: Client,
    pub(super) director: Client,
    pub(super) inspector: Client,
}

pub(super) const CONDITIONS: &str = "conditions fee 100, form f-1, entry as-posted, entrants 2..3, chips 1000, limits 10..200, \
    session shoes 1, tables 1, advance 1, seating draw, hidden 2, prizes 60 40, paid cheque transfer, start 2026-01-01T00:00:00Z";

impl Cup {
    pub(super) async fn open() -> Cup {
        Cup::under(CONDITIONS).await
    }

    /// The same with other conditions.
    pub(super) async fn under(conditions: &str) -> Cup {
        let house = House::demo().await;
        let manager = demo_staff(&house, "manager").await;
        let mut director = demo_staff(&house, "director").await;
        let inspector = demo_staff(&house, "inspector").await;
        let new = json!({
            "name": "cup", "title": "The Cup", "rulebook": "tas-2018", "currency": "AUD",
            "dealer": "automatic", "opening": "usual, demonstration yes",
        });
        assert_eq!(director.post("/api/v1/tournaments", &new).await.status, 201);
        let mut cup = Cup { house, manager, director, inspector };
        cup.as_operator(conditions).await.ok();
        cup.as_operator("publish").await.ok();
        cup
    }

    pub(super) async fn as_operator(&mut self, line: &str) -> Reply {
        say(&mut self.manager, line, Some("casino-operator")).await
    }

    pub(super) async fn as_director(&mut self, line: &str) -> Reply {
        say(&mut self.director, line, Some("competition-director")).await
    }

    pub(super) async fn as_inspector(&mut self, line: &str) -> Reply {
        say(&mut self.inspector, line, Some("table-inspector")).await
    }

    /// A guest who has applied, agreed, paid and is accepted.
    pub(super) async fn entrant(&mut self, name: &str) -> Client {
        let mut client = self.applicant(name).await;
        say(&mut client, &format!("pay-fee {name} 100"), None).await.ok();
        self.as_director(&format!("accept {name}")).await.ok();
        client
    }

    /// A guest who has applied and agreed.
    pub(super) async fn applicant(&mut self, name: &str) -> Client {
        let mut client = guest(&self.house, name).await;
        say(&mut client, &format!("apply {name}"), None).await.ok();
        self.as_director(&format!("inform {name}")).await.ok();
        say(&mut client, &format!("endorse {name}"), None).await.ok();
        client
    }

    /// Brings these people to a session that takes wagers, with the shoe of their table ready.
    pub(super) async fn session(&mut self, people: &mut [(&str, Client)]) {
        self.as_director("start").await.ok();
        self.as_director("attend").await.ok();
        self.as_director("designate 1").await.ok();
        self.as_operator("draw").await.ok();
        for (name, client) in people.iter_mut() {
            say(client, &format!("take-seat {name}"), None).await.ok();
        }
        self.as_director("begin").await.ok();
        let mut public = self.house.client();
        let clock = self.house.clock.clone();
        eventually("the table's shoe is ready", async || {
            clock.advance(1_000_000);
            let table = public.get("/api/v1/tables/cup-1").await;
            (table.status == 200 && table.json()["phase"] == "betting").then_some(())
        })
        .await;
    }

    pub(super) async fn view(&self, client: &mut Client) -> Value {
        client.get("/api/v1/tournaments/cup").await.ok()
    }
}

/// Says a line to the tournament.
pub(super) async fn say(client: &mut Client, line: &str, role: Option<&str>) -> Reply {
    client.post("/api/v1/tournaments/cup/commands", &json!({ "id": id(), "line": line, "role": role })).await
}

/// Says a value to the tournament.
pub(super) async fn tell(client: &mut Client, command: &Value) -> Reply {
    client.post("/api/v1/tournaments/cup/commands", &json!({ "id": id(), "command": command })).await
}

fn id() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    format!("cup-id-{:04}", COUNT.fetch_add(1, Ordering::Relaxed))
}
