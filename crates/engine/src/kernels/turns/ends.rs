//! End conditions of kernels for turns of several plies: captured and remaining pieces, quiet turns, repetition.
//!
//! Pieces are never added. So a condition that counts pieces is a table over two numbers: the captures of the mover and
//! of the other side.

use super::super::parts::Verdict;
use crate::bits::Bits;
use crate::evaluate::WordEvaluator;
use crate::plan::Plan;
use crate::rule::{Cells, Condition, End, EndKind, Number, Phase, QuietCounter, Side};

/// The most clauses: they are bits of a word.
const MOST: usize = 16;
/// The most quiet counters.
pub const COUNTERS: usize = 4;

/// The result of a clause for the mover.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// So many half points.
    Fixed(u8),
    /// The side with more captures wins.
    Captures,
}

/// The ends of a game.
#[derive(Clone, Debug)]
pub struct Ends {
    kinds: Vec<Kind>,
    /// For each number of own captures and each of the other side's: the clauses that hold.
    counted: Vec<u16>,
    /// The length of a row of `counted`: numbers of captured pieces, from none to all.
    stride: usize,
    /// Clauses judged after every ply.
    always: u16,
    /// Bit of the clause, counter, number.
    quiet: Vec<(u16, usize, u32)>,
    /// Bit of the clause, number.
    repeats: Vec<(u16, u32)>,
    /// What each quiet counter counts.
    pub counters: Vec<QuietCounter>,
    /// Whether earlier positions matter.
    pub history: bool,
    /// Whether anything but numbers of pieces can end the game within a turn.
    pub restless: bool,
}

/// The counts on which the ends are judged.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The number of pieces that the mover has captured.
    pub own: u32,
    /// The number of pieces that the other side has captured.
    pub enemy: u32,
    /// The quiet counters.
    pub quiet: &'a [u32; COUNTERS],
    /// How often this position has occurred.
    pub times: u32,
    /// Whether the turn is over.
    pub over: bool,
}

impl Ends {
    /// The ends of these rules, which begin with so many pieces.
    pub fn new<const W: usize>(plan: &Plan<W>, pieces: u32) -> Option<Self> {
        let (rules, stride) = (&plan.rules, pieces as usize + 1);
        if rules.ends.len() > MOST || rules.quiets.len() > COUNTERS || stride > 256 {
            return None;
        }
        let mut ends = Ends {
            kinds: Vec::new(),
            counted: vec![0; stride * stride],
            stride,
            always: 0,
            quiet: Vec::new(),
            repeats: Vec::new(),
            counters: rules.quiets.clone(),
            history: false,
            restless: false,
        };
        for (number, end) in rules.ends.iter().enumerate() {
            let Phase::Plain(end) = end else { return None };
            ends.add_clause(plan, 1 << number, end)?;
        }
        ends.history = !ends.repeats.is_empty();
        let early = ends.quiet.iter().any(|&(bit, ..)| bit & ends.always != 0);
        ends.restless = early || ends.counters.iter().any(|counter| !counter.turns);
        Some(ends)
    }

    fn add_clause<const W: usize>(&mut self, plan: &Plan<W>, bit: u16, end: &End) -> Option<()> {
        self.kinds.push(match &end.kind {
            EndKind::Win => Kind::Fixed(2),
            EndKind::Draw => Kind::Fixed(1),
            EndKind::Loss => Kind::Fixed(0),
            EndKind::Most(Number::Captured(Side::Own)) => Kind::Captures,
            EndKind::Most(_) => return None,
        });
        self.always |= if end.at_turn { 0 } else { bit };
        match &end.when {
            Condition::Quiet { counter, n } => self.quiet.push((bit, *counter, *n)),
            Condition::Repeats(n) if *n > 0 => self.repeats.push((bit, *n)),
            when if depends_on_counts(when) => self.tabulate(plan, bit, when),
            _ => return None,
        }
        Some(())
    }

    /// Tabulates where a counting clause holds, by evaluating it with the general engine.
    fn tabulate<const W: usize>(&mut self, plan: &Plan<W>, bit: u16, when: &Condition) {
        let (mut state, most) = (plan.blank(), self.stride - 1);
        for own in 0..=most {
            for enemy in 0..=most - own {
                let left = plan.board.all.iter().take(most - own - enemy).collect::<Bits<W>>();
                state.pieces.iter_mut().take(1).for_each(|pieces| *pieces = left);
                (state.captured[0], state.captured[1]) = (own as i64, enemy as i64);
                let is_true = WordEvaluator::new(plan, &state).is_true(when);
                self.counted[own * self.stride + enemy] |= if is_true { bit } else { 0 };
            }
        }
    }

    /// The first clause that holds ends the game.
    #[inline(always)]
    pub fn judge(&self, facts: Facts<'_>) -> Option<Verdict> {
        let mut hold = self.counted.get(facts.own as usize * self.stride + facts.enemy as usize).copied().unwrap_or(0);
        if facts.over || self.restless {
            let quiet = self.quiet.iter().filter(|(_, counter, n)| facts.quiet[counter % COUNTERS] >= *n);
            let repeats = self.repeats.iter().filter(|(_, n)| facts.times >= *n);
            hold |= quiet.map(|(bit, ..)| bit).chain(repeats.map(|(bit, _)| bit)).fold(0, |all, bit| all | bit);
        }
        hold &= if facts.over { u16::MAX } else { self.always };
        if hold == 0 { None } else { self.verdict(hold.trailing_zeros() as u16, facts.own as i32 - facts.enemy as i32) }
    }

    fn verdict(&self, clause: u16, lead: i32) -> Option<Verdict> {
        Some(match self.kinds.get(usize::from(clause))? {
            Kind::Fixed(halves) => Verdict::by((clause, *halves)),
            Kind::Captures => Verdict::most(clause, lead),
        })
    }
}

/// Whether the condition depends only on the numbers of pieces and of captured pieces.
fn depends_on_counts(word: &Condition) -> bool {
    match word {
        Condition::Cells(cells) => is_all_of_owner(cells),
        Condition::Some(part) | Condition::No(part) => depends_on_counts(part),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().all(depends_on_counts),
        Condition::Compare(left, _, right) => is_number_of_pieces(left) && is_number_of_pieces(right),
        _ => false,
    }
}

/// Whether the number follows from the numbers of pieces and of captured pieces.
fn is_number_of_pieces(word: &Number) -> bool {
    match word {
        Number::Whole(_) | Number::Captured(_) => true,
        Number::Count(cells) => is_all_of_owner(cells),
        Number::Sum(parts) => parts.iter().all(is_number_of_pieces),
        Number::Minus(left, right) => is_number_of_pieces(left) && is_number_of_pieces(right),
        _ => false,
    }
}

/// Whether the set is all pieces of one owner, or composed of such sets.
fn is_all_of_owner(word: &Cells) -> bool {
    match word {
        Cells::Of(_) | Cells::Empty | Cells::Everywhere => true,
        Cells::Not(part) => is_all_of_owner(part),
        Cells::And(parts) | Cells::Or(parts) => parts.iter().all(is_all_of_owner),
        _ => false,
    }
}
