//! Checkpoints: files with a solver's tables, from which it resumes after an interruption.
//!
//! They are rows of numbers (see `number_file`):
//!
//! ```text
//!   "lusorys3"   4 numbers: what was solved   buckets of the table
//!   count   as many rows of the table, 3 numbers each
//!   twice, for each player: count   as many verdicts: key (2 numbers), and
//!     2 * turns << 32 | 2 * width        not won within these limits
//!     2 * plies + 1, then the plies      won with them
//! ```
//!
//! Where layers are solved, these alone are saved, the last one first:
//!
//! ```text
//!   "lusoryl1"   4 numbers: what was solved   layers   for each: positions   their values, 8 in a number
//! ```
//!
//! Where all positions are listed, that list, while their plies are in a file beside it (see `graph_edges`):
//!
//! ```text
//!   "lusoryg1"   4 numbers: what was solved   plies in the file, their checksum
//!   positions   half of the key of each   numbers   how they were reached (see `Origins::numbers`)
//! ```
//!
//! Those of games with chance are in `chance_checkpoint`, those of games with secrets in `secrets::checkpoint`.

use crate::exploration::Origins;
use crate::graph_edges::{FilePart, GraphEdges};
use crate::graph_listing::GraphListing;
use crate::key_index::KeyIndex;
use crate::number_file::{NumberReader, NumberWriter, damaged, wrong};
use crate::proof_table::ProofTable;
use crate::solver::Solver;
use crate::turn_limits::TurnLimits;
use crate::verdicts::{Verdict, Verdicts};
use lusory_play::StartPosition;
use std::fs::{File, remove_file, rename};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Entries with less work (16 times the logarithm of their positions) are not saved: they are recomputed quickly.
const WORK: u16 = 6 * 16;
/// The longest turn that is read, in plies.
const LONGEST: u64 = 1 << 16;

/// What a checkpoint holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Content {
    Tables,
    Layers,
    Listing,
    Expectation,
    EndlessChance,
}

impl Content {
    const ALL: [Self; 5] = [Self::Tables, Self::Layers, Self::Listing, Self::Expectation, Self::EndlessChance];

    fn magic(self) -> &'static [u8; 8] {
        match self {
            Content::Tables => b"lusorys3",
            Content::Layers => b"lusoryl1",
            Content::Listing => b"lusoryg1",
            Content::Expectation => b"lusorye1",
            Content::EndlessChance => b"lusoryc1",
        }
    }

    fn of_magic(magic: [u8; 8]) -> Option<Self> {
        Self::ALL.into_iter().find(|content| *content.magic() == magic)
    }

    /// What a solver has to save.
    fn of<P: StartPosition + ?Sized>(solver: &Solver<P>) -> Self {
        match solver.chance() {
            _ if solver.layers().is_some() => Content::Layers,
            _ if solver.listing().is_some_and(|listing| listing.edges.written().is_some()) => Content::Listing,
            chance if chance.endless.is_some() => Content::EndlessChance,
            chance if !chance.known.is_empty() => Content::Expectation,
            _ => Content::Tables,
        }
    }
}

/// The file of plies beside a checkpoint.
#[must_use]
pub fn edges_beside(path: &Path) -> PathBuf {
    beside(path, ".plies")
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Identifies a position and its rules (a hash).
pub type Subject = [u8; 32];

impl<W: Write> NumberWriter<W> {
    fn table(&mut self, table: &ProofTable) -> io::Result<u64> {
        self.put(table.buckets() as u64)?;
        // Twice through the table: a list of its entries would take more memory than the table.
        let count = table.answered_entries(WORK).count();
        self.put(count as u64)?;
        table.answered_entries(WORK).take(count).flatten().try_for_each(|number| self.put(number))?;
        Ok(count as u64)
    }

    fn tables<P: StartPosition + ?Sized>(&mut self, solver: &Solver<P>) -> io::Result<u64> {
        let mut count = self.table(solver.table())?;
        for verdicts in solver.verdicts() {
            count += self.verdicts(verdicts)?;
        }
        Ok(count)
    }

    fn layer(&mut self, values: &[u8]) -> io::Result<()> {
        self.put(values.len() as u64)?;
        let eight = |chunk: &[u8]| u64::from_le_bytes(std::array::from_fn(|i| chunk.get(i).copied().unwrap_or(0)));
        values.chunks(8).try_for_each(|chunk| self.put(eight(chunk)))
    }

    fn listing(&mut self, listing: &GraphListing, part: FilePart) -> io::Result<u64> {
        let checks = listing.numbers.checks();
        [part.numbers, part.sum].into_iter().try_for_each(|number| self.put(number))?;
        self.row(checks.iter().copied())?;
        self.put(listing.origins.numbers().count() as u64)?;
        listing.origins.numbers().try_for_each(|number| self.put(number))?;
        Ok(checks.len() as u64)
    }

    fn verdicts(&mut self, verdicts: &Verdicts) -> io::Result<u64> {
        let all = verdicts.all();
        self.put(all.len() as u64)?;
        for (key, verdict) in &all {
            self.put(*key as u64)?;
            self.put((key >> 64) as u64)?;
            match verdict {
                Verdict::Open(limits) => {
                    self.put(u64::from(limits.turns) << 33 | (limits.width as u64 & 0x7fff_ffff) << 1)?
                }
                Verdict::Won(plies) => {
                    self.put(plies.len() as u64 * 2 + 1)?;
                    plies.iter().try_for_each(|&ply| self.put(u64::from(ply)))?;
                }
            }
        }
        Ok(all.len() as u64)
    }
}

impl<R: BufRead> NumberReader<R> {
    /// Reads whether it is a checkpoint of this subject.
    pub fn subject(&mut self, subject: &Subject) -> io::Result<()> {
        for word in words(subject) {
            if self.take()? != word {
                return Err(wrong("a checkpoint of another game or position"));
            }
        }
        Ok(())
    }

    fn table(&mut self, table: &ProofTable) -> io::Result<u64> {
        if self.take()? < table.buckets() as u64 {
            return Err(wrong("a checkpoint of a search with less memory: use the same, or less"));
        }
        let count = self.take()?;
        for _ in 0..count {
            table.restore([self.take()?, self.take()?, self.take()?]);
        }
        Ok(count)
    }

    fn verdicts(&mut self, verdicts: &Verdicts) -> io::Result<u64> {
        let count = self.take()?;
        for _ in 0..count {
            let key = u128::from(self.take()?) | u128::from(self.take()?) << 64;
            let verdict = self.verdict()?;
            // What there is no memory for is searched again.
            _ = verdicts.put(key, verdict);
        }
        Ok(count)
    }

    fn verdict(&mut self) -> io::Result<Verdict> {
        let number = self.take()?;
        if number & 1 == 0 {
            let (turns, width) = ((number >> 33) as u32, (number >> 1) as usize & 0x7fff_ffff);
            return Ok(Verdict::Open(TurnLimits { turns, width }));
        }
        if number / 2 > LONGEST {
            return Err(damaged());
        }
        let plies: io::Result<Vec<u32>> = (0..number / 2).map(|_| Ok(self.take()? as u32)).collect();
        Ok(Verdict::Won(plies?.into()))
    }

    fn layer(&mut self) -> io::Result<Vec<u8>> {
        let (length, mut values) = (self.take()?, Vec::new());
        while (values.len() as u64) < length {
            let eight = self.take()?.to_le_bytes();
            values.extend(eight.iter().take((length - values.len() as u64).min(8) as usize));
        }
        Ok(values)
    }

    fn layers<P: StartPosition + ?Sized>(&mut self, solver: &mut Solver<P>) -> io::Result<u64> {
        let count = self.take()?;
        let layers: io::Result<Vec<Vec<u8>>> = (0..count).map(|_| self.layer()).collect();
        let layers = layers?;
        let positions = layers.iter().map(|layer| layer.len() as u64).sum();
        solver.store_layers(layers);
        Ok(positions)
    }

    fn listing<P: StartPosition + ?Sized>(&mut self, solver: &mut Solver<P>, path: &Path) -> io::Result<u64> {
        let part = FilePart { numbers: self.take()?, sum: self.take()? };
        let numbers = KeyIndex::of_checks(self.row()?);
        let origins = Origins::from_numbers(self.row()?.into_iter()).ok_or_else(damaged)?;
        let count = numbers.len() as u64;
        // What the file of plies has beyond the checkpoint is cut off: first the checkpoint must be known to be sound.
        self.end()?;
        let edges = GraphEdges::resume(&edges_beside(path), part).map_err(|fault| match fault.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::NotFound => {
                wrong("the file of its plies is damaged or missing")
            }
            _ => fault,
        })?;
        solver.store_listing(GraphListing { numbers, edges, origins });
        Ok(count)
    }

    fn tables<P: StartPosition + ?Sized>(&mut self, solver: &Solver<P>) -> io::Result<u64> {
        let mut count = self.table(solver.table())?;
        for verdicts in solver.verdicts() {
            count += self.verdicts(verdicts)?;
        }
        Ok(count)
    }
}

fn words(subject: &Subject) -> impl Iterator<Item = u64> + '_ {
    subject.chunks_exact(8).map(|chunk| u64::from_le_bytes(std::array::from_fn(|i| chunk[i])))
}

/// Writes a checkpoint; returns the number of entries. A file that was there before is replaced only by a complete one.
///
/// # Errors
/// Where the file cannot be written.
pub fn save<P: StartPosition + ?Sized>(solver: &Solver<P>, subject: &Subject, path: &Path) -> io::Result<u64> {
    let magic = Content::of(solver).magic();
    replace_whole(path, magic, subject, |out| write(solver, out))
}

/// Writes a file of numbers that begins with these; one that was there before is replaced only by a complete one.
pub fn replace_whole(
    path: &Path,
    magic: &[u8; 8],
    subject: &Subject,
    write: impl FnOnce(&mut NumberWriter<BufWriter<File>>) -> io::Result<u64>,
) -> io::Result<u64> {
    let part = beside(path, ".part");
    let write_part = || {
        let mut out = NumberWriter::new(BufWriter::new(File::create(&part)?));
        out.put(u64::from_le_bytes(*magic))?;
        words(subject).try_for_each(|word| out.put(word))?;
        let count = write(&mut out)?;
        out.end()?.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        rename(&part, path).map(|()| count)
    };
    let written = write_part();
    if written.is_err() {
        // A disk that is full needs its place.
        _ = remove_file(&part);
    }
    written
}

fn write<P: StartPosition + ?Sized>(solver: &Solver<P>, out: &mut NumberWriter<BufWriter<File>>) -> io::Result<u64> {
    let listing = solver.listing().and_then(|listing| Some((listing, listing.edges.written()?)));
    match (Content::of(solver), solver.layers(), listing) {
        (Content::Layers, Some(table), _) => {
            out.put(table.solved().count() as u64)?;
            table.solved().try_for_each(|layer| out.layer(layer))?;
            Ok(table.positions())
        }
        (Content::Listing, _, Some((listing, part))) => out.listing(listing, part),
        (Content::EndlessChance, ..) => out.endless_chance(solver.chance()),
        (Content::Expectation, ..) => out.known_values(&solver.chance().known),
        _ => out.tables(solver),
    }
}

/// Reads a checkpoint into a solver; returns the number of entries.
///
/// # Errors
/// Where the file cannot be read, is damaged, of another subject, or of a smaller table. The solver is of no use then.
pub fn load<P: StartPosition + ?Sized>(solver: &mut Solver<P>, subject: &Subject, path: &Path) -> io::Result<u64> {
    let mut from = NumberReader::new(BufReader::new(File::open(path)?));
    let magic = from.take().ok().map(u64::to_le_bytes);
    let content = magic.and_then(Content::of_magic).ok_or_else(|| wrong("no checkpoint of the solver"))?;
    from.subject(subject)?;
    let count = match content {
        Content::Listing => return from.listing(solver, path),
        Content::Tables => from.tables(solver)?,
        Content::Layers => from.layers(solver)?,
        Content::Expectation => from.known_values(solver)?,
        Content::EndlessChance => from.endless_chance(solver)?,
    };
    from.end()?;
    Ok(count)
}

#[cfg(test)]
mod tests;
