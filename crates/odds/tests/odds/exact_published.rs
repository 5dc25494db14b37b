//! Figures that others have published for full shoes, and what the rulebooks make of them.

use punto_odds::{Analysis, BetOdds, Composition, Instructions};
use punto_rulebook::Rulebook;

fn analysis(book: &str, variant: &str) -> Analysis {
    Analysis::of_book(&Rulebook::embedded(book).unwrap(), variant).unwrap()
}

fn odds(book: &str, variant: &str, decks: u32) -> Vec<BetOdds> {
    analysis(book, variant).odds(&Composition::decks(decks).unwrap()).unwrap()
}

/// The house edge in percent, to seven places.
fn edge(odds: &[BetOdds], bet: &str) -> String {
    let odds = odds.iter().find(|odds| odds.bet.as_str() == bet).unwrap();
    let digits = odds.house_edge.decimal(9);
    let (whole, places) = digits.split_once('.').unwrap();
    assert_eq!(whole, "0", "{bet}");
    format!("{}.{}", places[..2].trim_start_matches('0'), &places[2..])
}

/// Eight decks to the last unit: the counts every published table goes back to.
#[test]
fn eight_deck_counts() {
    for instructions in Instructions::all() {
        let analysis = analysis("nsw-2021", "standard").with(instructions);
        let figures = analysis.figures(&Composition::decks(8).unwrap()).unwrap();
        let counts = |name: &str| {
            let bet = figures.bets().find(|bet| bet.bet().as_str() == name).unwrap();
            assert_eq!(bet.total(), 4_998_398_275_503_360.0);
            bet.counts().to_vec()
        };
        let (player, banker, tie) = (2_230_518_282_592_256.0, 2_292_252_566_437_888.0, 475_627_426_473_216.0);
        assert_eq!(counts("player"), [player, tie, banker], "{instructions}");
        assert_eq!(counts("banker"), [banker, tie, player], "{instructions}");
        assert_eq!(counts("tie"), [tie, player + banker], "{instructions}");
    }
}

#[test]
fn published_edges() {
    let cases = [
        ("nsw-2021", "standard", 8, "player", "1.2350813"),
        ("nsw-2021", "standard", 8, "banker", "1.0579058"),
        ("nsw-2021", "standard", 8, "tie", "14.3596288"),
        ("nsw-2021", "standard", 8, "player_pair", "10.3614458"),
        ("nsw-2021", "standard", 8, "banker_pair", "10.3614458"),
        ("nsw-2021", "even-money", 8, "banker", "1.4581045"),
        ("nsw-2021", "even-money", 8, "player", "1.2350813"),
        ("nsw-2021", "standard", 6, "player", "1.2374149"),
        ("nsw-2021", "standard", 6, "banker", "1.0558487"),
        ("nsw-2021", "standard", 6, "tie", "14.4381598"),
        ("nsw-2021", "standard", 6, "player_pair", "11.2540193"),
        ("tas-2013", "standard", 8, "banker", "1.0579058"),
        ("tas-2013", "federal", 8, "banker", "1.4581045"),
        ("tas-2018", "federal", 8, "banker", "1.4581045"),
        ("rws-2016", "non-commission", 8, "banker", "1.4581045"),
        ("rws-2016", "non-commission", 8, "banker_pair", "10.3614458"),
    ];
    for (book, variant, decks, bet, published) in cases {
        assert_eq!(edge(&odds(book, variant, decks), bet), published, "{book} {variant} {decks} {bet}");
    }
}

/// New Zealand says even money less a commission where others say 19 to 20: the same game.
#[test]
fn commission_is_taken_off_the_win() {
    let book = Rulebook::embedded("nz-1998").unwrap();
    for variant in &book.variants {
        let odds = odds("nz-1998", &variant.id, 8);
        assert_eq!(edge(&odds, "banker"), "1.0579058");
        let banker = odds.iter().find(|odds| odds.bet.as_str() == "banker").unwrap();
        assert_eq!(banker.outcomes[0].pays.unwrap().to_string(), "19:20");
    }
}

/// Super Six wins what Tiger wins, and Tiger is Big and Small Tiger together.
#[test]
fn bets_on_bankers_six_agree() {
    let odds = odds("nsw-2021", "standard", 8);
    let hit = |bet: &str| odds.iter().find(|odds| odds.bet.as_str() == bet).unwrap().hit_rate;
    assert_eq!(hit("super_six"), hit("tiger"));
    let (big, small) = (hit("big_tiger").to_f64(), hit("small_tiger").to_f64());
    assert!((big + small - hit("tiger").to_f64()).abs() < 1e-15);
    assert_eq!(hit("super_six").decimal(7), "0.0538637");
}

/// Stand-offs are counted as staked, and the other custom is given beside it.
#[test]
fn the_edge_of_a_resolved_stake_leaves_ties_out() {
    let odds = odds("nsw-2021", "standard", 8);
    let resolved = |place: usize| odds[place].house_edge_resolved.unwrap().decimal(7);
    assert_eq!((odds[0].bet.as_str(), resolved(0)), ("player", "0.0136497".into()));
    assert_eq!((odds[1].bet.as_str(), resolved(1)), ("banker", "0.0116916".into()));
    assert_eq!((odds[2].bet.as_str(), odds[2].house_edge_resolved), ("tie", Some(odds[2].house_edge)));
}

#[test]
fn hit_rates_and_deviations() {
    let odds = odds("nsw-2021", "standard", 8);
    let hit = odds[..3].iter().map(|odds| odds.hit_rate.decimal(15)).collect::<Vec<_>>();
    assert_eq!(hit, ["0.446246609343597", "0.458597422632763", "0.095155968023640"]);
    let deviations =
        odds[..3].iter().map(|odds| format!("{:.6}", odds.standard_deviation)).collect::<Vec<_>>();
    assert_eq!(deviations, ["0.951153", "0.927372", "2.640872"]);
}

/// Bets of many places, written as data: the counts that their analysts published for eight decks, and the edges.
///
/// <https://wizardofodds.com/games/baccarat/side-bets/> has the counts of Dragon Bonus and Lucky 6, and its page on EZ Baccarat
/// those of Dragon 7 and Panda 8.
#[test]
fn bets_of_the_example_have_their_published_odds() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/side-bets");
    let book = Rulebook::load(&folder).unwrap();
    let analysis = Analysis::of_book(&book, "non-commission").unwrap();
    let eight = Composition::decks(8).unwrap();
    let figures = analysis.figures(&eight).unwrap();
    let wins: [(&str, &[f64]); 5] = [
        ("dragon_seven", &[112_633_011_329_024.0]),
        ("panda_eight", &[172_660_763_262_976.0]),
        (
            "player_bonus",
            &[
                812_685_054_124_032.0,
                89_325_908_267_520.0,
                18_409_431_764_992.0,
                34_097_645_543_424.0,
                89_590_261_473_280.0,
                141_238_897_317_888.0,
                166_169_165_987_840.0,
                186_780_352_174_080.0,
            ],
        ),
        (
            "banker_bonus",
            &[
                812_685_054_124_032.0,
                89_325_908_267_520.0,
                15_390_342_909_952.0,
                28_305_092_784_128.0,
                79_517_099_278_336.0,
                119_200_072_366_080.0,
                157_275_882_332_160.0,
                201_147_167_287_296.0,
            ],
        ),
        ("lucky_six", &[186_173_936_904_192.0, 83_058_367_551_488.0]),
    ];
    for (name, published) in wins {
        let bet = figures.bets().find(|bet| bet.bet().as_str() == name).unwrap();
        assert_eq!(bet.counts()[..published.len()], *published, "{name}");
    }
    let odds = analysis.odds(&eight).unwrap();
    let edges = [
        ("dragon_seven", "7.6113"),
        ("panda_eight", "10.1876"),
        ("player_bonus", "2.6517"),
        ("banker_bonus", "9.3731"),
        ("lucky_six", "16.6836"),
        ("small", "5.2829"),
        ("big", "4.3457"),
    ];
    for (bet, published) in edges {
        let own: f64 = edge(&odds, bet).parse().unwrap();
        assert_eq!(format!("{own:.4}"), published, "{bet}");
    }
}
