//! `punto manifest`: the signed list of what may run, made in the workshop and checked anywhere.

use std::path::PathBuf;

use clap::Subcommand;
use punto_config::{Config, Options, Software};
use punto_server::software;
use punto_software::{Manifest, VouchedKey, VouchingKey};
use serde_json::json;

use crate::failure::{Answer, Failure};
use crate::print::as_json;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto manifest make --key release.key --config punto.toml --out punto.manifest
  punto manifest check --manifest punto.manifest --config punto.toml --public 3b6a27bc…

The manifest lists this very program, the web page in it, every rulebook and the configuration file with their SHA-256, \
signed with Ed25519. The key file is made if it is not there; keep it away from the servers. `punto serve` checks the \
manifest that its configuration names at the start, on demand, once a day and file by file all the time, and opens no \
table if something differs.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write and sign the manifest of this program.
    Make(Make),
    /// Compare this program with a signed manifest.
    Check(Check),
}

#[derive(clap::Args)]
struct Make {
    /// Sign with the key in this file; a new one is made where there is none.
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// Write the manifest to this file instead of the output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// List this configuration file, too: `punto serve` compares the one that it is started with.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// List the rulebooks in the folders of this folder, too.
    #[arg(long, value_name = "DIR")]
    rulebooks: Option<PathBuf>,
}

#[derive(clap::Args)]
struct Check {
    /// The manifest.
    #[arg(long, value_name = "FILE")]
    manifest: PathBuf,
    /// The public key of whoever signs: 64 hexadecimal digits.
    #[arg(long, value_name = "KEY")]
    public: String,
    /// Look at this configuration file, too.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Look at the rulebooks in the folders of this folder, too.
    #[arg(long, value_name = "DIR")]
    rulebooks: Option<PathBuf>,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Answer {
    match &args.command {
        Command::Make(args) => make(args),
        Command::Check(args) => check(args),
    }
}

fn loaded(config: &Option<PathBuf>, rulebooks: &Option<PathBuf>) -> Result<Config, Failure> {
    let (config, rulebooks) = (config.clone(), rulebooks.clone());
    Config::load(&Options { config, rulebooks, ..Options::default() }).map_err(Failure::of)
}

fn make(args: &Make) -> Answer {
    let parts = software::parts(&loaded(&args.config, &args.rulebooks)?).map_err(Failure::Message)?;
    let key = VouchingKey::load_or_create(&args.key).map_err(Failure::Message)?;
    let text = Manifest { version: env!("CARGO_PKG_VERSION").into(), parts }.sign(&key);
    match &args.out {
        None => Ok(text),
        Some(out) => {
            std::fs::write(out, &text)
                .map_err(|error| Failure::Message(format!("{} cannot be written: {error}", out.display())))?;
            Ok(format!("{} is written; its public key is {}\n", out.display(), key.public()))
        }
    }
}

fn check(args: &Check) -> Answer {
    let key: VouchedKey = args.public.parse().map_err(Failure::Message)?;
    let software = Software { manifest: Some(args.manifest.clone()), key: Some(key) };
    let checked = software::check(&Config { software, ..loaded(&args.config, &args.rulebooks)? });
    if args.json {
        let holds = checked.wrong.is_none();
        let answer = json!({ "holds": holds, "wrong": checked.wrong, "parts": checked.lines, "manifest": checked.manifest });
        let text = as_json(&answer);
        return if holds { Ok(text) } else { Err(Failure::Disagreement(text)) };
    }
    let mut text: String = checked.lines.iter().map(|line| format!("{line}\n")).collect();
    match checked.wrong {
        None => Ok(text + "everything is as approved\n"),
        Some(wrong) => {
            text += &format!("{wrong}\n");
            Err(Failure::Disagreement(text))
        }
    }
}
