//! Operations along rays for one lane, four directions side by side: machine code calls them.

#![cfg(all(target_arch = "x86_64", target_feature = "avx2"))]

use lusory_native::{FourDirections, FourSteps, RayHelpers, RayTable, Shifts};
use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_andnot_si256, _mm256_cmpeq_epi64, _mm256_loadu_si256, _mm256_or_si256,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_storeu_si256,
};

/// The functions.
pub(crate) const HELPERS: RayHelpers = RayHelpers { behind, between_one };

/// A set in each of four directions.
#[derive(Clone, Copy)]
struct Four(__m256i);

macro_rules! of_two {
    ($($name:ident $intrinsic:ident;)*) => { $(
        #[inline(always)]
        #[expect(unsafe_code, reason = "the only way to this instruction")]
        fn $name(x: Four, y: Four) -> Four {
            // SAFETY: it requires only AVX2, which the build assumes.
            Four(unsafe { $intrinsic(x.0, y.0) })
        }
    )* };
}
of_two! {
    and _mm256_and_si256;
    or _mm256_or_si256;
    not_and _mm256_andnot_si256;
    equal _mm256_cmpeq_epi64;
    up _mm256_sllv_epi64;
    down _mm256_srlv_epi64;
}

#[inline(always)]
#[expect(unsafe_code, reason = "the only way to this instruction")]
fn all(word: u64) -> Four {
    // SAFETY: as above.
    Four(unsafe { _mm256_set1_epi64x(word as i64) })
}

#[inline(always)]
#[expect(unsafe_code, reason = "the only way to this instruction")]
fn loaded(words: &[u64; 4]) -> Four {
    // SAFETY: as above; four words are read.
    Four(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
}

/// The words of all four joined.
#[inline(always)]
#[expect(unsafe_code, reason = "the only way to this instruction")]
fn joined(x: Four) -> u64 {
    let mut words = [0u64; 4];
    // SAFETY: as above; four words are written.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), x.0) };
    words[0] | words[1] | words[2] | words[3]
}

#[inline(always)]
#[expect(unsafe_code, reason = "the only way to this instruction")]
fn nothing() -> Four {
    // SAFETY: as above.
    Four(unsafe { _mm256_setzero_si256() })
}

/// An expression in which `step(set, steps)` takes a step by the shifts that four directions need.
macro_rules! by_shifts {
    ($four:expr, $step:ident => $body:expr) => {{
        match $four.shifts {
            Shifts::Up => {
                let $step = |x: Four, steps: &FourSteps| and(up(x, loaded(&steps.up)), loaded(&steps.arrive));
                $body
            }
            Shifts::Down => {
                let $step = |x: Four, steps: &FourSteps| and(down(x, loaded(&steps.down)), loaded(&steps.arrive));
                $body
            }
            Shifts::Both => {
                let $step = |x: Four, steps: &FourSteps| {
                    and(or(up(x, loaded(&steps.up)), down(x, loaded(&steps.down))), loaded(&steps.arrive))
                };
                $body
            }
        }
    }};
}

/// The unbroken runs from a set (`sets::run`).
#[inline(always)]
fn run(from: Four, mut pass: Four, steps: &[FourSteps], step: impl Fn(Four, &FourSteps) -> Four) -> Four {
    let Some((first, more)) = steps.split_first() else { return nothing() };
    let mut run = and(step(from, first), pass);
    run = or(run, and(step(run, first), pass));
    let mut before = first;
    for steps in more {
        pass = and(pass, step(pass, before));
        run = or(run, and(step(run, steps), pass));
        before = steps;
    }
    run
}

/// `table` is a `RayTable`.
#[expect(unsafe_code, reason = "called by machine code")]
unsafe extern "C" fn behind(table: *const RayTable, until: u64, pass: u64) -> u64 {
    // SAFETY: the machine code gives a table of its program, which lives as long.
    let table = unsafe { &*table };
    let (until, pass) = (all(until), all(pass));
    let behind = |four: &FourDirections| {
        by_shifts!(four, step => {
            let run = run(until, pass, &four.steps, step);
            four.steps.first().map_or(run, |first| step(run, first))
        })
    };
    joined(table.directions.iter().fold(nothing(), |found, four| or(found, behind(four))))
}

/// `table` is a `RayTable`.
#[expect(unsafe_code, reason = "called by machine code")]
unsafe extern "C" fn between_one(table: *const RayTable, from: u64, pass: u64, until: u64) -> u64 {
    // SAFETY: as above.
    let table = unsafe { &*table };
    let (from, pass, until) = (all(from), all(pass), all(until));
    let between = |four: &FourDirections| {
        by_shifts!(four, step => {
            let forth = run(from, pass, &four.steps, step);
            let ends = four.steps.first().map_or(forth, |first| and(step(forth, first), until));
            not_and(equal(ends, nothing()), forth)
        })
    };
    joined(table.directions.iter().fold(nothing(), |found, four| or(found, between(four))))
}
