"""Pictures of positions as text and SVG, and the sheet of rules. Reads a Picture; knows no game."""
