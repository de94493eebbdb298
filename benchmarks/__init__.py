"""Benchmarks of speed and strength, compared with other programs: `make bench`.

    limit        hand-written programs for three games (limit.rs), compiled for this very CPU
    openspiel    OpenSpiel's C++ games, in an environment of their own (.bench)
    search       searches by simulations against OpenSpiel's, on two threads against one, and where their time goes
    turns        how long the designer's opponents think about a turn
    measure      random games counted for measures, against bare ones
    threads      two threads against one
    hex          one game on boards of 5 to 19
    compile      what it takes to compile each game
    drawn        a hundred rule values drawn at random: no game is the engine's darling
    kin          the games of the tests, each against the shipped game that it shares most words with
    variations   each shipped game with one rule changed, beside the game itself
    sampling     positions drawn from what a player of a game with secrets knows
    memory       what is left in memory after 1,000, 5,000 and 10,000 rule values

Everything that is compared is measured in turns, in one run, and the medians count: machines change their speed from
minute to minute. Where one thread plays, time is the time that the system gave it. Nothing here fails because it is
slow.

The web table is measured by commands of its own:

    python -m benchmarks.table_load      500 tables with two people each, and 10,000 finished games; what a person feels
                                         beside machines that think and hostile guests; memory after refused requests
    python -m benchmarks.table_page      the first page, and clicks on a board, in a browser
"""
