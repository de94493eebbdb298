//! Checkpoints of games with secrets: the strategies of CFR+ and of Monte Carlo CFR. Histories are listed anew.
//!
//! Rows of numbers (see `number_file`), a row being its length and then its numbers:
//!
//! ```text
//!   "lusoryh1"   4 numbers: what was solved   row: what the caller keeps
//!   whether there is CFR+:   fingerprint of its game, iterations, 2 bounds, rows: regrets and sums of each player
//!   rows of Monte Carlo CFR: 3 numbers for each information set: key (2), 1st ply << 32 | plies << 1 | player
//!                            regret << 32 | sum of each ply
//! ```

use super::cfr_plus::{CfrPlus, SavedCfr};
use super::monte_carlo_cfr::{PlyRange, Strategies};
use super::observations::InformationKey;
use crate::checkpoint::{Subject, replace_whole};
use crate::number_file::{NumberReader, NumberWriter, damaged, wrong};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

const MAGIC: &[u8; 8] = b"lusoryh1";

/// What a checkpoint holds beside the strategies of Monte Carlo CFR.
pub struct SecretCheckpoint {
    /// What the caller keeps.
    pub kept: Vec<f64>,
    /// The strategies of CFR+.
    pub minimiser: Option<SavedCfr<Vec<f64>>>,
}

/// Writes a checkpoint; returns the number of information sets and sequences. A file that was there before is replaced
/// only by a complete one.
///
/// # Errors
/// Where the file cannot be written.
pub fn save(
    kept: &[f64],
    minimiser: Option<&CfrPlus>,
    strategies: &Strategies,
    subject: &Subject,
    path: &Path,
) -> io::Result<u64> {
    replace_whole(path, MAGIC, subject, |out| {
        out.reals(kept)?;
        out.put(u64::from(minimiser.is_some()))?;
        let sequences = minimiser.map_or(Ok(0), |minimiser| out.minimiser(&minimiser.saved()))?;
        out.strategies(strategies)?;
        Ok(sequences + strategies.len() as u64)
    })
}

/// Reads a checkpoint, and the strategies of Monte Carlo CFR.
///
/// # Errors
/// Where the file cannot be read, is damaged or of another subject. The strategies are of no use then.
pub fn load(strategies: &mut Strategies, subject: &Subject, path: &Path) -> io::Result<SecretCheckpoint> {
    let mut from = NumberReader::new(BufReader::new(File::open(path)?));
    if from.take().ok() != Some(u64::from_le_bytes(*MAGIC)) {
        return Err(wrong("no checkpoint of a game with secrets"));
    }
    from.subject(subject)?;
    let kept = from.reals()?;
    let minimiser = if from.take()? == 0 { None } else { Some(from.minimiser()?) };
    from.strategies(strategies)?;
    from.end()?;
    Ok(SecretCheckpoint { kept, minimiser })
}

impl<W: Write> NumberWriter<W> {
    fn reals(&mut self, reals: &[f64]) -> io::Result<()> {
        self.row(reals.iter().map(|real| real.to_bits()))
    }

    fn minimiser(&mut self, saved: &SavedCfr<&[f64]>) -> io::Result<u64> {
        let (least, most) = saved.found;
        let numbers = [saved.fingerprint, saved.iterations, least.to_bits(), most.to_bits()];
        numbers.into_iter().try_for_each(|number| self.put(number))?;
        let rows = || saved.regrets.iter().chain(&saved.weighted_sums);
        rows().try_for_each(|row| self.reals(row))?;
        Ok(rows().map(|row| row.len() as u64).sum())
    }

    fn strategies(&mut self, strategies: &Strategies) -> io::Result<()> {
        self.put(strategies.sets.len() as u64)?;
        for (&(player, InformationKey([one, other])), plies) in &strategies.sets {
            let range = u64::from(plies.first) << 32 | u64::from(plies.count) << 1 | u64::from(player);
            [one, other, range].into_iter().try_for_each(|number| self.put(number))?;
        }
        let pairs = strategies.regrets.iter().zip(&strategies.sums);
        self.row(pairs.map(|(regret, sum)| u64::from(regret.to_bits()) << 32 | u64::from(sum.to_bits())))
    }
}

impl<R: BufRead> NumberReader<R> {
    fn reals(&mut self) -> io::Result<Vec<f64>> {
        (0..self.take()?).map(|_| Ok(f64::from_bits(self.take()?))).collect()
    }

    fn minimiser(&mut self) -> io::Result<SavedCfr<Vec<f64>>> {
        let (fingerprint, iterations) = (self.take()?, self.take()?);
        let found = (f64::from_bits(self.take()?), f64::from_bits(self.take()?));
        let (regrets, weighted_sums) = ([self.reals()?, self.reals()?], [self.reals()?, self.reals()?]);
        Ok(SavedCfr { fingerprint, iterations, found, regrets, weighted_sums })
    }

    fn strategies(&mut self, strategies: &mut Strategies) -> io::Result<()> {
        for _ in 0..self.take()? {
            let (key, range) = (InformationKey([self.take()?, self.take()?]), self.take()?);
            let plies = PlyRange { first: (range >> 32) as u32, count: (range as u32) >> 1 };
            strategies.sets.insert(((range & 1) as u8, key), plies);
        }
        let pairs = self.row()?;
        strategies.regrets = pairs.iter().map(|pair| f32::from_bits((pair >> 32) as u32)).collect();
        strategies.sums = pairs.iter().map(|&pair| f32::from_bits(pair as u32)).collect();
        let count = strategies.sums.len();
        let fits = |plies: &PlyRange| (plies.first as usize + plies.count as usize) <= count;
        if strategies.sets.values().all(fits) { Ok(()) } else { Err(damaged()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secrets::sequence_form::SequenceForm;

    fn learnt() -> Strategies {
        let mut strategies = Strategies::new(1 << 20);
        for (player, first) in [(0, 0), (1, 2)] {
            strategies.sets.insert((player, InformationKey([5, u64::MAX])), PlyRange { first, count: 2 });
        }
        (strategies.regrets, strategies.sums) = (vec![-1.5, 2.0, 0.0, 1e9], vec![0.25, 1.0, 0.0, 3.0]);
        strategies
    }

    #[test]
    fn what_was_saved_is_loaded_and_other_files_are_refused() {
        let path = std::env::temp_dir().join(format!("lusory-secrets-{}", std::process::id()));
        let form = || SequenceForm { sequences: [1; 2], base: 0.5, ..SequenceForm::default() };
        let (minimiser, learnt, mut fresh) = (CfrPlus::new(form()), learnt(), Strategies::new(1 << 20));
        save(&[0.25, 7.0], Some(&minimiser), &learnt, &[7; 32], &path).unwrap();
        let loaded = load(&mut fresh, &[7; 32], &path).unwrap();
        assert_eq!(loaded.kept, [0.25, 7.0]);
        assert_eq!(loaded.minimiser.map(|saved| saved.fingerprint), Some(form().fingerprint()));
        assert_eq!((&fresh.regrets, &fresh.sums, fresh.sets.len()), (&learnt.regrets, &learnt.sums, 2));
        let refusal = load(&mut fresh, &[8; 32], &path).err().map(|fault| fault.to_string());
        assert!(refusal.unwrap_or_default().contains("another game"));
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1 << (at % 8);
            std::fs::write(&path, &changed).unwrap();
            assert!(load(&mut Strategies::new(1 << 20), &[7; 32], &path).is_err(), "byte {at}");
        }
        std::fs::remove_file(&path).unwrap();
    }
}
