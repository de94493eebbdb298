"""Renders positions as text and SVG, and the rules sheet. It reads a Picture and depends on no game."""
