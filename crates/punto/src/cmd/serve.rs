//! `punto serve`: the floor, the server and the web page, until somebody stops it.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;

use punto_config::{Config, Options};
use punto_server::logs;
use punto_server::serve::{Founder, Server, run as serve};
use punto_server::tls::Tls;

use crate::failure::{Answer, Failure};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto serve --demo                              five tables with play money at http://127.0.0.1:8080
  punto serve --config punto.toml --check-config  say what is wrong with a configuration, and stop
  punto serve --config punto.toml --behind-proxy --listen 0.0.0.0:8080

What is said here goes before what the file says. punto.example.toml explains every key of the file.

Every option has a variable of the environment, which goes behind the command line and before the file: \
PUNTO_SERVE_LISTEN, PUNTO_SERVE_DATA, PUNTO_SERVE_DEMO=yes. One that begins so and is none of them stops the start.

At an address that other machines can reach Punto starts only if it speaks TLS itself, by --certificate and \
--certificate-key, or behind a proxy that does: the proxy passes WebSockets on, keeps the Host header, and sets X-Forwarded-For.

The first start of a house for money makes two administrators and somebody who answers for the house, each with a \
password for one sign-in in a file of its own. SIGINT and SIGTERM stop the server \
in order: connections are told, commands that wait are finished and written, a checkpoint is signed.")]
pub(crate) struct Args {
    /// Read this configuration file.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Say what is wrong with the configuration, or what it comes to, and stop.
    #[arg(long)]
    check_config: bool,
    /// A demonstration: five tables, one a document, with play money and a notice; guests may play with 10,000 credits.
    /// On this machine only, sign-ins for staff are printed, too, so that every screen can be tried.
    #[arg(long)]
    demo: bool,
    /// Listen at this address and port; 127.0.0.1:8080 if nobody says. Port 0 takes any that is free.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// Let scanning shoes connect at this address; docs/scanning-shoe.md says what they speak. Not encrypted: for this
    /// machine or the end of a tunnel; on the tables' own wire with scanning-shoes-wire = "own" in the configuration.
    #[arg(long, value_name = "ADDRESS")]
    scanning_shoes: Option<SocketAddr>,
    /// A proxy that encrypts stands before the server: other machines may reach it, and it says who calls.
    #[arg(long)]
    behind_proxy: bool,
    /// Speak TLS with this certificate, a PEM file; read again at SIGHUP, like its key.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// The private key of the certificate, a PEM file.
    #[arg(long, value_name = "FILE")]
    certificate_key: Option<PathBuf>,
    /// Keep the journal in this folder; `data` if nobody says. Keys lie beside it, in `data-keys`, unless the service
    /// manager hands them over or the configuration names them; those of a demonstration lie in it.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Know the rulebooks in the folders of this folder besides those of the program, or the one that it is itself.
    #[arg(long, value_name = "DIR")]
    rulebooks: Option<PathBuf>,
    /// Log one JSON object a line instead of text.
    #[arg(long)]
    log_json: bool,
    /// Log from this level on: error, warn, info, debug, trace or off.
    #[arg(long, value_name = "LEVEL")]
    log_level: Option<String>,
}

pub(crate) fn run(args: &Args) -> Answer {
    crate::memory::keep_for_a_minute();
    let options = Options {
        config: args.config.clone(),
        demo: args.demo,
        listen: args.listen,
        scanning_shoes: args.scanning_shoes,
        behind_proxy: args.behind_proxy,
        data: args.data.clone(),
        credentials: std::env::var_os("CREDENTIALS_DIRECTORY").map(PathBuf::from),
        rulebooks: args.rulebooks.clone(),
        log_json: args.log_json,
        log_level: args.log_level.clone(),
        certificate: args.certificate.clone(),
        certificate_key: args.certificate_key.clone(),
        from_environment: Default::default(),
    };
    let options = options.with_environment(std::env::vars_os()).map_err(Failure::of)?;
    let config = Config::load(&options).map_err(Failure::of)?;
    if let Some(files) = config.tls.as_ref().filter(|_| args.check_config) {
        Tls::read(&files.certificate, &files.key).map_err(Failure::of)?;
    }
    if args.check_config {
        return Ok(summary(&config));
    }
    logs::start(&config.log);
    let again = Box::new(move || Config::load(&options));
    serve(config, again, |server| greet(&welcome(server))).map_err(Failure::of)?;
    Ok("stopped in order\n".into())
}

/// Says at once how to come in; the answer of this command is only there when it has ended.
fn greet(text: &str) {
    let mut out = io::stdout().lock();
    // Nobody may be there to read it; the server runs all the same.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn welcome(server: &Server) -> String {
    let config = server.app().config();
    let address = match &config.public {
        Some(public) => public.clone(),
        None if config.tls.is_some() => format!("https://{}", server.address()),
        None => format!("http://{}", server.address()),
    };
    let mut text = format!("Punto is open at {address} (the API is described at {address}/api/v1/docs)\n");
    if config.demo {
        text += "This is a demonstration: play money, nothing to win, nothing to lose. Guests come in without a sign-in.\n";
    }
    let welcome = server.welcome();
    if let Some(address) = welcome.scanning_shoes {
        text += &format!("Scanning shoes connect at {address}.\n");
    }
    for Founder { name, password, file } in &welcome.founders {
        text += &match file {
            None => format!(
                "Sign in as {name} with the password {password}; it is good once, and is not shown again.\n"
            ),
            Some(file) => {
                format!(
                    "The first password of {name}, good once, is in {}: for nobody else.\n",
                    file.display()
                )
            }
        };
    }
    if let Some(demo) = &welcome.demo {
        text += &format!("Staff of the demonstration, all with the password {}:\n", demo.password);
        for (name, what) in &demo.people {
            text += &format!("  {name:<12}{what}\n");
        }
    }
    if !config.demo && config.software.manifest.is_none() {
        text += "No manifest was given: the software is compared with nothing, and every screen says so.\n";
    }
    if let Some(wrong) = &welcome.unsound {
        text += &format!("NO TABLE OPENS: the software is not what was approved: {wrong}\n");
    }
    for table in &welcome.tables {
        text += &format!("not opened: {table}\n");
    }
    if server.app().floor().tables().is_empty() && welcome.tables.is_empty() {
        text += "There are no tables yet: write a [[table]] in the configuration, or sign in and open one.\n";
    }
    text
}

fn summary(config: &Config) -> String {
    let mut text = format!(
        "the configuration is in order\nsite {}, node {}, listening at {}{}, data in {}\n{} rulebooks, {} tables\n",
        config.site,
        config.node,
        config.listen,
        match (config.behind_proxy, config.tls.is_some()) {
            (true, true) => " with TLS, behind a proxy",
            (true, false) => " behind a proxy",
            (false, true) => " with TLS",
            (false, false) => "",
        },
        config.data.display(),
        config.books.iter().count(),
        config.tables.len()
    );
    for stray in &config.strays {
        text += &format!("warning: {stray}\n");
    }
    for table in &config.tables {
        text += &format!("  {:<14}{:<10} {}\n", table.name.to_string(), table.rulebook, table.title);
    }
    text
}
