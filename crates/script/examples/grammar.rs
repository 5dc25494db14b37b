//! Prints the grammar of scripts, as docs/script.md has it.

fn main() {
    print!("{}", punto_script::grammar());
}
