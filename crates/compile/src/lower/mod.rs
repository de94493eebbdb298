//! Lowers words to operations: a file for each kind of word. Every `match` names all words, so that a new word does not
//! compile until it is lowered here.

mod bounds;
mod cell_conditions;
mod cells;
mod conditions;
mod constants;
mod counts;
mod decisive;
mod directions;
mod drawn_plies;
mod duplicates;
mod effects;
mod elimination;
mod ends;
mod entries;
mod groups;
mod growth;
mod inverted_conditions;
mod liberties;
mod lines;
mod linking;
mod moves;
mod numbers;
mod offers;
mod play;
mod ply_observation;
mod rays;
mod repetition;
mod scene;
mod secrets;
mod stage_body;
mod stage_ply;
mod tick;
mod trials;
mod turn_end;
mod turns;

use crate::LoweringOptions;
use crate::builder::{Builder, Value};
use crate::linking::Linking;
use crate::program::Program;
use lusory_engine::lowering_input::LoweringInput;
use lusory_engine::state_slots::TurnPoint;
use offers::OfferGroup;
use scene::Stores;

/// Words, or uses of words, that have no lowering yet: the name in `NotLowered`, and what is missing.
pub const NOT_LOWERED: &[(&str, &str)] = &[
    ("direction", "rays, slides and lines along directions that lead round a loop, or two ways to one cell"),
    (
        "distance",
        "slides whose distance depends on the ply in another way than a count on its lines; shortest ways on boards of more \
         than 36 cells",
    ),
    ("duplicate", "plies that several words offer, of which one slides past pieces, hops or leaps"),
    ("hidden", "where something is hidden: losses that put a side out, and `Last` of others in plies"),
    ("leap", "leaps anywhere on boards of many cells, or in directions that depend on the position"),
    ("loss", "losses that put one of several sides out within a turn, or where a side may move twice in a row"),
    ("no-ply", "tested among other words, or before other ends, where plies depend on counters"),
    ("ray", "lengths that depend on the position, where lines have more than eleven cells"),
    ("regions", "regions whose number depends on the position"),
    ("roll", "dice whose faces have weights beyond the number of cells"),
    ("stage", "turns that can come to more than a hundred different points"),
    (
        "trial",
        "plies that depend on counters, by chance, or in turns that may be ended or judge ends when they are over",
    ),
    ("where", "conditions asked cell by cell on boards of more than 128 cells"),
];

/// A word that has no lowering yet: one of `NOT_LOWERED`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotLowered {
    /// Which.
    pub word: &'static str,
}

/// What lowering a word comes to.
type Lowered<T> = Result<T, NotLowered>;

fn not_lowered<T>(word: &'static str) -> Lowered<T> {
    debug_assert!(NOT_LOWERED.iter().any(|(listed, _)| *listed == word), "{word}");
    Err(NotLowered { word })
}

/// Lowers rules on their board.
///
/// # Errors
/// The first word met that has no lowering yet.
pub fn lower(laid: &LoweringInput, options: LoweringOptions) -> Result<Program, NotLowered> {
    // Plies are tried out once they were drawn: most are legal. Where that does not do, each is tested before it is offered.
    lower_with(laid, options, options.tests).or_else(|refused| match refused.word {
        "trial" | "no-ply" | "loss" | "duplicate" => lower_with(laid, options, true).map_err(|_| refused),
        _ => Err(refused),
    })
}

fn lower_with(laid: &LoweringInput, options: LoweringOptions, tests: bool) -> Lowered<Program> {
    let needed = {
        // What the words ask for is known once they have been read; only that is kept in the state.
        let mut lowering = Lowering::new(laid, options, NeededState::default());
        (lowering.stored_words, lowering.tests) = (turns::ALL_WORDS, tests);
        lowering.instructions()?;
        if options.all_slots { lowering.needed.with_all_slots(laid) } else { lowering.needed }
    };
    let mut lowering = Lowering::new(laid, options, needed);
    (lowering.stored_words, lowering.tests) = (needed.turn, tests);
    lowering.program()
}

/// What words ask for of former plies.
#[derive(Clone, Copy, Default, Debug)]
struct NeededState {
    captured: bool,
    scores: bool,
    lasts: bool,
    lasts_of_others: bool,
    rolled: bool,
    /// Words for the plies of a turn so far (`turns`), a bit each.
    turn: u8,
    /// Whether a turn has begun, a player has acted, and what it has done: besides where words ask.
    begun: bool,
}

impl NeededState {
    fn with_all_slots(self, laid: &LoweringInput) -> Self {
        // Where each ply ends its turn nothing is left of it.
        let begun = laid.rules.agendas.links.iter().any(|link| link.rest != 0);
        let turn = if begun { turns::ALL_WORDS } else { self.turn };
        NeededState { captured: true, scores: true, lasts: true, lasts_of_others: true, rolled: true, turn, begun }
    }
}

/// Lowers one rule value.
struct Lowering<'l> {
    laid: &'l LoweringInput,
    b: Builder,
    /// The length of chains of doubled steps.
    doublings: u32,
    needed: NeededState,
    stores: Stores,
    /// What may be on offer to each body.
    offered: Vec<Vec<OfferGroup>>,
    /// The registers of the state for it.
    groups: Vec<Vec<Value>>,
    /// Where a lane may stay at its stage for a tick: the registers of the stage (the side to move, where each turn is
    /// one ply) and of the number of plies.
    stage_and_plies: Option<(Value, Value)>,
    /// Whether plies are tried out (`tick`).
    trying: bool,
    /// Where turns may have several plies: the points that they can come to, and what is kept of a turn.
    stages: Vec<TurnPoint>,
    /// The lanes that the body being made plays in; none: all of them.
    active: Option<Value>,
    /// What the next turn offers; only while the body of a stage is made.
    next_agenda: Option<u16>,
    /// See `stages`.
    turn: Option<turns::TurnState>,
    /// The words that refer to earlier plies of a turn, as flags (`turns::TO`, ...): their values are stored.
    stored_words: u8,
    /// What is linked with regions.
    linked: Vec<growth::LinkedSet>,
    /// The tables by which groups are followed, of a side along directions.
    linkings: Vec<(usize, Vec<usize>, Linking)>,
    /// What observers ask for.
    observed: Option<ply_observation::ObservedRegisters>,
    observe: bool,
    enter: bool,
    decisive: bool,
    /// Cells where a placement of a side ends the game: registers of the state for each side.
    ending: Vec<decisive::EndingCells>,
    /// The directions along which each ply leaves no group enclosed.
    liberty_ways: Option<Vec<usize>>,
    /// Whether groups may be enclosed nonetheless, where a game began so. None: none are.
    unclean: Option<Value>,
    /// Whether some turn may be ended before its first ply.
    may_skip: bool,
    /// Where a side may move twice in a row and plies are tried out: the side that moved last, if an end asks for it.
    last_mover: Option<Value>,
    /// Whether plies without cells are judged before they are offered: where turns may have several plies.
    foresees: bool,
    /// Whether what is being offered are chance plies.
    in_chance: bool,
    /// Whether a ply is supposed to be made, as its mover sees it: secret placements take place in public.
    supposing: bool,
    /// Whether plies that can be judged only once they are made are tested one by one before they are offered.
    tests: bool,
    /// How many answers there are to draw from, in the body of a stage where one is drawn.
    answers: Option<Value>,
    /// The Repeat whose ply is being lowered, 0 for none: an empty iteration must not start it again.
    repeat: u16,
}

impl<'l> Lowering<'l> {
    fn new(laid: &'l LoweringInput, options: LoweringOptions, needed: NeededState) -> Self {
        let mut b = Builder::new(laid.all.clone(), options.optimise);
        let stores = Stores::new(laid, &mut b, needed);
        Lowering {
            laid,
            b,
            doublings: crate::ways::doublings(laid),
            needed,
            stores,
            offered: Vec::new(),
            groups: Vec::new(),
            stage_and_plies: None,
            trying: false,
            turn: None,
            stages: Vec::new(),
            active: None,
            next_agenda: None,
            stored_words: 0,
            linked: Vec::new(),
            linkings: Vec::new(),
            observed: None,
            observe: options.observe,
            enter: options.enter,
            decisive: options.decisive,
            ending: Vec::new(),
            liberty_ways: None,
            unclean: None,
            may_skip: false,
            last_mover: None,
            foresees: false,
            in_chance: false,
            supposing: false,
            tests: false,
            answers: None,
            repeat: 0,
        }
    }

    fn kinds(&self) -> usize {
        self.laid.rules.kinds.len()
    }
}
