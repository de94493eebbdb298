//! Solvers: exact values of positions of two-player games, with proofs. Uses `lusory_play` and knows no engine.
//!
//! ```text
//!   question              "does this player get at least so much?": the statement to prove or disprove
//!   proof_number_search   answers a question by df-pn, for games without repetition
//!   depth_first           answers a question by null-window alpha-beta to the end of the game
//!   search_position       where it stands
//!   shared_path           what its threads search together
//!   shared_replies        what those of the search over whole turns do
//!   line_board            its positions where one piece a turn is placed and lines win or lose
//!   line_rules            the rules of these
//!   sum_board             its positions where the game falls into independent parts
//!   sum_rules             the rules of these
//!   local_plies           their plies
//!   part_store            what is known of parts
//!   part_bounds           bounds of what they are worth
//!   part_values           what small parts are worth
//!   ply_scores            which plies it searches first
//!   proof_table           the transposition table of both
//!   winning_sets          the sets of cells that win, where pieces stay: bounds of the value
//!   placement_search      answers a question among them, where any empty cell may be taken
//!   pairing               pairing strategies, which end it
//!   placement_table       what it knows of positions
//!   placement_order       distances that order its plies
//!   placement_adviser     the plies of its proofs
//!   turn_search           finds forced wins over whole turns
//!   lead                  what it knows of games that a lead decides, whatever was gained before
//!   placement_keys        keys of its positions, where every ply places a piece that stays
//!   value_bounds          bounds of what a position is worth
//!   verdicts              what that search knows of positions
//!   checkpoint            saves and loads what was answered
//!   chance_checkpoint     the part of it for games with chance
//!   number_file           rows of numbers with a checksum
//!   checksum              of what it saves
//!   adviser               what a proof asks of a search
//!   certificate           writes a proof for an independent checker
//!   distance_adviser      the plies of a proof that wins within a limit
//!   retrograde            retrograde analysis of all reachable positions, for small games and games with cycles
//!   layers                the same layer by layer, where pieces never leave the board
//!   exploration           lists the positions of a game without keeping their states
//!   key_index             numbers them
//!   graph_listing         these with their plies
//!   graph_edges           the plies, in memory or in a file
//!   expectation           expected values of games with chance plies
//!   known_values          what that search knows of positions
//!   chance_graph          lists their positions where these can repeat
//!   endless_chance        the values of that list, play without end being a draw
//!   end_components        where a player can play without end
//!   position_numbers      the numbers of positions of a proof, in little memory
//!   search_share          how much of a search is done
//!   solver                all of these for one position, on several threads
//!   secrets               values and mixed strategies of games with hidden information
//! ```

mod adviser;
pub mod cell_set;
pub mod certificate;
mod chance_checkpoint;
mod chance_graph;
pub mod checkpoint;
mod checksum;
mod depth_first;
mod distance_adviser;
mod end_components;
mod endless_chance;
mod expectation;
mod exploration;
mod graph_edges;
mod graph_listing;
mod key_index;
mod known_values;
pub mod layers;
pub mod lead;
mod line_board;
mod line_rules;
pub mod local_plies;
mod number_file;
mod pairing;
mod part_bounds;
mod part_store;
mod part_values;
mod placement_adviser;
pub mod placement_keys;
mod placement_order;
mod placement_search;
mod placement_table;
mod ply_scores;
mod position_numbers;
pub mod proof_number_search;
pub mod proof_table;
pub mod question;
pub mod retrograde;
mod search_position;
pub mod search_share;
pub mod secrets;
mod shared_path;
pub mod shared_replies;
pub mod solver;
mod sum_board;
pub mod sum_rules;
mod threads;
pub mod turn_limits;
pub mod turn_search;
mod value_bounds;
pub mod verdicts;
pub mod winning_sets;

pub use lusory_play::SIDES;
