//! What is due from the shoe is what the table would take, and tells no more than everybody may know.

use punto_scanner::FromHouse;

use super::felt::Felt;

fn due(felt: &Felt) -> String {
    FromHouse::from(felt.due_now()).to_string()
}

fn opened(method: &str) -> Felt {
    let felt =
        Felt::under("nsw-2021", &format!("open method {method}, limits 5..5000, device scanning-shoe"));
    assert_eq!(due(&felt), "due shoe");
    for line in ["shuffle hand", "casino-supervisor sue: cut 104", "place-marker 20"] {
        felt.say(line);
    }
    assert_eq!(due(&felt), "due burn one");
    felt.say("burn one");
    felt.say("sit ada@1");
    felt
}

#[test]
fn the_shoe_is_unlocked_exactly_when_a_card_is_due() {
    let felt = opened("A");
    assert!(due(&felt).starts_with("due nothing not possible now: nobody has wagered"), "{}", due(&felt));
    felt.say("bet ada@1 player 100");
    let mut seen = Vec::new();
    for card in ["Ks", "2d", "6h", "3c"] {
        seen.push(due(&felt));
        felt.say(&format!("card {card}"));
    }
    assert_eq!(seen, ["due card player 1", "due card banker 1", "due card player 2", "due card banker 2"]);
    assert_eq!(due(&felt), "due nothing points must be called first");
    felt.say("call points");
    assert_eq!(due(&felt), "due card banker 3");
    felt.say("card 9d");
    assert!(due(&felt).starts_with("due nothing no card is due"), "{}", due(&felt));
    felt.say("settle");
    assert!(due(&felt).starts_with("due nothing "), "nobody has wagered on the next coup");
    felt.say("bet ada@1 player 100");
    assert_eq!(due(&felt), "due card player 1");
}

#[test]
fn a_carried_card_is_out_of_the_shoe_already() {
    let felt = opened("A");
    felt.say("bet ada@1 player 100");
    for line in ["card Ks", "card 2d", "card 6h", "card 5c", "call points", "card 9d to player", "settle"] {
        felt.say(line);
    }
    felt.say("bet ada@1 player 100");
    assert_eq!(due(&felt), "due nothing a card that was drawn before waits to open this coup");
    felt.say("card 9d");
    assert_eq!(due(&felt), "due card banker 1");
}

/// A lock that gave way only when a third card is due would tell what lies face down.
#[test]
fn face_down_cards_do_not_show_in_what_is_due() {
    let mut told = Vec::new();
    // Two naturals; Player draws; Player stands and Banker draws.
    for cards in [["9s", "8d", "Kh", "Kc"], ["2s", "3d", "Kh", "Kc"], ["6s", "2d", "Kh", "Kc"]] {
        let felt = opened("B");
        felt.say("bet ada@1 player 100");
        for card in cards {
            felt.say(&format!("card {card} face-down"));
        }
        told.push(due(&felt));
    }
    assert!(told[0].starts_with("due nothing cards of "), "{told:?}");
    assert!(told.iter().all(|line| *line == told[0]), "{told:?}");
}
