// Types of what the server sends; see docs/api and play/entry.py. No code.

/** @typedef {{text: string, label: string}} EntryButton a part of a ply that is entered by a button, not by a cell */
/** @typedef {{cells: string[], none?: string, plies?: Record<string, string>}} EntryChoice cells to be revealed together */
/**
 * @typedef {object} EntryNode a node of the tree of clicks that enter plies: what may be clicked next
 * @property {Record<string, string[]>} [ends] cells that complete a ply, by its text with `*` for the cell
 * @property {Record<string, EntryNode>} [cells] cells after which more is to be entered
 * @property {EntryButton[]} [words]
 * @property {EntryChoice | null} [set]
 * @property {string} [ply] the clicks so far are this ply
 */
/** @typedef {{kind: string, cells: string[], player: number, amount: number}} GameEvent what a ply brought about; `move`: from, to */
/** @typedef {{ply: number, player: number, text: string, events: GameEvent[]}} RecentPly */
/** @typedef {{ply: number, player: number, text: string | null, printed: string, turn: number}} Move */
/** @typedef {{player: number, side?: number | null, name: string, kind: string, here?: boolean, taken?: boolean, colour?: string | null, called?: string}} Seat colour: of its stones. called: set by colours.js */
/** @typedef {{values: number[], text: string, by: string}} GameResult */
/** @typedef {{left: number[], running: number | null, deadline?: number | null, kind?: string, turn?: number | null, held?: number | null}} Clock */
/** @typedef {{player?: number | null, name?: string, text: string, at?: number}} ChatMessage a line of the chat */
/**
 * @typedef {object} TableView a table as one caller may see it
 * @property {string} table
 * @property {number} serial grows with every event at the table
 * @property {{name: string, title: string, hash: string, players: number, hidden: boolean, options?: Record<string, string>}} game
 * @property {number[]} you players whose seats this caller holds
 * @property {number | null} eyes the player whose view this is, where the caller holds several seats
 * @property {number} ply
 * @property {number | null} to_move
 * @property {string} svg
 * @property {EntryNode | null} entry
 * @property {Record<string, string>} [ends] plies without cells that would end the game, with its result
 * @property {string[]} [typed] plies of the turn so far
 * @property {string[]} can
 * @property {boolean} analysis may positions be analysed
 * @property {Move[]} moves
 * @property {string[]} said sentences about the last ply
 * @property {RecentPly[]} recent what has happened since the observer's last ply
 * @property {(string | {kind: string, player: number, cells: string[], text: string})[]} [known]
 * @property {number[]} scores
 * @property {[number, string, number][]} hands player, kind and number of the pieces in hand
 * @property {string} counts what the scores are where they decide: points or captured
 * @property {GameResult | null} result
 * @property {Clock | null} clock
 * @property {Seat[]} seats
 * @property {string} [cells_id] of the cells of the drawing, which is without them where they are known
 * @property {string} [view_id] of this view, for differences
 * @property {string} [view_from] the view that `changed` and `moves_from` refer to
 * @property {([number, number] | string)[]} [changed] the drawing as lines and runs of lines of that view
 * @property {number} [moves_from] so many moves are those of that view
 * @property {[number, string][]} [offers] who offers what: draw, undo, rematch
 * @property {[number, string][]} [refused] whose offers were declined
 * @property {ChatMessage[]} [chat]
 * @property {string} [next] the table of the rematch
 * @property {boolean} [shared]
 * @property {boolean} chat_on is the chat open
 * @property {boolean} closed has the host closed the table
 */
/** @typedef {{cells_id: string, view_id: string, svg: string, stones: string, cells: string[], neighbours: Record<string, (string | null)[]>}} FirstBoard */
/** @typedef {{x: number, y: number}} Point */

export {};
