//! The five documents and their scenarios, inside the binary.

macro_rules! books {
    ($($id:literal),*) => {
        /// Id, `rulebook.toml` and `clauses.toml` of each.
        pub(crate) const BOOKS: &[(&str, &str, &str)] = &[$((
            $id,
            include_str!(concat!(env!("PUNTO_RULEBOOKS"), "/", $id, "/rulebook.toml")),
            include_str!(concat!(env!("PUNTO_RULEBOOKS"), "/", $id, "/clauses.toml")),
        )),*];
    };
}

books!("nsw-2021", "tas-2013", "tas-2018", "nz-1998", "rws-2016");

/// Document, name and text of every scenario.
pub(crate) const SCENARIOS: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/scenarios.rs"));
