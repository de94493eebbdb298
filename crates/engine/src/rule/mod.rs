//! Rules as a syntax tree: every word with its parts, names replaced by numbers. Nothing here depends on the board
//! width.
//!
//! Cells are numbered as the board lists them, likewise directions, kinds of piece and sides. The meaning of each word
//! is documented once, in the Python vocabulary (`lusory.rules`); a type here only lists its fields.

mod actions;
mod numbers_and_conditions;
pub mod parse;
pub mod parts;
pub mod plies;

pub use actions::Captures;
pub use numbers_and_conditions::{Condition, Distance, Number, QuietCounter, Sign};
pub use plies::{Action, Agendas, Atomic, Effect, End, EndKind, Link, Node, NodeKind, Phase};

/// The owner of a piece or of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The mover's.
    Own,
    /// All other sides'.
    Enemy,
    /// Without an owner.
    Neutral,
}

/// A choice by condition between parts of one type; without `otherwise` there is nothing where it does not hold.
#[derive(Clone, Debug)]
pub struct If<T> {
    /// The condition.
    pub when: Condition,
    /// Where it holds.
    pub then: T,
    /// Where it does not.
    pub otherwise: Option<T>,
}

/// A set of cells.
#[derive(Clone, Debug)]
pub enum Cells {
    /// A constant, folded when the rules were compiled: an index into the plan's fixed sets.
    Fixed(usize),
    /// Cells with a piece of the mover, of another side, without an owner.
    Of(Side),
    /// Cells without a piece.
    Empty,
    /// Every cell.
    Everywhere,
    /// Cells with a piece of this kind.
    Kind(usize),
    /// These cells.
    At(Vec<u32>),
    /// Rows counted from the side's home: 1 is the nearest, -1 the farthest.
    Ranks {
        /// The nearest.
        first: i64,
        /// The last.
        last: i64,
    },
    /// Whole rows with a cell of the set.
    Row(Box<Cells>),
    /// Whole columns with a cell of the set.
    Column(Box<Cells>),
    /// The middle.
    Center,
    /// A colour of the board.
    Shade(usize),
    /// Regions joined.
    Regions(Box<Regions>),
    /// The cell that a `Where` asks about.
    Here,
    /// The cells for which a condition holds.
    Where(Box<Where>),
    /// The cells with a mark of this number.
    Marked(usize),
    /// Where the ply ends.
    To,
    /// Where its piece came from.
    Origin,
    /// Where the piece of the ply before in this turn stands.
    Just,
    /// Where the pieces of this turn stand.
    Moved,
    /// Where plies of this turn started or ended.
    Visited,
    /// Where a recent ply of a side ended; `back` from 1.
    Last {
        /// Whose.
        side: Side,
        /// How many plies ago.
        back: usize,
    },
    /// Neighbours of the set.
    Adjacent(Box<Cells>, Directions),
    /// The set moved one step.
    Shift(Box<Cells>, Directions),
    /// Runs of cells.
    Ray(Box<Ray>),
    /// Pieces without an empty neighbour.
    Enclosed(Box<Enclosed>),
    /// Straight lines.
    Line(Box<Line>),
    /// Connected groups.
    Group(Box<Group>),
    /// Groups that link regions.
    Connected(Box<Connected>),
    /// Loops round a cell.
    Ring(Box<Ring>),
    /// Cells with a public piece.
    Open,
    /// The cells that the ply being answered announced.
    Announced,
    /// The cells that the answer showed.
    Revealed,
    /// In every part.
    And(Vec<Cells>),
    /// In some part.
    Or(Vec<Cells>),
    /// Not in it.
    Not(Box<Cells>),
    /// By condition.
    If(Box<If<Cells>>),
    /// By the mover's side.
    BySide(Vec<Cells>),
}

/// The cells of a set for which a condition holds, in which `Cells::Here` is the cell.
#[derive(Clone, Debug)]
pub struct Where {
    /// The cells that are asked about.
    pub of: Cells,
    /// The condition.
    pub when: Condition,
}

/// A list of sets of cells.
#[derive(Clone, Debug)]
pub enum Regions {
    /// The edges with these indices, in the board's order.
    Edges {
        /// Which of the board's edges.
        which: Vec<usize>,
        /// With their corner cells.
        corners: bool,
    },
    /// The corners, each a region.
    Corners,
    /// Each part a region.
    List(Vec<Cells>),
    /// By condition.
    If(Box<If<Regions>>),
    /// By the mover's side.
    BySide(Vec<Regions>),
}

/// A set of directions.
#[derive(Clone, Debug)]
pub enum Directions {
    /// Constants, folded when the rules were compiled, one per side.
    Fixed([u64; 4]),
    /// All directions.
    Every,
    /// Those in which cells share a side.
    Orthogonal,
    /// Those in which they share a corner only.
    Diagonal,
    /// Those that lead away from the mover's home.
    Forward,
    /// These.
    Dir(u64),
    /// From one cell to another.
    Heading(Box<Heading>),
    /// The ply's own.
    PlyHeading,
    /// The opposite directions.
    Opposite(Box<Directions>),
    /// In every part.
    And(Vec<Directions>),
    /// In some part.
    Or(Vec<Directions>),
    /// Not in it.
    Not(Box<Directions>),
    /// By condition.
    If(Box<If<Directions>>),
    /// By the mover's side.
    BySide(Vec<Directions>),
}

/// The directions from one cell to another on a straight line.
#[derive(Clone, Debug)]
pub struct Heading {
    /// From.
    pub start: Cells,
    /// To.
    pub end: Cells,
    /// How many steps lie between; any number if not given.
    pub distance: Option<u32>,
    /// Which directions count.
    pub ways: Directions,
}

/// Runs of cells from a start, in each of the directions.
#[derive(Clone, Debug)]
pub struct Ray {
    /// Where they start, not part of the run.
    pub start: Cells,
    /// Which way.
    pub ways: Directions,
    /// The cells they may pass.
    pub through: Cells,
    /// What must follow right after them.
    pub until: Option<Cells>,
    /// How long exactly.
    pub length: Option<Number>,
}

/// Pieces without an empty neighbour.
#[derive(Clone, Debug)]
pub struct Enclosed {
    /// The pieces.
    pub of: Cells,
    /// Whole groups share their neighbours; else each cell alone.
    pub group: bool,
    /// Which neighbours count.
    pub ways: Directions,
}

/// Straight unbroken lines.
#[derive(Clone, Debug)]
pub struct Line {
    /// How long.
    pub n: u32,
    /// Of what.
    pub of: Cells,
    /// Longer ones do not count.
    pub exact: bool,
    /// How many lines of exactly `n` cells are required, if more than one.
    pub times: u32,
    /// How many cells two of them may share.
    pub share: u32,
    /// Along which directions.
    pub ways: Directions,
}

/// Connected groups.
#[derive(Clone, Debug)]
pub struct Group {
    /// Of what.
    pub of: Cells,
    /// They must hold one of these.
    pub at: Option<Cells>,
    /// The least number of cells.
    pub size: Number,
    /// Directions that connect.
    pub ways: Directions,
}

/// Connected groups that touch regions.
#[derive(Clone, Debug)]
pub struct Connected {
    /// Of what.
    pub of: Cells,
    /// The regions to link.
    pub regions: Regions,
    /// How many of them; all if not given.
    pub n: Option<u32>,
    /// Directions that connect.
    pub ways: Directions,
}

/// Loops round a cell.
#[derive(Clone, Debug)]
pub struct Ring {
    /// Of what.
    pub of: Cells,
    /// Directions that connect.
    pub ways: Directions,
}

/// Pieces on the board at the start.
#[derive(Clone, Debug)]
pub struct Put {
    /// Where.
    pub at: Cells,
    /// The owner: 0 neutral, 1 the first side.
    pub owner: usize,
    /// The kind of piece.
    pub kind: usize,
}

/// The sets of cells in which a state holds the marks of one name: one set, or for marks that stay n turns n + 1 sets, by
/// the number of turns that they still stay after this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarkLayers {
    /// The number of the first set.
    pub first: usize,
    /// How many.
    pub count: usize,
}

impl MarkLayers {
    /// The numbers of the sets.
    #[inline]
    #[must_use]
    pub fn all(self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }

    /// The set of new marks.
    #[inline]
    #[must_use]
    pub fn newest(self) -> usize {
        self.first + self.count - 1
    }

    /// The sets whose marks stay for the next turn.
    #[inline]
    #[must_use]
    pub fn lasting(self) -> std::ops::Range<usize> {
        self.first + usize::from(self.count > 1)..self.first + self.count
    }

    /// For each set the one whose marks it gets at the end of a turn; none where it gets no marks.
    pub fn after_turn(self) -> impl Iterator<Item = (usize, Option<usize>)> {
        let to = self.lasting().map(Some).chain(std::iter::once(None));
        self.all().zip(to)
    }
}

/// How the text of a ply is made, for a block of ids.
#[derive(Clone, Debug)]
pub struct Block {
    /// The first id.
    pub base: u32,
    /// How many.
    pub size: u32,
    /// The kind of plies in the block.
    pub form: Form,
    /// What follows the cells.
    pub suffix: String,
}

/// The kind of plies in a block of ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A cell.
    Cell,
    /// A piece moved: origin, then landing cell.
    Move,
    /// The same, by a jump.
    Jump,
    /// A piece lifted.
    Lift,
    /// One word.
    Word(String),
    /// The face of a die.
    Roll,
    /// A set of cells shown.
    Reveal,
    /// A cell in secret, after the choice of an announcement, with their labels.
    Commit(Vec<String>),
}

/// The rules of a game without its board.
#[derive(Clone, Debug)]
pub struct Rules {
    /// How many sides, 1 to 4.
    pub sides: usize,
    /// The kinds of piece.
    pub kinds: Vec<String>,
    /// Whether there is hidden information.
    pub hidden: bool,
    /// The parts of the turns.
    pub nodes: Vec<Node>,
    /// Everything that can be left of a turn.
    pub agendas: Agendas,
    /// The agenda of each turn of the opening, and of all turns after it.
    pub turns: Vec<u16>,
    /// The pieces at the start.
    pub setup: Vec<Put>,
    /// For each kind, how many each side has in hand at the start; none where the kind is unlimited.
    pub handed: Vec<Option<u32>>,
    /// What follows every ply.
    pub effects: Vec<Phase<Effect>>,
    /// The ends of the game.
    pub ends: Vec<Phase<End>>,
    /// The quiet counters.
    pub quiets: Vec<QuietCounter>,
    /// Whether any word depends on repetition.
    pub repeats: bool,
    /// How many plies of a side `Last` looks back.
    pub memory: usize,
    /// The marks, by number.
    pub marks: Vec<MarkLayers>,
    /// How many different `Tell` there are.
    pub tells: usize,
    /// The text of the fact of each `Tell`; the program's field `told`, empty where it has none.
    pub told: Vec<String>,
    /// Whether the game counts points. Else captured pieces.
    pub scores: bool,
    /// The id of `end`.
    pub end: Option<u32>,
    /// The blocks of ids.
    pub blocks: Vec<Block>,
    /// The regions that may be announced, as board cells: the ids of a Reveal enumerate their subsets.
    pub announced: Vec<Vec<u32>>,
    /// Whether a ply can be offered twice under one id.
    pub may_duplicate_plies: bool,
    /// Whether the legal plies can change between the end of one ply and the next, by counters or repetition.
    pub plies_depend_on_counters: bool,
    /// The same without repetition in an `unless`, which is judged after its ply.
    pub offers_depend_on_counters: bool,
}

impl Rules {
    /// How many sets of marked cells a state holds.
    #[must_use]
    pub fn mark_layers(&self) -> usize {
        self.marks.last().map_or(0, |layers| layers.all().end)
    }

    /// Whether a loss may put a side out while others play on.
    #[must_use]
    pub fn eliminates(&self) -> bool {
        self.sides > 2 && self.ends.iter().any(|end| end.has(&|end| matches!(end.kind, EndKind::Loss)))
    }
}
