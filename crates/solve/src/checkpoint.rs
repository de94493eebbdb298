//! Checkpoints: saves the answered entries of a proof table to a file, to resume after an interruption.
//!
//! ```text
//!   8 bytes "lusorys2"   32 bytes: what was solved   8 bytes: buckets of the table   rows of 3 numbers of 8 bytes
//! ```

use crate::proof_table::ProofTable;
use std::fs::{File, rename};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

const MAGIC: &[u8; 8] = b"lusorys2";
/// Entries with less work (see `ProofEntry::work`; 6 × 16 stands for 64 positions) are not saved: recomputing is fast.
const MIN_WORK: u16 = 6 * 16;

/// Identifies a position and its rules (a hash).
pub type Subject = [u8; 32];

fn invalid_data(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.to_owned())
}

/// Writes a checkpoint atomically; returns the number of entries.
///
/// # Errors
/// Where the file cannot be written.
pub fn save(table: &ProofTable, subject: &Subject, path: &Path) -> io::Result<u64> {
    let part = path.with_extension("part");
    let mut out = BufWriter::new(File::create(&part)?);
    out.write_all(MAGIC)?;
    out.write_all(subject)?;
    out.write_all(&(table.buckets() as u64).to_le_bytes())?;
    let mut count = 0;
    for row in table.answered_entries(MIN_WORK) {
        for number in row {
            out.write_all(&number.to_le_bytes())?;
        }
        count += 1;
    }
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    rename(&part, path)?;
    Ok(count)
}

/// Reads a checkpoint into a table; returns the number of entries.
///
/// # Errors
/// Where the file cannot be read, is damaged, of another subject, or of a smaller table.
pub fn load(table: &ProofTable, subject: &Subject, path: &Path) -> io::Result<u64> {
    let mut file = BufReader::new(File::open(path)?);
    let (mut magic, mut stored_subject, mut buckets) = ([0; 8], [0; 32], [0; 8]);
    let truncated = |_| invalid_data("no checkpoint of the solver");
    file.read_exact(&mut magic).and_then(|()| file.read_exact(&mut stored_subject)).map_err(truncated)?;
    file.read_exact(&mut buckets).map_err(truncated)?;
    if &magic != MAGIC {
        return Err(invalid_data("no checkpoint of the solver"));
    }
    if &stored_subject != subject {
        return Err(invalid_data("a checkpoint of another game or position"));
    }
    if u64::from_le_bytes(buckets) < table.buckets() as u64 {
        return Err(invalid_data("a checkpoint of a search with less memory: use the same, or less"));
    }
    let (mut count, mut row) = (0, [0u8; 24]);
    loop {
        match file.read(&mut row[..1])? {
            0 => return Ok(count),
            _ => file
                .read_exact(&mut row[1..])
                .map_err(|_| invalid_data("the checkpoint ends in the middle of an entry"))?,
        }
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| row[at * 8 + i]));
        table.restore([word(0), word(1), word(2)]);
        count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof_table::ProofEntry;

    #[test]
    fn what_was_saved_is_loaded_and_other_files_are_refused() {
        let path = std::env::temp_dir().join(format!("lusory-checkpoint-{}", std::process::id()));
        let (table, other) = (ProofTable::new(1 << 16), ProofTable::new(1 << 16));
        for key in 0..50u128 {
            let work = if key % 2 == 0 { 200 } else { 3 };
            table.put((key << 64) | (key * 31), ProofEntry { proof: 0, disproof: 9, work });
        }
        assert_eq!(save(&table, &[7; 32], &path).unwrap(), 25);
        assert_eq!(load(&other, &[7; 32], &path).unwrap(), 25);
        assert!(other.get((4 << 64) | 124).is_some() && other.get((5 << 64) | 155).is_none());
        assert!(load(&other, &[8; 32], &path).unwrap_err().to_string().contains("another game"));
        assert!(load(&ProofTable::new(1 << 20), &[7; 32], &path).unwrap_err().to_string().contains("memory"));
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 5]).unwrap();
        assert!(load(&other, &[7; 32], &path).unwrap_err().to_string().contains("middle"));
        std::fs::write(&path, b"x").unwrap();
        assert!(load(&other, &[7; 32], &path).unwrap_err().to_string().contains("no checkpoint"));
        std::fs::remove_file(&path).unwrap();
    }
}
