//! Sets of cells, word by word: steps, and what is made of all words.

use crate::translate::{Translator, Words};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use lusory_compile::program::{List, Shift};

impl Translator<'_, '_> {
    pub fn empty(&mut self) -> Words {
        let zero = self.constant(0);
        vec![zero; self.width()]
    }

    pub fn full(&mut self) -> Words {
        let ones = self.constant(u64::MAX);
        vec![ones; self.width()]
    }

    pub fn and(&mut self, x: &[Value], y: &[Value]) -> Words {
        x.iter().zip(y).map(|(&x, &y)| self.b.ins().band(x, y)).collect()
    }

    pub fn or(&mut self, x: &[Value], y: &[Value]) -> Words {
        x.iter().zip(y).map(|(&x, &y)| self.b.ins().bor(x, y)).collect()
    }

    pub fn without(&mut self, x: &[Value], y: &[Value]) -> Words {
        x.iter().zip(y).map(|(&x, &y)| self.b.ins().band_not(x, y)).collect()
    }

    pub fn xor(&mut self, x: &[Value], y: &[Value]) -> Words {
        x.iter().zip(y).map(|(&x, &y)| self.b.ins().bxor(x, y)).collect()
    }

    /// The set where a condition holds.
    pub fn masked(&mut self, x: &[Value], when: Value) -> Words {
        x.iter().map(|&x| self.b.ins().band(x, when)).collect()
    }

    /// A word that is not 0 where the set has a cell.
    pub fn any(&mut self, x: &[Value]) -> Value {
        x.iter().copied().reduce(|all, word| self.b.ins().bor(all, word)).unwrap_or_else(|| self.constant(0))
    }

    /// All ones where the set has a cell, else 0.
    pub fn some(&mut self, x: &[Value]) -> Value {
        let (any, zero) = (self.any(x), self.constant(0));
        self.mask(IntCC::NotEqual, any, zero)
    }

    pub fn count(&mut self, x: &[Value]) -> Value {
        let counts: Words = x.iter().map(|&word| self.b.ins().popcnt(word)).collect();
        counts.into_iter().reduce(|all, count| self.b.ins().iadd(all, count)).unwrap_or_else(|| self.constant(0))
    }

    /// Every cell one step on.
    pub fn step(&mut self, x: &[Value], way: u32) -> Words {
        let program = self.program;
        let parts: Vec<Words> = program.ways[way as usize].parts.iter().map(|part| self.shifted(x, part)).collect();
        parts.into_iter().reduce(|all, part| self.or(&all, &part)).unwrap_or_else(|| self.empty())
    }

    pub fn spread(&mut self, x: &[Value], list: List) -> Words {
        let steps: Vec<Words> = self.directions(list).iter().map(|&way| self.step(x, way)).collect();
        steps.into_iter().reduce(|all, step| self.or(&all, &step)).unwrap_or_else(|| self.empty())
    }

    /// All cells by one offset: a rotation of all places, of which the cells that it arrives at are kept.
    fn shifted(&mut self, x: &[Value], shift: &Shift) -> Words {
        let width = self.width();
        let places = shift.modulus.map_or(64 * width, |modulus| modulus as usize);
        let by = shift.offset.rem_euclid(places as i32) as usize;
        (0..width)
            .map(|w| {
                let arrive = shift.arrive.get(w).copied().unwrap_or(0);
                let (up, down) = if width == 1 {
                    ((x[0], by), (x[0], places - by))
                } else {
                    let from = w + width - by / 64;
                    ((x[from % width], by % 64), (x[(from + width - 1) % width], 64 - by % 64))
                };
                self.joined(up, down, arrive)
            })
            .collect()
    }

    /// A word shifted up joined with one shifted down, of these the cells that are arrived at. What lies in the cells of
    /// one of them alone needs no other.
    fn joined(&mut self, (upper, up): (Value, usize), (lower, down): (Value, usize), arrive: u64) -> Value {
        let from_upper = u64::MAX.checked_shl(up as u32).unwrap_or(0);
        let from_lower = u64::MAX.checked_shr(down as u32).unwrap_or(0);
        let mut parts = Vec::new();
        if arrive & from_upper != 0 {
            parts.push(if up == 0 { upper } else { self.b.ins().ishl_imm(upper, up as i64) });
        }
        if arrive & from_lower != 0 {
            parts.push(if down == 0 { lower } else { self.b.ins().ushr_imm(lower, down as i64) });
        }
        let Some(moved) = parts.into_iter().reduce(|all, part| self.b.ins().bor(all, part)) else {
            return self.constant(0);
        };
        self.b.ins().band_imm(moved, arrive as i64)
    }
}
