"""Tools for developers: the set-up (setup.sh) and the generators of documents and data (`make docs`)."""
