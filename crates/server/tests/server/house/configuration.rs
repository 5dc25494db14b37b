//! The configuration: the example holds, and mistakes are named with their place and what would be right.

use std::path::Path;

use punto_config::{Config, Options};

fn read(text: &str, options: &Options) -> Result<Config, String> {
    Config::read(Path::new("punto.toml"), text, options).map_err(|mistakes| mistakes.to_string())
}

#[test]
fn the_example_is_in_order_and_says_what_holds_anyway() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../punto.example.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    let config = read(&text, &Options::default()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert_eq!(config.tables.len(), 2);
    let usual = read("", &Options::default()).unwrap();
    let shown = |config: &Config| {
        let Config { site, node, listen, limits, log, idle, copies, disk, pace, .. } = config;
        format!("{site} {node} {listen} {limits:?} {:?} {idle:?} {copies:?} {disk:?} {pace:?}", log.level)
    };
    assert_eq!(shown(&config), shown(&usual), "the example shows other values than the usual ones");
    // What is commented out in the example is known, too.
    let whole: String = text
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(rest) if rest.split_once(" = ").is_some_and(|(key, _)| !key.contains(' ')) => {
                format!("{rest}\n")
            }
            _ => format!("{line}\n"),
        })
        .collect();
    let whole =
        whole.replace("folder = \"rulebooks\"", &format!("folder = {:?}", path.with_file_name("rulebooks")));
    read(&whole, &Options::default()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
}

#[test]
fn mistakes_are_named_with_their_place() {
    for (text, expected) in [
        ("[listn]\n", "punto.toml:1:2: unknown key `listn`, expected one of `site`, `listen`"),
        ("[site]\nname = \"x\"\nnaem = 1\n", "punto.toml:3:1: unknown key `naem`, expected `name` or `node`"),
        ("[site\n", "punto.toml:1:"),
        ("[site]\nname = 5\n", "punto.toml:2:8: invalid type: integer `5`, expected a string"),
        ("[site]\nname = \"\"\n", "punto.toml:2:8: the site name has 1 to 40 letters"),
        ("[listen]\naddress = \"here\"\n", "punto.toml:2:11: `here` is not an address like 127.0.0.1:8080"),
        ("[listen]\nconnections = 0\n", "punto.toml:2:15: 0 is out of range; expected 16 to 1000000"),
        ("[listen]\npublic = \"tables.example\"\n", "is not an address like https://tables.example.org"),
        ("[log]\nlevel = \"loud\"\n", "`loud` is not a level: error, warn, info, debug, trace or off"),
        ("[log]\nformat = \"xml\"\n", "expected text or json"),
        ("[software]\nmanifest = \"m\"\n", "punto.toml:2:12: a manifest needs `key`"),
        ("[software]\nkey = \"abc\"\n", "`abc` is not a public key of 64 hexadecimal digits"),
        ("[checkpoints]\ncopies = [\"ftp://x\"]\n", "punto.toml:2:11: `ftp://x` is no place for copies"),
        ("[disk]\nwarn-mib = 10\nclose-mib = 20\n", "punto.toml:3:13: wagering would close at 20 MiB"),
        (
            "[money]\nlarge-win = \"much\"\n",
            "punto.toml:2:13: `much` is not an amount like \"50000\" or \"0.50\"",
        ),
        ("[money]\naccount-most = \"0\"\n", "punto.toml:2:16: 0 is not an amount; leave the key out"),
        ("[[table]]\nname = \"t\"\n", "missing field `rulebook`"),
        (
            "[[table]]\nname = \"T 1\"\nrulebook = \"nsw-2021\"\n",
            "punto.toml:2:8: `T 1` is not the name of a table",
        ),
        (
            "[[table]]\nname = \"t\"\nrulebook = \"nsw\"\n",
            "punto.toml:3:12: `nsw` is not a rulebook; known are nsw-2021",
        ),
        (
            "[[table]]\nname = \"t\"\nrulebook = \"nsw-2021\"\nopening = \"usual, decks 7\"\n",
            "punto.toml:4:11: nsw-2021 does not allow this table:",
        ),
        (
            "[[table]]\nname = \"t\"\nrulebook = \"nsw-2021\"\nopening = \"usual, dekcs 8\"\n",
            "punto.toml:4:11: ",
        ),
        (
            "[[table]]\nname = \"t\"\nrulebook = \"rws-2016\"\ndealer = \"robot\"\n",
            "expected automatic or person",
        ),
        (
            "[[table]]\nname = \"t\"\nrulebook = \"rws-2016\"\nbet-seconds = 0\n",
            "wagers stay open for 1 to 3600 seconds",
        ),
        (
            "[[table]]\nname = \"t\"\nrulebook = \"rws-2016\"\n[[table]]\nname = \"t\"\nrulebook = \"rws-2016\"\n",
            "punto.toml:5:8: there are two tables called t",
        ),
    ] {
        let mistakes = read(text, &Options::default()).unwrap_err();
        assert!(mistakes.contains(expected), "{text}\n{mistakes}\nlacks {expected}");
    }
}

#[test]
fn nothing_waits_for_an_attendant_unless_somebody_says_so_or_it_is_a_demonstration() {
    let amounts = |text: &str, demo: bool| {
        let money = read(text, &Options { demo, ..Options::default() }).unwrap().money;
        (money.large_win.map(|win| win.to_string()), money.account_most.map(|most| most.to_string()))
    };
    let some = |amount: &str| Some(amount.to_owned());
    assert_eq!(amounts("", false), (None, None));
    assert_eq!(amounts("", true), (some("50000"), None));
    let text = "[money]\nlarge-win = \"10000\"\naccount-most = \"250.50\"\n";
    for demo in [false, true] {
        assert_eq!(amounts(text, demo), (some("10000"), some("250.50")));
    }
}

#[test]
fn all_mistakes_are_named_at_once() {
    let text = "[site]\nname = \"\"\n[log]\nlevel = \"loud\"\n[[table]]\nname = \"t\"\nrulebook = \"x\"\n";
    assert_eq!(read(text, &Options::default()).unwrap_err().lines().count(), 3);
}

#[test]
fn a_public_address_needs_a_proxy() {
    let options = Options { listen: Some("0.0.0.0:8080".parse().unwrap()), ..Options::default() };
    let mistakes = read("", &options).unwrap_err();
    assert!(mistakes.contains("--behind-proxy"), "{mistakes}");
    let config = read("", &Options { behind_proxy: true, ..options }).unwrap();
    assert!(config.secure());
    for local in ["127.0.0.1:1", "127.8.9.1:1", "[::1]:1"] {
        let options = Options { listen: Some(local.parse().unwrap()), ..Options::default() };
        assert!(!read("", &options).unwrap().secure());
    }
}

#[test]
fn scanning_shoes_connect_on_this_machine_or_on_a_wire_of_their_own() {
    let shoes = |address: &str, more: &str| {
        let text = format!("[listen]\nscanning-shoes = \"{address}\"\n{more}");
        read(&text, &Options::default()).map(|config| config.scanning_shoes.unwrap().to_string())
    };
    let own = "scanning-shoes-wire = \"own\"\n";
    for local in ["127.0.0.1:8081", "127.8.9.1:1", "[::1]:8081"] {
        assert_eq!(shoes(local, "").unwrap(), local);
    }
    for outside in ["0.0.0.0:8081", "10.1.2.3:8081", "[::]:8081"] {
        let mistakes = shoes(outside, "").unwrap_err();
        assert!(mistakes.contains("scanning-shoes-wire = \"own\""), "{mistakes}");
        // A proxy stands before browsers, and not before shoes.
        assert!(shoes(outside, "behind-proxy = true\n").is_err());
        assert_eq!(shoes(outside, own).unwrap(), outside);
    }
    let mistakes = shoes("10.1.2.3:8081", "scanning-shoes-wire = \"shared\"\n").unwrap_err();
    assert!(mistakes.contains("punto.toml:3:23: `shared` is not a wire of scanning shoes"), "{mistakes}");
    let options = Options { scanning_shoes: Some("10.1.2.3:8081".parse().unwrap()), ..Options::default() };
    assert!(read("", &options).unwrap_err().contains("scanning-shoes-wire"));
    read(&format!("[listen]\n{own}"), &options).unwrap();
}

#[test]
fn the_command_line_goes_before_the_file() {
    let text = "[listen]\naddress = \"127.0.0.1:1\"\n[data]\nfolder = \"there\"\n[log]\nlevel = \"warn\"\n";
    let options = Options {
        listen: Some("127.0.0.1:2".parse().unwrap()),
        data: Some("here".into()),
        log_level: Some("debug".into()),
        log_json: true,
        ..Options::default()
    };
    let config = read(text, &options).unwrap();
    assert_eq!((config.listen.port(), config.data.to_str()), (2, Some("here")));
    assert_eq!(config.sealing_key, Path::new("here-keys/sealing.key"));
    assert!(config.log.json && config.log.level == tracing::level_filters::LevelFilter::DEBUG);
    let loud = Options { log_level: Some("loud".into()), ..Options::default() };
    assert!(read("", &loud).unwrap_err().contains("`loud` is not a level"));
}

#[test]
fn a_demonstration_has_a_table_for_each_document() {
    let config = read("", &Options { demo: true, ..Options::default() }).unwrap();
    let books: Vec<&str> = config.tables.iter().map(|table| table.rulebook.as_str()).collect();
    assert_eq!(books, ["nsw-2021", "tas-2013", "tas-2018", "nz-1998", "rws-2016"]);
}

#[test]
fn rulebooks_of_a_folder_are_known_and_their_mistakes_named() {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks/rws-2016");
    let own = folder.path().join("own");
    std::fs::create_dir(&own).unwrap();
    for name in ["rulebook.toml", "clauses.toml"] {
        let text = std::fs::read_to_string(source.join(name)).unwrap();
        std::fs::write(own.join(name), text.replacen("\"rws-2016\"", "\"own-1\"", 1)).unwrap();
    }
    let options = Options { rulebooks: Some(folder.path().into()), ..Options::default() };
    let config = read("[[table]]\nname = \"t\"\nrulebook = \"own-1\"\n", &options).unwrap();
    assert_eq!(config.books.iter().count(), 6);
    std::fs::write(own.join("rulebook.toml"), "schema = 2").unwrap();
    assert!(read("", &options).unwrap_err().contains("rulebook.toml:"));
    let gone = Options { rulebooks: Some(folder.path().join("gone")), ..Options::default() };
    assert!(read("", &gone).unwrap_err().contains("cannot be read"));
}
