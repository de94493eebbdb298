//! Sets of cells of several lanes: `W` words each, held in CPU registers.

use crate::vector::Vector;
use lusory_compile::program::{MOST_LINE_GAP, Relation, Shift};

/// A word at a time. (`std::array::from_fn` says the same, and takes the compiler ten times as long.)
#[inline(always)]
fn from_fn<T: Copy + Default, const W: usize>(f: impl Fn(usize) -> T) -> [T; W] {
    let mut all = [T::default(); W];
    for (w, word) in all.iter_mut().enumerate() {
        *word = f(w);
    }
    all
}

/// A set of cells in each lane of a vector.
pub(crate) type LaneSet<V, const W: usize> = [V; W];

/// A way, ready to be gone.
#[derive(Clone, Debug)]
pub(crate) struct LaneSteps<const W: usize> {
    pub form: StepForm,
    first: Move<W>,
    more: Vec<Move<W>>,
}

/// One shift: as a rotation of all words. What comes round is masked out, as no step leads there.
#[derive(Clone, Copy, Debug)]
struct Move<const W: usize> {
    kind: Kind,
    /// Word `w` is made of word `w + turn`, shifted up, and the one below it, shifted down.
    turn: usize,
    up: u32,
    down: u32,
    arrive: [u64; W],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Shifts one way alone, or both.
    Up,
    Down,
    Both,
}

impl<const W: usize> Move<W> {
    fn of(shift: &Shift) -> Self {
        let arrive = from_fn(|w| shift.arrive.get(w).copied().unwrap_or(0));
        let bits = shift.modulus.unwrap_or(64 * W as u32) as i32;
        let by = shift.offset.rem_euclid(bits) as u32;
        if W == 1 {
            let (kind, up, down) = match (shift.modulus, shift.offset) {
                (None, 0..) => (Kind::Up, by, 0),
                (None, _) => (Kind::Down, 0, shift.offset.unsigned_abs()),
                (Some(modulus), _) => (if by == 0 { Kind::Up } else { Kind::Both }, by, modulus - by),
            };
            return Move { kind, turn: 0, up, down, arrive };
        }
        let (words, up) = (by as usize / 64, by % 64);
        Move { kind: Kind::Both, turn: (W - words) % W, up, down: 64 - up, arrive }
    }

    #[inline(always)]
    fn shifted_up<V: Vector>(&self, x: &LaneSet<V, W>) -> LaneSet<V, W> {
        from_fn(|w| x[w].up(self.up).and(V::all(self.arrive[w])))
    }

    #[inline(always)]
    fn shifted_down<V: Vector>(&self, x: &LaneSet<V, W>) -> LaneSet<V, W> {
        from_fn(|w| x[w].down(self.down).and(V::all(self.arrive[w])))
    }

    /// Where the turn is a constant, words stay in CPU registers.
    #[inline(always)]
    fn rotated<V: Vector>(&self, x: &LaneSet<V, W>, turn: usize) -> LaneSet<V, W> {
        from_fn(|w| {
            let (word_there, below) = (x[(w + turn) % W], x[(w + turn + W - 1) % W]);
            word_there.up(self.up).or(below.down(self.down)).and(V::all(self.arrive[w]))
        })
    }
}

/// How a set is stepped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StepForm {
    /// By one shift of one word.
    Up,
    Down,
    /// By a rotation of whole words by none, by one or by more, and then by a shift.
    Turn0,
    Turn1,
    TurnMore,
    /// By several shifts.
    Several,
}

/// An expression in which `step` is a closure that steps a set, compiled once for each form.
macro_rules! by_form {
    ($way:expr, $step:ident => $body:expr) => {{
        let way = $way;
        match way.form {
            $crate::sets::StepForm::Up => {
                let $step = |x: &LaneSet<V, W>| way.up(x);
                $body
            }
            $crate::sets::StepForm::Down => {
                let $step = |x: &LaneSet<V, W>| way.down(x);
                $body
            }
            $crate::sets::StepForm::Turn0 => {
                let $step = |x: &LaneSet<V, W>| way.turned(x, 0);
                $body
            }
            $crate::sets::StepForm::Turn1 => {
                let $step = |x: &LaneSet<V, W>| way.turned(x, 1);
                $body
            }
            _ => {
                let $step = |x: &LaneSet<V, W>| way.step(x);
                $body
            }
        }
    }};
}
pub(crate) use by_form;

/// The same for the ways of a chain, which mostly have one form: in `step(way, set)` none is looked up for each step.
macro_rules! by_chain {
    ($chain:expr, $ways:expr, $step:ident => $body:expr) => {{
        match ($crate::sets::chain_form($chain, $ways), W) {
            ($crate::sets::StepForm::Up, 1) => {
                let $step = |way: &LaneSteps<W>, x: &LaneSet<V, W>| way.up(x);
                $body
            }
            ($crate::sets::StepForm::Down, 1) => {
                let $step = |way: &LaneSteps<W>, x: &LaneSet<V, W>| way.down(x);
                $body
            }
            ($crate::sets::StepForm::Turn0, _) => {
                let $step = |way: &LaneSteps<W>, x: &LaneSet<V, W>| way.turned(x, 0);
                $body
            }
            ($crate::sets::StepForm::Turn1, 2..) => {
                let $step = |way: &LaneSteps<W>, x: &LaneSet<V, W>| way.turned(x, 1);
                $body
            }
            _ => {
                let $step = |way: &LaneSteps<W>, x: &LaneSet<V, W>| way.step(x);
                $body
            }
        }
    }};
}

/// The form of all ways of a chain; `Several` where they differ.
#[inline(always)]
pub(crate) fn chain_form<const W: usize>(chain: &[u32], ways: &[LaneSteps<W>]) -> StepForm {
    let form = |way: u32| ways[way as usize].form;
    let first = chain.first().map_or(StepForm::Several, |&way| form(way));
    if chain.iter().all(|&way| form(way) == first) { first } else { StepForm::Several }
}

impl<const W: usize> LaneSteps<W> {
    pub fn of(way: &Relation) -> Self {
        let nowhere = Shift { offset: 0, modulus: None, arrive: vec![0; W] };
        let first = Move::of(way.parts.first().unwrap_or(&nowhere));
        let form = match (way.parts.len() > 1, W, first.kind, first.turn) {
            (true, ..) => StepForm::Several,
            (_, 1, Kind::Up, _) => StepForm::Up,
            (_, 1, Kind::Down, _) => StepForm::Down,
            (_, _, _, 0) => StepForm::Turn0,
            (_, _, _, 1) => StepForm::Turn1,
            _ => StepForm::TurnMore,
        };
        LaneSteps { form, first, more: way.parts.iter().skip(1).map(Move::of).collect() }
    }

    /// A step of a way of the form `Up`.
    #[inline(always)]
    pub fn up<V: Vector>(&self, x: &LaneSet<V, W>) -> LaneSet<V, W> {
        self.first.shifted_up(x)
    }

    /// A step of a way of the form `Down`.
    #[inline(always)]
    pub fn down<V: Vector>(&self, x: &LaneSet<V, W>) -> LaneSet<V, W> {
        self.first.shifted_down(x)
    }

    /// A step of a way of a form with so many words' turn.
    #[inline(always)]
    pub fn turned<V: Vector>(&self, x: &LaneSet<V, W>, turn: usize) -> LaneSet<V, W> {
        self.first.rotated(x, turn)
    }

    /// Every cell a step on.
    #[inline(always)]
    pub fn step<V: Vector>(&self, x: &LaneSet<V, W>) -> LaneSet<V, W> {
        match self.form {
            StepForm::Up => self.up(x),
            StepForm::Down => self.down(x),
            StepForm::Turn0 => self.turned(x, 0),
            StepForm::Turn1 => self.turned(x, 1),
            StepForm::TurnMore => self.turned(x, self.first.turn),
            StepForm::Several => self.several(x),
        }
    }

    #[inline(never)]
    fn several<V: Vector>(&self, x: &LaneSet<V, W>) -> LaneSet<V, W> {
        let shift = |part: &Move<W>| match part.kind {
            Kind::Up => part.shifted_up(x),
            Kind::Down => part.shifted_down(x),
            Kind::Both => part.rotated(x, part.turn),
        };
        self.more.iter().fold(shift(&self.first), |all, part| or(&all, &shift(part)))
    }
}

#[inline(always)]
pub(crate) fn nothing<V: Vector, const W: usize>() -> LaneSet<V, W> {
    [V::zero(); W]
}

#[inline(always)]
pub(crate) fn or<V: Vector, const W: usize>(x: &LaneSet<V, W>, y: &LaneSet<V, W>) -> LaneSet<V, W> {
    from_fn(|w| x[w].or(y[w]))
}

#[inline(always)]
pub(crate) fn and<V: Vector, const W: usize>(x: &LaneSet<V, W>, y: &LaneSet<V, W>) -> LaneSet<V, W> {
    from_fn(|w| x[w].and(y[w]))
}

#[inline(always)]
pub(crate) fn without<V: Vector, const W: usize>(x: &LaneSet<V, W>, y: &LaneSet<V, W>) -> LaneSet<V, W> {
    from_fn(|w| x[w].without(y[w]))
}

/// Whether any lane has a cell.
#[inline(always)]
pub(crate) fn has_any<V: Vector, const W: usize>(x: &LaneSet<V, W>) -> bool {
    x.iter().fold(V::zero(), |all, &word| all.or(word)).any()
}

/// All ones in lanes that have a cell.
#[inline(always)]
pub(crate) fn some<V: Vector, const W: usize>(x: &LaneSet<V, W>) -> V {
    x.iter().fold(V::zero(), |all, &word| all.or(word)).is_zero().not()
}

#[inline(always)]
pub(crate) fn count<V: Vector, const W: usize>(x: &LaneSet<V, W>) -> V {
    x.iter().fold(V::zero(), |all, word| all.plus(word.ones()))
}

/// Every cell a step on, each way of the list.
#[inline(always)]
pub(crate) fn spread<V: Vector, const W: usize>(
    x: &LaneSet<V, W>,
    list: &[u32],
    ways: &[LaneSteps<W>],
) -> LaneSet<V, W> {
    list.iter().fold(nothing(), |all, &way| or(&all, &ways[way as usize].step(x)))
}

/// What is linked with the seed. What one way adds the next way of the same round goes on from: that takes about half
/// as many rounds as if each round began with the same set.
#[inline(never)]
pub(crate) fn flood<V: Vector, const W: usize>(
    seed: &LaneSet<V, W>,
    within: &LaneSet<V, W>,
    list: &[u32],
    ways: &[LaneSteps<W>],
) -> LaneSet<V, W> {
    let mut reached = and(seed, within);
    if !has_any(&without(within, &reached)) {
        return reached;
    }
    loop {
        let before = reached;
        for &way in list {
            reached = or(&reached, &and(&ways[way as usize].step(&reached), within));
        }
        if !has_any(&from_fn::<V, W>(|w| reached[w].xor(before[w]))) {
            return reached;
        }
    }
}

/// A set in lanes where a condition holds.
#[inline(always)]
fn masked<V: Vector, const W: usize>(x: &LaneSet<V, W>, when: V) -> LaneSet<V, W> {
    from_fn(|w| x[w].and(when))
}

/// The first member of a set.
#[inline(always)]
fn first<V: Vector, const W: usize>(x: &LaneSet<V, W>) -> LaneSet<V, W> {
    let mut wanted_bits = V::all(u64::MAX);
    let mut out = nothing();
    for (out, &word) in out.iter_mut().zip(x) {
        *out = word.and(V::zero().minus(word)).and(wanted_bits);
        wanted_bits = wanted_bits.and(word.is_zero());
    }
    out
}

/// Calls `take` with each group in turn; lanes that have fewer get empty sets.
#[inline(always)]
fn each_group<V: Vector, const W: usize>(
    of: &LaneSet<V, W>,
    list: &[u32],
    ways: &[LaneSteps<W>],
    mut take: impl FnMut(&LaneSet<V, W>),
) {
    let mut left = *of;
    while has_any(&left) {
        let group = flood(&first(&left), &left, list, ways);
        take(&group);
        left = without(&left, &group);
    }
}

/// The groups of at least so many cells.
#[inline(never)]
pub(crate) fn large_groups<V: Vector, const W: usize>(
    of: &LaneSet<V, W>,
    least: V,
    list: &[u32],
    ways: &[LaneSteps<W>],
) -> LaneSet<V, W> {
    let mut all = nothing();
    each_group(of, list, ways, |group| {
        let large = count(group).at_least(least);
        all = or(&all, &masked(group, large));
    });
    all
}

/// How many groups there are.
#[inline(never)]
pub(crate) fn groups<V: Vector, const W: usize>(of: &LaneSet<V, W>, list: &[u32], ways: &[LaneSteps<W>]) -> V {
    let mut all = V::zero();
    // A condition that holds is -1.
    each_group(of, list, ways, |group| all = all.minus(some(group)));
    all
}

/// The unbroken run from a set: steps by 1, 2, 4, ... cells (Kogge and Stone), so that no lane waits for another.
#[inline(never)]
pub(crate) fn run<V: Vector, const W: usize>(
    from: &LaneSet<V, W>,
    pass: &LaneSet<V, W>,
    chain: &[u32],
    ways: &[LaneSteps<W>],
) -> LaneSet<V, W> {
    by_chain!(chain, ways, step => run_by(from, pass, chain, ways, step))
}

/// The same by a function that takes a step.
#[inline(always)]
pub(crate) fn run_by<V: Vector, const W: usize>(
    from: &LaneSet<V, W>,
    pass: &LaneSet<V, W>,
    chain: &[u32],
    ways: &[LaneSteps<W>],
    step: impl Fn(&LaneSteps<W>, &LaneSet<V, W>) -> LaneSet<V, W>,
) -> LaneSet<V, W> {
    let Some((&first, _)) = chain.split_first() else { return nothing() };
    let mut pass = *pass;
    let mut run = and(&step(&ways[first as usize], from), &pass);
    for (i, &way) in chain.iter().enumerate() {
        let way = &ways[way as usize];
        run = or(&run, &and(&step(way, &run), &pass));
        if i + 1 < chain.len() {
            pass = and(&pass, &step(way, &pass));
        }
    }
    run
}

/// The cells right behind the run from a set.
#[inline(never)]
pub(crate) fn behind<V: Vector, const W: usize>(
    from: &LaneSet<V, W>,
    pass: &LaneSet<V, W>,
    chain: &[u32],
    ways: &[LaneSteps<W>],
) -> LaneSet<V, W> {
    by_chain!(chain, ways, step => step(&ways[chain[0] as usize], &run_by(from, pass, chain, ways, step)))
}

/// The runs from a set that end right before another one. Each lane has one run in the direction.
#[inline(never)]
pub(crate) fn run_between<V: Vector, const W: usize>(
    from: &LaneSet<V, W>,
    pass: &LaneSet<V, W>,
    until: &LaneSet<V, W>,
    chain: &[u32],
    ways: &[LaneSteps<W>],
) -> LaneSet<V, W> {
    by_chain!(chain, ways, step => {
        let forth = run_by(from, pass, chain, ways, step);
        let ended = some(&and(&step(&ways[chain[0] as usize], &forth), until));
        masked(&forth, ended)
    })
}

/// First cells of lines.
#[inline(always)]
pub(crate) fn line<V: Vector, const W: usize>(
    x: &LaneSet<V, W>,
    chain: &[u32],
    ways: &[LaneSteps<W>],
) -> LaneSet<V, W> {
    chain.iter().fold(*x, |line, &way| and(&line, &ways[way as usize].step(&line)))
}

/// For each number of cells up to `MOST_LINE_GAP + 1` the cells after which so many members stand in a row.
pub(crate) type RunsAfter<V, const W: usize> = [LaneSet<V, W>; MOST_LINE_GAP + 2];

/// The cells that complete a line of an axis with so many other cells. `after` is a buffer.
#[inline(never)]
pub(crate) fn gaps<V: Vector, const W: usize>(
    x: &LaneSet<V, W>,
    [forth, back]: [&LaneSteps<W>; 2],
    gap_count: usize,
    exact: bool,
    after: &mut RunsAfter<V, W>,
) -> LaneSet<V, W> {
    let gap_count = gap_count.min(MOST_LINE_GAP);
    by_form!(back, step => {
        let mut run = step(x);
        for after in &mut after[1..=gap_count + usize::from(exact)] {
            *after = run;
            run = step(&and(&run, x));
        }
    });
    let everywhere = [V::all(u64::MAX); W];
    after[0] = everywhere;
    by_form!(forth, step => {
        let (mut before, mut all) = (everywhere, nothing());
        for k in 0..=gap_count {
            let longer = step(&and(&before, x));
            let mut with_gap = and(&before, &after[gap_count - k]);
            if exact {
                with_gap = without(&with_gap, &or(&longer, &after[gap_count - k + 1]));
            }
            all = or(&all, &with_gap);
            before = longer;
        }
        all
    })
}
