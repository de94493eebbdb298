#!/bin/sh
# Stands before rustc (RUSTC_WORKSPACE_WRAPPER) where our own crates are compiled for the CPU level x86-64-v3.
exec "$@" -C target-cpu=x86-64-v3
