//! Has the page embedded anew whenever it was built anew.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}
