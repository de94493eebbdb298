"""The library: games of others that the words say, each file one; `lusory.games` finds them."""
