//! Files that are a row of numbers of 8 bytes, little-endian; the last one is a checksum of all before it.

use crate::checksum::mixed;
use std::io::{self, BufRead, Write};

/// An error that says what is wrong with a file.
pub fn wrong(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.to_owned())
}

/// The error of a file that is not as it was written.
pub fn damaged() -> io::Error {
    wrong("the checkpoint is damaged: it ends too early, or was changed")
}

/// Writes numbers, and sums them up.
pub struct NumberWriter<W> {
    out: W,
    sum: u64,
}

impl<W: Write> NumberWriter<W> {
    /// A writer of the first number.
    pub fn new(out: W) -> Self {
        NumberWriter { out, sum: 0 }
    }

    /// Writes a number.
    pub fn put(&mut self, number: u64) -> io::Result<()> {
        self.sum = mixed(self.sum, number);
        self.out.write_all(&number.to_le_bytes())
    }

    /// Writes how many numbers there are, then these.
    pub fn row(&mut self, mut numbers: impl ExactSizeIterator<Item = u64>) -> io::Result<()> {
        self.put(numbers.len() as u64)?;
        numbers.try_for_each(|number| self.put(number))
    }

    /// Writes the checksum; returns what was written to.
    pub fn end(mut self) -> io::Result<W> {
        self.put(self.sum)?;
        Ok(self.out)
    }
}

/// Reads numbers, and sums them up.
pub struct NumberReader<R> {
    from: R,
    sum: u64,
}

impl<R: BufRead> NumberReader<R> {
    /// A reader of the first number.
    pub fn new(from: R) -> Self {
        NumberReader { from, sum: 0 }
    }

    /// Reads a number.
    pub fn take(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.from.read_exact(&mut bytes).map_err(|fault| match fault.kind() {
            io::ErrorKind::UnexpectedEof => damaged(),
            _ => fault,
        })?;
        let number = u64::from_le_bytes(bytes);
        self.sum = mixed(self.sum, number);
        Ok(number)
    }

    /// Reads how many numbers there are, then these.
    pub fn row(&mut self) -> io::Result<Vec<u64>> {
        (0..self.take()?).map(|_| self.take()).collect()
    }

    /// Whether all numbers are as they were written.
    pub fn end(&mut self) -> io::Result<()> {
        let sum = self.sum;
        if self.take()? != sum || self.from.read(&mut [0])? > 0 {
            return Err(damaged());
        }
        Ok(())
    }
}
