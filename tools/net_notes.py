"""Parts of docs/learning.md that are written by hand: measurements that are not made again with the page."""

SPEED = (
    "",
    "## What it costs",
    "",
    "Measured on 2026-11-27 on two cores that were idle otherwise.",
    "",
    "    python -m benchmarks.net_evaluation susan breakthrough reversi connect-four ndengrod gomoku hex",
    "    python -m benchmarks.learning susan --seconds 8 --threads 2",
    "    python -m benchmarks.learning pente --seconds 30 --threads 2",
    "    python -m benchmarks.net_values connect-four",
    "",
    "| game | an evaluation in a search: median ns (tenth to ninetieth percentile) | a ply played and undone |",
    "| --- | ---: | ---: |",
    "| susan | 256 (225 to 275) | 43 |",
    "| breakthrough | 444 (426 to 459) | 32 |",
    "| reversi | 609 (492 to 749) | 69 |",
    "| connect-four | 419 (350 to 460) | 31 |",
    "| ndengrod | 354 (324 to 385) | 53 |",
    "| gomoku | 671 (585 to 730) | 61 |",
    "| hex | 1,331 (1,174 to 1,478) | 38 |",
    "",
    "Hex takes longer since its nets read how near each side's connection is.",
    "",
    "Self-play with training on susan learns from 63,200 to 64,800 positions a second (three runs; 60,000 was the",
    "aim). Some 72 positions are evaluated for each that is learnt from. Programs play its plies, by machine code",
    "([explorers](engine.md#programs)); when the general engine played them, they were 48,400 to 50,200 (three runs in",
    "turn with those). In ndengrod it is 40 % more than before.",
    "Tried and not kept, since no gain showed beyond the noise of a busy machine (some 10 %): sums of leaves without",
    "changing patterns, rows fetched before they are added, rows on whole cache lines; and the first layer without its",
    "inactive units, which was slower. The memory peaked at 84 MiB there and at 441 MiB in pente, which has the most",
    "weights.",
    "",
    "The net of connect-four by itself tells won from lost in 91.0 % (89.7 to 92.2) of 2,000 random decided positions",
    "after 20 plies, and in 81.5 % (78.9 to 83.9) of the 914 where no ply wins at once. It opens in the middle.",
)
RANDOM_NOTES = (
    "*Moving first* is what whoever moved first scored. *Ten times the time* is what the rival scored against itself",
    "at a tenth of its time, in the same openings: where that is a half, thinking gains it nothing, since the seat",
    "decides or all games are drawn, and no player can score far above a half. The first seven lines were measured",
    "before it was, and their games had no limit of 140 plies.",
    "",
    "In draws 86, 109, 111 and 121 one seat won all games, and in draw 107 whoever moved first scored 90 %: their",
    "boards have 9 to 19 cells, and the rival plays them without a fault. In draw 1 whoever moved second won all of",
    "20 games of a net against `alphabeta:0.1s`, and 27 of 30 games between nets. In draw 140 all games were drawn.",
    "In draws 78 and 96 whoever is behind can keep the game from ending, and most games were cut and drawn.",
    "Draw 101 is a failure of the net: ten times the time scores 90 %, and the net 30 %. Its stones carry marks for",
    "some turns, so that a cell has nine contents, and the net sees triples of cells instead of neighbourhoods.",
)
UNTRAINED = (
    "- **havannah**: no net yet. 16 rounds of patterns alone took 32 s of the processor and lost all of 8 games to "
    "`mcts:0.1s`. 30 rounds with the features of connections took 362 s and scored 5 % (0 to 24) of 20 games, 50 plies "
    "long on average. As the judge of simulations (`mcts:0.1s,net=FILE`) that net scored no more: 6 % (0 to 29) of 16 "
    "games against `mcts:0.1s`, 25 % (2 to 48) of 16 against alpha-beta with it. A simulation judges each of some 130 "
    "plies, at 5 µs; alpha-beta gets four plies deep in 0.1 s of the processor. Not tried: longer training.",
    "- **serendipity**: no net yet. 365 rounds, which took 50 s of the processor, scored 48 % (34 to 61) of 20 games "
    "against `best:0.1s` of b9dc458f, 0.1 s a ply: 5 won, 1 drawn and 4 lost moving first, 4 won and 6 lost moving "
    "second. In 9 of 10 openings of four random plies the same seat won both games, so little is left to win. Both "
    "took 0.02 s a ply: searches end early where a result is proven. Not tried: longer training.",
)
