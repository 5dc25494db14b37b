//! The picture of the crates, drawn from their manifests. `PUNTO_WRITE=1` writes it; otherwise it is compared.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

use crate::support::root;

const PICTURE: &str = "docs/crates.svg";
// The size of a box and of the room around it.
const WIDE: usize = 96;
const HIGH: usize = 28;
const ACROSS: usize = 24;
const DOWN: usize = 34;

/// Each crate of the project with those it uses, by the names of their folders.
pub(crate) type Uses = BTreeMap<String, BTreeSet<String>>;

/// What the manifests say. What only tests use is left out.
pub(crate) fn uses() -> Uses {
    let mut uses = Uses::new();
    for folder in fs::read_dir(root().join("crates")).unwrap().flatten() {
        let text = fs::read_to_string(folder.path().join("Cargo.toml")).unwrap();
        let (_, dependencies) = text.split_once("[dependencies]\n").expect("dependencies");
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        let own = dependencies.lines().filter_map(|line| line.strip_prefix("punto-"));
        let own = own.filter_map(|line| line.split(['.', ' ', '=']).next()).map(str::to_owned);
        uses.insert(folder.file_name().into_string().unwrap(), own.collect());
    }
    uses
}

/// How many crates lie below one, on the longest way down.
fn depth(uses: &Uses, name: &str) -> usize {
    uses[name].iter().map(|below| 1 + depth(uses, below)).max().unwrap_or(0)
}

/// Whether one crate uses another, directly or through others.
fn reaches(uses: &Uses, from: &str, to: &str) -> bool {
    uses[from].iter().any(|below| below == to || reaches(uses, below, to))
}

/// What each crate uses and does not get through another: the picture of all of it would be black.
fn reduced(uses: &Uses) -> Uses {
    let direct = |name: &String, below: &BTreeSet<String>| {
        let through = |to: &String| below.iter().any(|via| via != to && reaches(uses, via, to));
        (name.clone(), below.iter().filter(|to| !through(to)).cloned().collect())
    };
    uses.iter().map(|(name, below)| direct(name, below)).collect()
}

fn picture(uses: &Uses) -> String {
    let mut layers: Vec<Vec<&String>> = Vec::new();
    for name in uses.keys() {
        let depth = depth(uses, name);
        layers.resize(layers.len().max(depth + 1), Vec::new());
        layers[depth].push(name);
    }
    let widest = layers.iter().map(Vec::len).max().unwrap_or(0);
    let (width, height) = (widest * (WIDE + ACROSS) + ACROSS, layers.len() * (HIGH + DOWN) + DOWN);
    let mut at = BTreeMap::new();
    for (depth, layer) in layers.iter().enumerate() {
        let room = (width - layer.len() * WIDE) / (layer.len() + 1);
        for (place, name) in layer.iter().enumerate() {
            let x = room + place * (WIDE + room);
            at.insert(*name, (x, height - (depth + 1) * (HIGH + DOWN)));
        }
    }
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"The crates: each stands on those below it that it uses\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (name, below) in &reduced(uses) {
        for to in below {
            let ((x1, y1), (x2, y2)) = (at[name], at[to]);
            let (x1, y1, x2) = (x1 + WIDE / 2, y1 + HIGH, x2 + WIDE / 2);
            let _ = writeln!(svg, "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"#889\" fill=\"none\"/>");
        }
    }
    for (name, (x, y)) in &at {
        let (middle, line) = (x + WIDE / 2, y + HIGH / 2 + 5);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDE}\" height=\"{HIGH}\" rx=\"5\" fill=\"#eef3ee\" stroke=\"#275\"/>\
             <text x=\"{middle}\" y=\"{line}\" text-anchor=\"middle\" fill=\"#122\">{name}</text>"
        );
    }
    svg + "</svg>\n"
}

#[test]
fn the_picture_of_the_crates_is_that_of_their_manifests() {
    let (path, drawn) = (root().join(PICTURE), picture(&uses()));
    if std::env::var_os("PUNTO_WRITE").is_some() {
        fs::write(&path, &drawn).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == drawn,
        "{PICTURE} is of other manifests; PUNTO_WRITE=1 cargo test -p punto picture draws it anew"
    );
}
