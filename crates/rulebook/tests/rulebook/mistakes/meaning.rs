//! Mistakes in what a rulebook says: two answers to one question, or one that cannot be.

use super::{check, check_all, check_rws, read, texts};

#[test]
fn two_values_for_one_question() {
    const TWO: &str = "two values for one question";
    check_rws("\nrounding = {", "\n<1>rounding = { value = \"up\",", &[TWO, "house:payout-rounding"]);
    let (from, to) = (
        "stand_off = true, clause = \"5.1.b.iii\"",
        "<1>pays = \"1:1\", stand_off = true, clause = \"5.1.b.iii\"",
    );
    check("nz-1998", from, to, &[TWO, "`pays` or `stand_off`"]);
    let changes = [
        ("[bets.banker]", "<1>[bets.banker]"),
        ("{ winner = \"banker\", point_not = 6 }", "{ winner = \"banker\" }"),
    ];
    check_all("rws-2016", &changes, &[&[TWO, "4.1.1:banker-other", "4.1.1:banker-six"]]);
    check_rws("points = [6, 7]", "<1>points = [5, 6, 7]", &[TWO, "Player's point 5"]);
    let changes = [
        ("banker = [ #", "<1>banker = [ #"),
        ("{ point = 7, row = \"S SSSSSSSSSS\"", "<2>{ point = 6, row = \"S SSSSSSSSSS\""),
    ];
    check_all(
        "rws-2016",
        &changes,
        &[&["`drawing.banker` does not say what Banker does on 7"], &[TWO, "Banker's point 6"]],
    );
    let changes =
        [("combinations = [", "<1>combinations = ["), ("[\"banker\", \"tie\"]", "<2>[\"tie\", \"player\"]")];
    check_all("rws-2016", &changes, &[&["does not say", "banker + tie"], &[TWO, "player + tie"]]);
    let changes = [
        ("bets = [\"super_six\"]", "bets = [\"super_six\", \"tiger\"]"),
        ("clause = \"10.25\" }", "<1>clause = \"10.25\" }"),
    ];
    check_all("nsw-2021", &changes, &[&[TWO, "`tiger` on the layout C: yes by its layout, no by its bet"]]);
    check_rws(
        "{ number = [14, 208]",
        "<1>{ number = [14, 208], in_terms = true",
        &["wants one of `choices`, `number`"],
    );
    check(
        "tas-2018",
        "{ exactly = 7 }",
        "<1>{ exactly = 7, at_least = 7 }",
        &["one of `at_least` and `exactly`"],
    );
}

#[test]
fn fields_that_go_together() {
    let changes = [("[settlement]", "<1>[settlement]"), ("void_part = { clause = \"5.9\" }", "")];
    check_all("nz-1998", &changes, &[&["`settlement.void_part` goes with `rounding` refused"]]);
    check_rws(
        "[settlement]",
        "<1>[settlement]\nvoid_part = { clause = \"5.1\" }",
        &["`rounding` refused, and only"],
    );
    let (from, to) = ("combination_approval = \"casino-supervisor\"\n", "");
    check("nsw-2021", from, to, &["names who approves a combination"]);
    let (from, to) =
        ("[roles]\ncasino-op", "<1>combination_approval = \"casino-operator\"\n[roles]\ncasino-op");
    check_rws(from, to, &["where one needs approval, and only there"]);
    let (from, to) = (
        "[limits.found_late]\n",
        "[limits.found_late]\n<1>above_liability = { value = \"stands\", clause = \"3.2\" }\n",
    );
    check_rws(from, to, &["cures a limit that has no `limits.liability`"]);
}

#[test]
fn the_table_of_play() {
    for row in
        ["S SSSSSSSSS", "S SSSSSSSSSSS", "SSSSSSSSSSS", "S SSSSXSSSSS", "s SSSSSSSSSS", "S 闲闲闲闲闲闲", ""]
    {
        check_rws(
            "\"S SSSSSSSSSS\"",
            &format!("<1>\"{row}\""),
            &["impossible drawing row", "like `D DDDDDDDDSD`"],
        );
    }
    check_rws("{ point = 7,", "<1>{ point = 8,", &["`drawing.banker[7].point` is out of range", "0 to 7"]);
    check_rws(
        "points = [6, 7]",
        "<1>points = [6, 7, 8]",
        &["`drawing.player[1].points[2]` is out of range", "0 to 7"],
    );
    let changes = [
        ("banker = [ #", "<1>banker = [ #"),
        ("  { point = 7, row = \"S SSSSSSSSSS\", clause = \"3.6:banker-7\" },\n", ""),
    ];
    check_all("rws-2016", &changes, &[&["does not say what Banker does on 7"]]);
    let changes = [("player = [\n", "<1>player = [\n"), ("points = [6, 7]", "points = [7]")];
    check_all("rws-2016", &changes, &[&["does not say what Player does on 6"]]);
    check_rws(
        "no_player_card = { points = [0,",
        "<1>no_player_card = { points = [9,",
        &["points[0]` is out of range"],
    );
}

#[test]
fn odds_and_commission() {
    for odds in ["0:1", "8:0", "8", "8:1:1", "-8:1", "1e3:1", "99999:1", ""] {
        check_rws(
            "\"8:1\"",
            &format!("<1>\"{odds}\""),
            &[&format!("`{odds}` is not odds"), "like 8:1 or 19:20"],
        );
    }
    check_rws("pays = \"8:1\", ", "<1>", &["`bets.tie.rows[0]` has no `pays`", "or `stand_off = true`"]);
    check("nz-1998", "\"1:20\"", "<1>\"20:20\"", &["keeps back the whole win; expected less than 1:1"]);
    let stand_off = "stand_off = true, clause = \"5.1.a.iii\"";
    check(
        "nz-1998",
        stand_off,
        &format!("<1>commission = \"1:20\", {stand_off}"),
        &["`commission` beside `pays` only"],
    );
}

#[test]
fn decks_layouts_and_other_lists() {
    let decks = "decks = { value = [4, 5, 6, 7, 8]";
    check_rws(decks, "<1>decks = { value = [0]", &["`shoe.decks.value[0]` is out of range", "1 to 16"]);
    check_rws(decks, "<1>decks = { value = [17]", &["out of range; expected a whole number from 1 to 16"]);
    check_rws(decks, "<1>decks = { value = []", &["`shoe.decks.value` is empty; expected at least one"]);
    check_rws(decks, "<1>decks = { value = 8", &["is a whole number; expected a list"]);
    check_rws("value = [\"shoe\", \"scanning-shoe\"]", "<1>value = []", &["`shoe.devices.value` is empty"]);
    check_rws("value = [\"credits\"]", "<1>value = []", &["`wagers.stakes.value` is empty"]);
    check("nz-1998", "value = [\"counted\"]", "<1>value = []", &["`shoe.burn.value` is empty"]);
    check("tas-2018", "seats = { value = [7, 9]", "<1>seats = { value = []", &["`seats.value` is empty"]);
    check(
        "nz-1998",
        "bets = []",
        "<1>bets = [\"jackpot\"]",
        &["the layout baccarat has an area for `jackpot`", "not a bet"],
    );
    check("nz-1998", "bets = []", "<1>bets = [\"Big Jackpot\"]", &["`Big Jackpot` is not the name of a bet"]);
    check(
        "nsw-2021",
        "[\"C\", \"D\", \"H\"]",
        "<1>[\"C\", \"D\", \"H\", \"Z\"]",
        &["`Z` is not a layout; expected one of A, B"],
    );
    check(
        "tas-2018",
        "mini = { seats = [7, 9]",
        "<1>mini = { seats = [3]",
        &["the layout mini has none of the numbers of seats"],
    );
    check("tas-2018", "mini = { seats = [7, 9]", "<1>mini = { seats = [15]", &["out of range", "1 to 14"]);
}

#[test]
fn bets_and_their_conditions() {
    check(
        "nz-1998",
        "{ on = { winner = \"player\" }",
        "<1>{ variant = \"federal\", on = { winner = \"player\" }",
        &["`federal` is not a variant; expected one of standard"],
    );
    let tiger_tie = "{ winner = \"tie\", point = 6 }";
    check("nsw-2021", tiger_tie, "<1>{ winner = \"tie\", point = 6, point_not = 6 }", &["can never happen"]);
    check(
        "nsw-2021",
        tiger_tie,
        "<1>{ winner = \"banker\", point = 0 }",
        &["`bets.tiger_tie.rows[0].on` can never happen"],
    );
    check(
        "nsw-2021",
        tiger_tie,
        "<1>{ winner = \"tie\", point = 10 }",
        &["point` is out of range", "0 to 9"],
    );
    check(
        "nsw-2021",
        tiger_tie,
        "<1>{ winner = \"nobody\" }",
        &["`nobody` is not a winner; expected player, banker, tie"],
    );
    let super_six = "{ on = { winner = \"banker\", point = 6 }, pays = \"15:1\"";
    check(
        "nsw-2021",
        super_six,
        "<1>{ on = { point = 6, cards = 2 }, pays = \"15:1\"",
        &["expected `winner` player or banker"],
    );
    check(
        "nsw-2021",
        super_six,
        "<1>{ on = { winner = \"banker\", cards = 4 }, pays = \"15:1\"",
        &["2 to 3"],
    );
    check("nsw-2021", tiger_tie, "<1>{ winner = \"tie\", margin = 3 }", &["can never happen"]);
    check("nsw-2021", tiger_tie, "<1>{ winner = \"tie\", point = 6, natural = true }", &["can never happen"]);
    check("nsw-2021", tiger_tie, "<1>{ winner = \"tie\", sum = [13, 15] }", &["can never happen"]);
    check(
        "nsw-2021",
        tiger_tie,
        "<1>{ winner = \"tie\", margin = [] }",
        &["is empty; expected at least one"],
    );
    check("nsw-2021", tiger_tie, "<1>{ winner = \"tie\", dealt = [4, 7] }", &["out of range", "4 to 6"]);
    check("nsw-2021", tiger_tie, "<1>{ winner = \"tie\", margin = \"wide\" }", &["a whole number"]);
    check_rws(
        "{ pair = \"banker\" }",
        "<1>{ pair = \"tie\" }",
        &["a pair is of a hand; expected player or banker"],
    );
    check_rws(
        "{ pair = \"banker\" }",
        "<1>{ grade = \"mixed\" }",
        &["`grade` is of a hand's pair; expected `pair`"],
    );
    let rows = "rows = [{ on = { winner = \"tie\" }, pays = \"8:1\", clause = [\"4.1.1:tie\", \"1:tie\"] }]";
    let changes = [("[bets.tie]", "<1>[bets.tie]"), (rows, "rows = []")];
    check_all("rws-2016", &changes, &[&["`bets.tie` can never win in the variant non-commission"]]);
    let changes = [("[bets.player]", "<1>[bets.player]"), ("kind = \"tie\"", "kind = \"side\"")];
    check_all("rws-2016", &changes, &[&["0 bets are of the kind tie; expected one"]]);
    check_rws(
        "kind = \"tie\"",
        "<1>kind = \"draw\"",
        &["`draw` is not a kind of bet; expected player, banker"],
    );
    check_rws("[bets.tie]", "<1>[bets.\"Tie!\"]", &["`Tie!` is not the name of a bet"]);
    check_rws("holds = [\"tie\"]", "<1>holds = [\"side\"]", &["expected player, banker or tie"]);
}

#[test]
fn roles() {
    check_rws(
        "\ncasino-operator = {",
        "\n<1>croupier = { title = \"C\", clause = \"1:house\" }\ncasino-operator = {",
        &["`croupier` is not a role; expected dealer"],
    );
    check(
        "nz-1998",
        "ordered_by = \"casino-supervisor\"\nmay",
        "<1>ordered_by = \"pit-boss\"\nmay",
        &["`pit-boss` is not a role"],
    );
    // The officer for everything uncovered is named once, and reported once.
    check(
        "nz-1998",
        "ordered_by = \"casino-supervisor\"\nmay",
        "<1>ordered_by = \"game-inspector\"\nmay",
        &[
            "`irregularities.uncovered.ordered_by` needs the role game-inspector, which `[roles]` does not have",
        ],
    );
    let (from, to) =
        ("clause = \"4.13\", ordered_by", "<1>told = [\"scrutineer\"], clause = \"4.13\", ordered_by");
    let changes = [(from, to), ("may = true, told = [\"regulator-inspector\"] }\n", "may = true }\n")];
    check_all("nsw-2021", &changes, &[&["sequence-revealed.found.told[0]` needs the role scrutineer"]]);
    let (from, to) =
        ("combination_approval = \"casino-supervisor\"", "<1>combination_approval = \"tournament-manager\"");
    check("nsw-2021", from, to, &["`combination_approval` needs the role tournament-manager"]);
    let (from, to) = (
        "\"Gaming Supervisor\", counts_as = [\"casino-supervisor\"]",
        "<1>\"GS\", counts_as = [\"scrutineer\"]",
    );
    check("nsw-2021", from, to, &["counts_as[0]` needs the role scrutineer"]);
}

#[test]
fn settings_that_code_asks_for_offer_words_that_it_knows() {
    let from = "roads-count-no-bet-coups = { choices = [\"yes\", \"no\"], default = \"yes\" }";
    let strange = "`house:roads-count-no-bet-coups` cannot be";
    for (to, found) in [
        ("{ choices = <1>[\"ja\", \"nein\"], default = \"ja\" }", "`ja`, `nein`"),
        ("{ choices = <1>[\"yes\", \"nein\"], default = \"yes\" }", "be `nein`"),
        ("<1>{ number = [0, 1] }", "a number"),
    ] {
        let to = format!("roads-count-no-bet-coups = {to}");
        check_all("nz-1998", &[(from, &to)], &[&[strange, found, "expected `choices` out of yes, no"]]);
    }
    // A rulebook may offer fewer of them, and what no code asks for is free text.
    let mut texts = texts("nz-1998");
    let fewer = "roads-count-no-bet-coups = { choices = [\"no\"] }\nmusic = { choices = [\"ja\", \"nein\"] }";
    texts[0] = texts[0].replace(from, fewer);
    assert!(read(&texts).is_ok());
}

#[test]
fn settings_of_the_house() {
    check_rws(
        "= { house = \"cut-card-depth\" }",
        "= <1>{ house = \"depth\" }",
        &["`shoe.behind_marker` rests on `house:depth`, which is not listed under `[house]`"],
    );
    let changes = [
        ("posted = {", "<1>posted = {"),
        ("unit = {", "<2>unit = {"),
        ("limits-notice = {", "<3>limits-notice = {"),
        ("\nlimits = { in_terms", "\nlimit = { in_terms"),
    ];
    let expected: [&[&str]; 3] =
        [&["`limits.posted` rests on `house:limits`"], &["`limits.unit`"], &["`procedure.limits-notice`"]];
    check_all("rws-2016", &changes, &expected);
    let (from, to) =
        ("[\"this-coup-is-last\", \"one-more-coup\"]", "<1>[\"this-coup-is-last\", \"whenever\"]");
    check_rws(
        from,
        to,
        &["`house:end-of-shoe` has choices that are not an end of the shoe", "one-more-coup"],
    );
    check_rws(
        "[\"this-coup-is-last\", \"one-more-coup\"]",
        "<1>[]",
        &["`house.end-of-shoe.choices` is empty"],
    );
    check_rws(
        "[\"none\", \"one\", \"counted\"]",
        "<1>[\"none\", \"two\"]",
        &["`house:burn` has choices that are not a burn"],
    );
    // Asked for by a dozen irregularities, reported once.
    let (from, to) = (
        "uncovered-irregularity = { choices = [\"officer\",",
        "<1>uncovered-irregularity = { choices = [\"officer\", \"rerun\",",
    );
    check_rws(from, to, &["`house:uncovered-irregularity` has choices that are not a cure"]);
    check_rws(
        "{ number = [14, 208] }",
        "<1>{ choices = [\"14\"] }",
        &["is a number of cards; expected `number ="],
    );
    check_rws(
        "{ number = [14, 208] }",
        "<1>{ number = [208, 14] }",
        &["is no range; expected two whole numbers"],
    );
    check_rws(
        "{ number = [14, 208] }",
        "<1>{ number = [14, 208], default = \"9\" }",
        &["`9` is not among the choices"],
    );
    check_rws(
        "{ in_terms = true }",
        "<1>{ in_terms = true, default = \"1\" }",
        &["`1` is not among the choices"],
    );
    check_rws(
        "{ in_terms = true }",
        "<1>{}",
        &["`house.limits` wants one of `choices`, `number` and `in_terms`"],
    );
    let (from, to) = (
        "[\"officer\", \"void-coup\"], default = \"officer\"",
        "<1>[\"officer\", \"void-coup\"], default = \"captain\"",
    );
    check_rws(from, to, &["the default `captain` is not among the choices; expected officer | void-coup"]);
}

#[test]
fn irregularities() {
    let changes = [("[irregularities]", "<1>[irregularities]"), ("\"wrong-display\", ", "")];
    check_all("rws-2016", &changes, &[&["does not answer `wrong-display`", "`uncovered` or `impossible`"]]);
    let changes = [
        ("[irregularities.too-few-cards]", "<1>[irregularities.too-few-cards]"),
        ("[\"wrong-holder\"]", "[\"wrong-holder\", \"too-few-cards\"]"),
    ];
    check_all(
        "rws-2016",
        &changes,
        &[&["two values for one question: `too-few-cards` is answered more than once"]],
    );
    let changes = [
        ("[irregularities]", "<1>[irregularities]"),
        ("[\"wrong-holder\"]", "[\"wrong-holder\", \"fraud\"]"),
    ];
    check_all("rws-2016", &changes, &[&["two values for one question: `fraud`"]]);
    check_rws("[\"wrong-holder\"]", "<1>[\"wrong-holder\", \"rain\"]", &["`rain` is not an irregularity"]);
    let changes =
        [("[irregularities.foreign-card]", "<1>[irregularities.foreign-card]"), ("during-coup = {", "# {")];
    check_all("rws-2016", &changes, &[&["`irregularities.foreign-card` has no `during-coup`"]]);
    let between = "between-coups = { cure = \"stands\"";
    check_rws(
        between,
        "<1>between-coups = { cure = \"rest\"",
        &["`rest` is not a cure; expected becomes-bankers-third"],
    );
    check_rws(
        "between-coups = { cure = \"stands\", ",
        "<1>between-coups = { ",
        &["between-coups` has no `cure`"],
    );
    const NO_BET: &str = "expected `no_bet_coup` to cite how one is dealt";
    let changes = [("[irregularities]", "<1>[irregularities]"), ("no_bet_coup = { clause", "# { clause")];
    check_all("tas-2018", &changes, &[&[NO_BET]]);
    let (from, to) = (
        "surplus-card = { choices = [\"officer\", \"opens-next-coup\"",
        "surplus-card = { choices = [\"officer\", \"opens-no-bet-coup\"",
    );
    check_all("rws-2016", &[("[irregularities]", "<1>[irregularities]"), (from, to)], &[&[NO_BET]]);
}
