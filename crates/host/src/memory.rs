//! The program's memory holds the order of every shoe in play and every key: none of it is written out.

/// Has the operating system write no core of this process, and lets no other process of the same account look into it.
#[cfg(target_os = "linux")]
pub fn keep_memory_private() -> std::io::Result<()> {
    use rustix::process::{DumpableBehavior, Resource, Rlimit, set_dumpable_behavior, setrlimit};
    setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

/// Has the operating system write no core of this process.
#[cfg(all(unix, not(target_os = "linux")))]
pub fn keep_memory_private() -> std::io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    Ok(setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?)
}

/// Nothing is to be done here.
#[cfg(not(unix))]
pub fn keep_memory_private() -> std::io::Result<()> {
    Ok(())
}
