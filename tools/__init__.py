"""What the makers of lusory run: the set-up (setup.sh) and the generated documents (`make docs`)."""
