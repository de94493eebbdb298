"""Tests of a server that stops while it works."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

from tests.server.running_server import SPAWNED, worker_processes


def test_a_request_that_is_cut_off_is_answered(start_server, tmp_path):
    """Its process does not answer: the page gets 503, and the log no traceback."""
    server = start_server(tmp_path, limits=SPAWNED)
    guest = server.guest()
    assert guest.http.get("/game/susan/rules").status_code == 200
    for worker in worker_processes(server):
        os.kill(worker, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as thread:
        pending = thread.submit(guest.http.get, "/game/reversi/rules")
        time.sleep(0.5)
        server.process.send_signal(signal.SIGTERM)
        response = pending.result()
    assert response.status_code == 503 and "shutting down" in response.json()["error"]
    assert server.stop() == -signal.SIGTERM and "Traceback" not in "".join(server.said), "".join(server.said)
