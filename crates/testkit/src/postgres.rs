//! A PostgreSQL of a test's own: in a folder and at a port of its own, gone when the test's process is, however that ends.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use tempfile::TempDir;

/// A server that runs.
pub struct Postgres {
    bin: PathBuf,
    folder: PathBuf,
    port: u16,
    databases: AtomicU32,
    /// Stops the server and removes its folder when its input ends, and so also when this process is killed.
    _janitor: Child,
}

/// The user that owns everything in it.
const USER: &str = "punto";

/// Who runs it where this process may not: PostgreSQL refuses the one who may do everything.
const ACCOUNT: &str = "postgres";

impl Postgres {
    /// Makes a cluster and starts it; it is as careful with the disk as any.
    pub fn start() -> Postgres {
        let bin = binaries();
        let folder = TempDir::with_prefix("punto-pg").unwrap().keep();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        if is_root() {
            run(Command::new("chown").arg(ACCOUNT).arg(&folder));
        }
        let data = folder.join("data");
        let made = ["--username", USER, "--auth=trust", "--no-locale", "-E", "UTF8", "--no-sync"];
        run(as_account(&bin.join("initdb")).args(made).arg("-D").arg(&data));
        let settings = format!(
            "port = {port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '{}'\n\
             max_connections = 400\nshared_buffers = '128MB'\nautovacuum_naptime = '10s'\n",
            folder.display()
        );
        let file = data.join("postgresql.conf");
        let mut text = fs::read_to_string(&file).unwrap();
        text.push_str(&settings);
        fs::write(&file, text).unwrap();
        let janitor = janitor(&bin, &folder);
        let server = Postgres { bin, folder, port, databases: AtomicU32::new(0), _janitor: janitor };
        server.control(&["-w", "start"]);
        server
    }

    /// The address of a new and empty database.
    pub fn database(&self) -> String {
        let name = format!("house_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        self.address(&name, self.port)
    }

    /// The address of a database through another port, such as that of a [`crate::Proxy`].
    pub fn through(&self, address: &str, port: u16) -> String {
        self.address(address.rsplit('/').next().unwrap(), port)
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Has the server carry out some SQL in a database, as its owner; what it answers, without headings.
    pub fn sql(&self, database: &str, sql: &str) -> String {
        let database = database.rsplit('/').next().unwrap();
        let mut psql = Command::new(self.bin.join("psql"));
        psql.args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", USER, "-d", database]);
        let done = psql.args(["-v", "ON_ERROR_STOP=1", "-qtA", "-c", sql]).output().unwrap();
        assert!(done.status.success(), "{sql}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap().trim().to_owned()
    }

    /// Ends every process of it at once, and starts it again: what it had acknowledged must be there.
    pub fn crash_and_start(&self) {
        self.control(&["-m", "immediate", "-w", "restart"]);
    }

    /// A program that comes with it, such as `pgbench`.
    pub fn program(&self, name: &str) -> PathBuf {
        self.bin.join(name)
    }

    fn address(&self, database: &str, port: u16) -> String {
        format!("postgres://{USER}@127.0.0.1:{port}/{database}")
    }

    fn control(&self, what: &[&str]) {
        let (data, log) = (self.folder.join("data"), self.folder.join("log"));
        run(as_account(&self.bin.join("pg_ctl")).arg("-s").arg("-D").arg(data).arg("-l").arg(log).args(what));
    }
}

/// A shell that waits for the end of this process, and then clears up.
fn janitor(bin: &Path, folder: &Path) -> Child {
    let clear = r#"trap '' INT TERM HUP; read -r _; "$2" -s -D "$1/data" -m immediate -w stop; rm -rf "$1""#;
    let mut shell = as_account(Path::new("sh"));
    shell.arg("-c").arg(clear).arg("janitor").arg(folder).arg(bin.join("pg_ctl")).stdin(Stdio::piped());
    shell.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// The folder with the programs of the newest PostgreSQL there is; Debian keeps them off the path.
fn binaries() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    found.retain(|bin| bin.join("initdb").exists());
    found.sort();
    found.pop().expect("PostgreSQL is not installed: apt-get install postgresql")
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    id.stdout == b"0\n"
}

/// A program, run by somebody whom PostgreSQL accepts.
fn as_account(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", ACCOUNT, "--regid", ACCOUNT, "--init-groups"]).arg(program);
    // It may not look into the folder of whoever runs the tests.
    command.current_dir("/");
    command
}

fn run(command: &mut Command) {
    let done = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).output().unwrap();
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
}
