"""The five games a second time, each written from its rules alone."""
