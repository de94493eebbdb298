//! Memory that holds machine code: written once, then executable and no longer writable.

use memmap2::{Mmap, MmapMut};

/// See the module.
#[derive(Debug)]
pub(crate) struct CodeMemory(Mmap);

impl CodeMemory {
    /// None where the system permits no such memory.
    pub fn new(code: &[u8]) -> Option<Self> {
        let mut map = MmapMut::map_anon(code.len().max(1)).ok()?;
        map[..code.len()].copy_from_slice(code);
        map.make_exec().ok().map(CodeMemory)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Where the code at an offset is.
    pub fn address(&self, offset: usize) -> *const u8 {
        self.0[offset..].as_ptr()
    }
}
