//! Solves one position by any method: answers questions on several threads that share a table, and writes proofs.

mod chance;
mod tables;

pub use chance::{ChanceSearches, EndlessSearch};

use crate::adviser::{Adviser, TableSearch};
use crate::certificate::{ProofLimits, ProofWriter};
use crate::depth_first::DepthFirstSearch;
use crate::distance_adviser::DistanceAdviser;
use crate::graph_listing::GraphListing;
use crate::layers::LayerTable;
use crate::layers::adviser::LayerAdviser;
use crate::lead::{Lead, LeadReader};
use crate::line_board::LineBoard;
use crate::placement_adviser::PlacementAdviser;
use crate::placement_search::PlacementSearch;
use crate::placement_table::PlacementTable;
use crate::proof_number_search::{ProofNumberSearch, SharedSearch, VirtualLoss};
use crate::proof_table::ProofTable;
use crate::question::{Unanswered, ValueQuestion};
use crate::retrograde::{GameGraph, GraphAdviser};
use crate::search_position::{PlayedOn, SearchPosition};
use crate::search_share::SearchShare;
use crate::shared_replies::SharedReplies;
use crate::sum_board::SumBoard;
use crate::sum_rules::SumRules;
use crate::threads::{on_deep_stack, on_threads};
use crate::turn_limits::TurnLimits;
use crate::turn_search::TurnSearch;
use crate::verdicts::Verdicts;
use crate::winning_sets::WinningSets;
use lusory_play::{Explorer, Reduction, StartPosition};
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The search method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Depth-first search to the end of the game.
    DepthFirst,
    /// Proof-number search.
    ProofNumber,
    /// Search among winning sets.
    Placement,
    /// Search for a forced win over whole turns; only for the proof, after `forced_win` has found one.
    Turns,
}

/// The resources of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The number of threads.
    pub threads: usize,
    /// The limit of positions of all threads together.
    pub positions: u64,
}

/// What is known of parts of a game takes this part of the memory, one divided by this.
const SHARE_OF_PARTS: usize = 4;

/// Solves one position of a game.
pub struct Solver<P: StartPosition + ?Sized> {
    start: Arc<P>,
    reduction: Reduction,
    memory: usize,
    table: ProofTable,
    virtual_loss: VirtualLoss,
    nodes: Arc<AtomicU64>,
    share: Arc<SearchShare>,
    listing: Option<GraphListing>,
    graph: Option<GameGraph>,
    layers: Option<LayerTable>,
    stored_layers: Vec<Vec<u8>>,
    sets: Option<WinningSets>,
    placements: Option<Mutex<PlacementTable>>,
    verdicts: [Verdicts; 2],
    lead: Option<Lead<P>>,
    sum: Option<Arc<SumRules>>,
    chance: ChanceSearches,
}

impl<P: StartPosition + ?Sized> Solver<P> {
    /// A solver with a table of at most `memory` bytes; none where the symmetries do not fit the board. sets: the winning
    /// sets of the game, if they are known. sum: its rules where it falls into parts, among which depth-first searches go.
    #[must_use]
    pub fn new(
        start: Arc<P>,
        reduction: Reduction,
        sets: Option<WinningSets>,
        sum: Option<SumRules>,
        memory: usize,
    ) -> Option<Self> {
        let mut at = start.explorer();
        let fits = at.set_reduction(&reduction);
        // Searches over whole turns and others follow one another, and keep what they know.
        let of_turns = if at.has_long_turns() { memory / 2 } else { 0 };
        // So do searches among winning sets.
        let of_placements = if sets.as_ref().is_some_and(|sets| sets.is_free) { memory / 2 } else { 0 };
        let (virtual_loss, nodes) = (VirtualLoss::default(), Arc::default());
        let of_parts = if sum.is_some() { memory / SHARE_OF_PARTS } else { 0 };
        let table = ProofTable::new(memory.saturating_sub(of_turns + of_placements + of_parts));
        let placements = placement_table(sets.as_ref(), &reduction, of_placements);
        let verdicts = [Verdicts::new(of_turns / 4 * 3), Verdicts::new(of_turns / 4)];
        fits.then(|| Solver {
            start,
            reduction,
            memory,
            table,
            virtual_loss,
            nodes,
            share: Arc::default(),
            listing: None,
            graph: None,
            layers: None,
            stored_layers: Vec::new(),
            sets,
            placements,
            verdicts,
            lead: None,
            sum: sum.map(Arc::new),
            chance: ChanceSearches::default(),
        })
    }

    /// The solver of a game that a lead decides; none where its symmetries do not fit the board.
    #[must_use]
    pub fn with_lead(self, lead: Lead<P>) -> Option<Self> {
        LeadReader::start(&lead, None)?;
        Some(Solver { lead: Some(lead), ..self })
    }

    /// Positions searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The counter of positions searched, for who watches from outside.
    #[must_use]
    pub fn counter(&self) -> Arc<AtomicU64> {
        self.nodes.clone()
    }

    /// How much of the present search is done, for who watches from outside.
    #[must_use]
    pub fn share(&self) -> Arc<SearchShare> {
        self.share.clone()
    }

    /// What searches over whole turns know, by the player of the question.
    #[must_use]
    pub fn verdicts(&self) -> &[Verdicts; 2] {
        &self.verdicts
    }

    /// The table of answers.
    #[must_use]
    pub fn table(&self) -> &ProofTable {
        &self.table
    }

    fn explorer(&self) -> Box<dyn Explorer> {
        let mut at = self.start.explorer();
        at.set_reduction(&self.reduction);
        at
    }

    /// The explorer of a depth-first search, with the reader of leads where one decides the game. A limit of plies is
    /// no question of leads.
    fn depth_first_explorer(&self, question: ValueQuestion) -> (Box<dyn Explorer>, Option<LeadReader>) {
        let lead = self.lead.as_ref().filter(|_| question.within.is_none());
        let started = lead.and_then(|lead| LeadReader::start(lead, question.handicap));
        started.map_or_else(|| (self.explorer(), None), |(at, reader)| (at, Some(reader)))
    }

    /// The position of a depth-first search that stands at an explorer's, after a line of plies. threads: how many such
    /// positions share the memory.
    fn search_position<'s>(
        &self,
        at: &'s mut dyn Explorer,
        lead: Option<LeadReader>,
        (line, question): (&[u32], ValueQuestion),
        threads: usize,
    ) -> SearchPosition<'s> {
        let on_lines = |at: &dyn Explorer| LineBoard::new(at, self.sets.as_ref()?, &self.reduction.symmetries);
        let on = match lead {
            Some(lead) => PlayedOn::Lead(lead),
            None => match (on_lines(at), self.sum_after(line, question, threads)) {
                (Some(board), _) => PlayedOn::Lines(board),
                (None, Some(sum)) => PlayedOn::Parts(Box::new(sum)),
                (None, None) => PlayedOn::Explorer,
            },
        };
        SearchPosition::new(at, on)
    }

    /// The position of a sum after a line of plies. None for questions with a limit of plies: parts of equal value may
    /// take more or fewer.
    fn sum_after(&self, line: &[u32], question: ValueQuestion, threads: usize) -> Option<SumBoard> {
        let rules = self.sum.as_ref().filter(|_| question.within.is_none())?;
        let mut sum = SumBoard::new(rules.clone(), self.memory / SHARE_OF_PARTS / threads.max(1));
        line.iter().all(|&id| sum.play(id)).then_some(sum)
    }

    fn shared_search<'s>(&'s self, stop: &'s AtomicBool, positions: u64) -> SharedSearch<'s> {
        let most = self.nodes().saturating_add(positions);
        SharedSearch {
            table: &self.table,
            virtual_loss: &self.virtual_loss,
            stop,
            nodes: &self.nodes,
            max_nodes: most,
            sets: self.sets.as_ref(),
            share: &self.share,
        }
    }

    /// The answer to a question about the position after a line of plies; none where the line is illegal.
    ///
    /// # Errors
    /// Where it was stopped, or the method cannot answer it. The table is kept.
    pub fn answer(
        &self,
        line: &[u32],
        question: ValueQuestion,
        method: Method,
        effort: Effort,
        stop: &AtomicBool,
    ) -> Result<Option<bool>, Unanswered> {
        self.share.set(0, 0);
        let mut at = self.explorer();
        if !line.iter().all(|&id| at.play(id)) {
            return Ok(None);
        }
        if question.handicap.is_some() && (self.lead.is_none() || method != Method::DepthFirst) {
            return Err(Unanswered::Undecided);
        }
        if method == Method::Placement {
            return self.answer_by_placement(at.as_mut(), question, effort, stop).map(Some);
        }
        self.answer_in_parallel(line, question, method, effort, stop).map(Some)
    }

    /// The answer by a search among winning sets. It has one thread.
    fn answer_by_placement(
        &self,
        at: &mut dyn Explorer,
        question: ValueQuestion,
        effort: Effort,
        stop: &AtomicBool,
    ) -> Result<bool, Unanswered> {
        if let Some(values) = at.values() {
            return Ok(question.holds(&values));
        }
        let (None, Some(table)) = (question.within, &self.placements) else { return Err(Unanswered::Undecided) };
        let mut table = table.lock().unwrap_or_else(PoisonError::into_inner);
        PlacementSearch::new(&mut table, stop, &self.nodes, effort.positions).answer(at, question)
    }

    fn answer_in_parallel(
        &self,
        line: &[u32],
        question: ValueQuestion,
        method: Method,
        effort: Effort,
        stop: &AtomicBool,
    ) -> Result<bool, Unanswered> {
        let done = AtomicBool::new(false);
        let shared = self.shared_search(&done, effort.positions);
        let search = || {
            // Proof-number search has no limit of plies.
            let is_by_numbers = method == Method::ProofNumber && question.within.is_none();
            let (mut at, mut lead) =
                if is_by_numbers { (self.explorer(), None) } else { self.depth_first_explorer(question) };
            line.iter().for_each(|&id| match &mut lead {
                Some(lead) => _ = lead.play(at.as_mut(), id),
                None => _ = at.play(id),
            });
            match method {
                _ if is_by_numbers => ProofNumberSearch::new(at.as_mut(), question, &shared).answer(),
                Method::DepthFirst | Method::ProofNumber => {
                    let at = self.search_position(at.as_mut(), lead, (line, question), effort.threads);
                    DepthFirstSearch::new(at, question, &shared).with_near_table().answer()
                }
                Method::Turns | Method::Placement => Err(Unanswered::Undecided),
            }
        };
        on_threads(effort.threads, stop, &done, search)
    }

    /// Whether a player wins within the limits, by whole turns. `false` proves nothing about wider searches.
    ///
    /// # Errors
    /// Where it was stopped, or a chance ply is next.
    pub fn forced_win(
        &self,
        player: u8,
        limits: TurnLimits,
        effort: Effort,
        stop: &AtomicBool,
    ) -> Result<bool, Unanswered> {
        let done = AtomicBool::new(false);
        let shared = self.shared_search(&done, effort.positions);
        let question = ValueQuestion::new(player, 2);
        let verdicts = &self.verdicts[usize::from(player & 1)];
        let replies = SharedReplies::default();
        let search =
            || TurnSearch::new(self.start.turn_explorer().as_mut(), question, &shared, verdicts, &replies).wins(limits);
        on_threads(effort.threads, stop, &done, search)
    }

    /// Whether turns may have several plies.
    #[must_use]
    pub fn has_long_turns(&self) -> bool {
        self.start.turn_explorer().has_long_turns()
    }

    /// Writes a proof of the answer "yes"; returns the number of its positions. A limit of plies is kept by depth-first
    /// search, which then wins as fast as possible.
    ///
    /// # Errors
    /// Where it was stopped, exceeds a limit, the answer is not "yes", or the disk is full.
    pub fn proof(
        &self,
        question: ValueQuestion,
        method: Method,
        out: &mut (dyn Write + Send),
        limits: ProofLimits,
        stop: &AtomicBool,
    ) -> Result<u64, Unanswered> {
        let shared = self.shared_search(stop, u64::MAX);
        let (limited, question) = (question, ValueQuestion { within: None, ..question });
        // Verdicts store the plies of a turn, so symmetric positions must not share a key.
        let mut at = if method == Method::Turns { self.start.turn_explorer() } else { self.explorer() };
        let (mut exact, reader) = self.proof_explorer(limited);
        let work = || {
            let write = |adviser: &mut dyn Adviser| {
                let position = SearchPosition::new(exact.as_mut(), reader.map_or(PlayedOn::Explorer, PlayedOn::Lead));
                ProofWriter::new(position, adviser, question, stop, self.sets.as_ref(), out, limits).write()
            };
            if let Some(table) = &self.layers {
                return write(&mut LayerAdviser::new(at.as_mut(), table, question));
            }
            match (&self.graph, method) {
                (Some(graph), _) => write(&mut GraphAdviser::new(at.as_mut(), graph, question)),
                (None, Method::DepthFirst) => {
                    let (mut at, lead) = self.depth_first_explorer(limited);
                    let at = self.search_position(at.as_mut(), lead, (&[], limited), 1);
                    let mut search = DepthFirstSearch::new(at, limited, &shared);
                    match limited.within {
                        Some(within) => write(&mut DistanceAdviser::new(search, within)),
                        None => write(&mut search),
                    }
                }
                (None, Method::ProofNumber) => write(&mut ProofNumberSearch::new(at.as_mut(), question, &shared)),
                (None, Method::Placement) => {
                    let Some(table) = &self.placements else { return Err(Unanswered::Undecided) };
                    let mut table = table.lock().unwrap_or_else(PoisonError::into_inner);
                    let search = PlacementSearch::new(&mut table, stop, &self.nodes, u64::MAX);
                    write(&mut PlacementAdviser::new(at.as_mut(), search, question))
                }
                (None, Method::Turns) => {
                    let verdicts = &self.verdicts[usize::from(question.player & 1)];
                    write(&mut TurnSearch::new(at.as_mut(), question, &shared, verdicts, &SharedReplies::default()))
                }
            }
        };
        on_deep_stack(work)
    }

    /// The explorer of a proof, with the reader of leads where one decides the game and equal positions are merged.
    fn proof_explorer(&self, question: ValueQuestion) -> (Box<dyn Explorer>, Option<LeadReader>) {
        match self.depth_first_explorer(question) {
            (at, Some(reader)) if reader.merges() => (at, Some(reader)),
            _ => {
                let mut at = self.start.explorer();
                at.set_reduction(&self.numbers_read());
                (at, None)
            }
        }
    }

    /// The part of the reduction that leaves out numbers which the rules never read, and keeps the margin of those of
    /// which they read no more. Such numbers may grow for ever, so that no position would come again.
    fn numbers_read(&self) -> Reduction {
        Reduction { captured: self.reduction.captured, scores: self.reduction.scores, ..Reduction::default() }
    }
}

/// The table of searches among winning sets, where these decide the game.
fn placement_table(sets: Option<&WinningSets>, reduction: &Reduction, memory: usize) -> Option<Mutex<PlacementTable>> {
    let sets = sets.filter(|sets| sets.is_free)?;
    let of_board = reduction.symmetries.iter().filter(|symmetry| !symmetry.exchange);
    let symmetries: Vec<Vec<u16>> = of_board.map(|symmetry| symmetry.cells.clone()).collect();
    Some(Mutex::new(PlacementTable::new(sets.clone(), &symmetries, memory)))
}
