//! The allocator: a server allocates for every wager, view and record, on several threads.

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// `mi_option_purge_delay` of mimalloc 3, which the bindings have no name for.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;
/// How long pages that nobody uses are kept, in milliseconds.
const KEPT: i64 = 60_000;

/// Lets go of unused memory after a minute rather than a second: between two wagers the same pages are needed again, and
/// to give them back and have them cleared took a twentieth of the time of a wager.
#[allow(unsafe_code)] // an option of the allocator, set before there are other threads
pub(crate) fn keep_for_a_minute() {
    // SAFETY: the call stores a number; an option that is not there is passed over.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, KEPT) }
}
