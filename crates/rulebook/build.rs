//! Finds the documents, and lists the scenarios of `rulebooks/*/scenarios`, so that they come with the binary.
//!
//! `rulebooks` in this folder is a link to the project's own, which becomes a folder when the crate is packed.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let own = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("rulebooks");
    // Where links cannot be made, a file that names its target lies in the place of one.
    let root = if own.is_dir() { own } else { own.with_file_name("../../rulebooks") };
    println!("cargo:rustc-env=PUNTO_RULEBOOKS={}", root.display());
    println!("cargo:rerun-if-changed={}", root.display());
    let mut list = String::from("&[\n");
    let mut books: Vec<_> =
        fs::read_dir(&root).expect("rulebooks/ is there").flatten().map(|e| e.path()).collect();
    books.sort();
    for book in books {
        let folder = book.join("scenarios");
        println!("cargo:rerun-if-changed={}", folder.display());
        let mut files: Vec<_> =
            fs::read_dir(&folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "script")) {
            let name =
                |path: &Path| path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
            let path = fs::canonicalize(file).expect("a listed file exists");
            writeln!(list, "    ({:?}, {:?}, include_str!({:?})),", name(&book), name(file), path)
                .expect("a string takes text");
        }
    }
    list.push_str("]\n");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("scenarios.rs");
    fs::write(out, list).expect("the build folder can be written");
}
