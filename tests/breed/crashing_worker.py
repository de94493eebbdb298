"""Test support: a breeding worker whose process dies at child 5 and hangs at child 18."""

import os
import time

from lusory.breed.batches import BatchTask, BatchWorker


class DeadlyWorker(BatchWorker):
    def make_child(self, batch, ladder, number, pair):
        if number == 5:
            os._exit(9)
        if number == 18:
            time.sleep(1000)
        return super().make_child(batch, ladder, number, pair)


class DeadlyTask(BatchTask):
    def worker(self):
        ordinary = super().worker()
        return DeadlyWorker(ordinary.founders)
