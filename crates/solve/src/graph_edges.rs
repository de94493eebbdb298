//! The plies of all positions of a game, position after position: in memory, or in a file to which they are only
//! appended. They are read from the first to the last.
//!
//! ```text
//!   for each position: how many there are | so many edges       numbers of 4 bytes, little-endian
//! ```

use crate::checksum::mixed;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Numbers that wait before they are written to the file.
const WAITING: usize = 1 << 16;
const BUFFER: usize = 1 << 20;

/// A part of the file: so many numbers, with their checksum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FilePart {
    /// How many numbers.
    pub numbers: u64,
    /// Their checksum.
    pub sum: u64,
}

/// See the module.
#[derive(Debug, Default)]
pub struct GraphEdges {
    file: Option<File>,
    written: FilePart,
    /// What is not in the file.
    waiting: Vec<u32>,
    edges: u64,
}

fn open(path: &Path, is_new: bool) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create(is_new).truncate(is_new).open(path)
}

impl GraphEdges {
    /// No edges yet. path: of the file, which is made anew; none: all stay in memory.
    ///
    /// # Errors
    /// Where the file cannot be made.
    pub fn new(path: Option<&Path>) -> io::Result<Self> {
        let file = path.map(|path| open(path, true)).transpose()?;
        Ok(GraphEdges { file, ..GraphEdges::default() })
    }

    /// The edges of which so many numbers are in a file; what comes after them is cut off.
    ///
    /// # Errors
    /// Where the file cannot be read, or its numbers are not those.
    pub fn resume(path: &Path, written: FilePart) -> io::Result<Self> {
        let mut resumed = GraphEdges { file: Some(open(path, false)?), written, ..GraphEdges::default() };
        let (mut sum, mut edges) = (0, 0);
        resumed.for_each(|_, list| {
            sum = list.iter().fold(mixed(sum, list.len() as u64), |sum, &edge| mixed(sum, u64::from(edge)));
            edges += list.len() as u64;
            true
        })?;
        if sum != written.sum {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the file of edges is damaged"));
        }
        resumed.edges = edges;
        resumed.file.iter().try_for_each(|file| file.set_len(written.numbers * 4))?;
        Ok(resumed)
    }

    /// The edges of the next position.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn push(&mut self, edges: &[u32]) -> io::Result<()> {
        self.waiting.push(edges.len() as u32);
        self.waiting.extend(edges);
        self.edges += edges.len() as u64;
        if self.file.is_some() && self.waiting.len() >= WAITING { self.flush() } else { Ok(()) }
    }

    /// Writes what waits, where there is a file.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.seek(SeekFrom::Start(self.written.numbers * 4))?;
        let bytes: Vec<u8> = self.waiting.iter().flat_map(|number| number.to_le_bytes()).collect();
        file.write_all(&bytes)?;
        self.written.numbers += self.waiting.len() as u64;
        self.written.sum = self.waiting.iter().fold(self.written.sum, |sum, &number| mixed(sum, u64::from(number)));
        self.waiting.clear();
        Ok(())
    }

    /// Writes what waits, and waits until the disk has it, where there is a file.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        self.file.iter().try_for_each(File::sync_data)
    }

    /// What is in the file; none where there is no file, or it lacks some edges.
    #[must_use]
    pub fn written(&self) -> Option<FilePart> {
        (self.file.is_some() && self.waiting.is_empty()).then_some(self.written)
    }

    /// The number of edges.
    #[must_use]
    pub(crate) fn len(&self) -> u64 {
        self.edges
    }

    /// Bytes of memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.waiting.capacity() * size_of::<u32>()
    }

    /// Frees memory that no edge takes.
    pub fn shrink(&mut self) {
        self.waiting.shrink_to_fit();
    }

    /// Tells the edges of each position, by its number, until that returns `false`.
    ///
    /// # Errors
    /// Where the file cannot be read, or is shorter than it was.
    pub fn for_each(&mut self, mut each: impl FnMut(usize, &[u32]) -> bool) -> io::Result<()> {
        let mut position = 0;
        if let Some(file) = &mut self.file {
            file.seek(SeekFrom::Start(0))?;
            let (mut from, mut left) = (BufReader::with_capacity(BUFFER, file), self.written.numbers);
            let (mut bytes, mut edges) = (Vec::new(), Vec::new());
            while left > 0 {
                read(&mut from, 1, &mut bytes, &mut edges)?;
                let count = edges.first().map_or(0, |&count| u64::from(count));
                left = left.checked_sub(1 + count).ok_or(io::ErrorKind::InvalidData)?;
                read(&mut from, count as usize, &mut bytes, &mut edges)?;
                if !each(position, &edges) {
                    return Ok(());
                }
                position += 1;
            }
        }
        let mut rest = self.waiting.as_slice();
        while let Some((&count, after)) = rest.split_first() {
            let Some((edges, next)) = after.split_at_checked(count as usize) else { break };
            if !each(position, edges) {
                break;
            }
            (position, rest) = (position + 1, next);
        }
        Ok(())
    }
}

fn read(from: &mut impl Read, count: usize, bytes: &mut Vec<u8>, numbers: &mut Vec<u32>) -> io::Result<()> {
    bytes.resize(count * 4, 0);
    from.read_exact(bytes)?;
    numbers.clear();
    numbers.extend(bytes.chunks_exact(4).map(|four| u32::from_le_bytes(std::array::from_fn(|i| four[i]))));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(edges: &mut GraphEdges) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        edges
            .for_each(|position, list| {
                assert_eq!(position, found.len());
                found.push(list.to_vec());
                true
            })
            .unwrap();
        found
    }

    #[test]
    fn edges_are_read_as_they_were_added_from_memory_and_from_a_file() {
        let path = std::env::temp_dir().join(format!("lusory-edges-{}", std::process::id()));
        let lists = [vec![1, 2], vec![], vec![7], vec![3, 4, 5]];
        for at in [None, Some(path.as_path())] {
            let mut edges = GraphEdges::new(at).unwrap();
            lists[..2].iter().for_each(|list| edges.push(list).unwrap());
            edges.flush().unwrap();
            lists[2..].iter().for_each(|list| edges.push(list).unwrap());
            assert_eq!((all(&mut edges), edges.len()), (lists.to_vec(), 6));
        }
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_file_is_resumed_where_a_checkpoint_saw_it_and_refused_where_it_was_changed() {
        let path = std::env::temp_dir().join(format!("lusory-edges-resumed-{}", std::process::id()));
        let mut edges = GraphEdges::new(Some(&path)).unwrap();
        edges.push(&[1, 2]).unwrap();
        edges.flush().unwrap();
        let seen = edges.written().unwrap();
        edges.push(&[9]).unwrap();
        assert_eq!(edges.written(), None);
        edges.flush().unwrap();
        let mut resumed = GraphEdges::resume(&path, seen).unwrap();
        resumed.push(&[4]).unwrap();
        assert_eq!((all(&mut resumed), resumed.len()), (vec![vec![1, 2], vec![4]], 3));
        let mut changed = std::fs::read(&path).unwrap();
        changed[5] ^= 1;
        std::fs::write(&path, &changed).unwrap();
        assert!(GraphEdges::resume(&path, seen).is_err());
        std::fs::write(&path, &changed[..7]).unwrap();
        assert!(GraphEdges::resume(&path, seen).is_err());
        std::fs::remove_file(path).unwrap();
    }
}
