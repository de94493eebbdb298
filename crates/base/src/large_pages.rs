//! Large tables in large pages of memory.
//!
//! A table that a search looks up at random meets a page of four kilobytes with almost every position. The system gives it
//! an empty page when it is first read and another one when it is first written, and has to interrupt all other threads
//! for the second: two threads of a solver were slower than one. Pages of two megabytes do so 512 times more seldom.

/// A page is worth its clearing only where it holds many entries.
const LEAST_BYTES: usize = 4 << 20;

/// Asks the system to hold a table in large pages. Called before it is first used. Does nothing for a small table, and where
/// the system has no such pages.
pub fn use_large_pages<T>(table: &[T]) {
    if size_of_val(table) >= LEAST_BYTES {
        advise(table);
    }
}

#[cfg(target_os = "linux")]
fn advise<T>(table: &[T]) {
    let page = 4096;
    let skipped = table.as_ptr().cast::<u8>().align_offset(page);
    let length = size_of_val(table).saturating_sub(skipped);
    let first = table.as_ptr().cast::<u8>().wrapping_add(skipped);
    // SAFETY: the range lies in the table, and the advice changes nothing that is read there. If it is refused, pages stay
    // small.
    #[expect(unsafe_code, reason = "the only way to large pages")]
    unsafe {
        libc::madvise(first.cast_mut().cast(), length, libc::MADV_HUGEPAGE)
    };
}

#[cfg(not(target_os = "linux"))]
fn advise<T>(_: &[T]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_stays_as_it_is() {
        for bytes in [0, 1, 4095, LEAST_BYTES, LEAST_BYTES + 12_345] {
            let mut table = vec![0u8; bytes];
            use_large_pages(&table);
            assert!(table.iter().all(|&byte| byte == 0));
            table.iter_mut().for_each(|byte| *byte = 7);
            assert!(table.iter().all(|&byte| byte == 7));
        }
    }
}
