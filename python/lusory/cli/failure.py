"""Runs a command line: exit codes, one line for each error, and a quiet end where the output pipe is closed."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import traceback
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from typer import Abort
from typer.exceptions import TyperException

from .._interrupt import STOPPED
from ..errors import LusoryError
from .progress import progress

HERE = Path(__file__).parent.parent
WRONG = 1


def main() -> None:
    """The entry point `lusory`."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    warnings.showwarning = warn
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command line; the exit code."""
    from .app import app

    try:
        code = app(args=list(arguments) or ["--help"], prog_name="lusory", standalone_mode=False)
        sys.stdout.flush()
    except TyperException as fault:
        return usage(fault)
    except LusoryError as fault:
        return complain(str(fault))
    except BrokenPipeError:
        return discard_output()
    except OSError as fault:
        return complain(f"{fault.filename}: {fault.strerror}" if fault.filename else fault.strerror or str(fault))
    except (KeyboardInterrupt, Abort):
        progress.wipe()
        return STOPPED
    except SystemExit as ending:
        return discard_output() if ending.code == 1 else int(ending.code or 0)
    except ModuleNotFoundError as fault:
        name = (fault.name or "").partition(".")[0]
        extra = extra_of(name)
        return complain(f"{name} is missing: install lusory[{extra}]") if extra else blame(fault)
    except Exception as fault:
        return blame(fault)
    return code if isinstance(code, int) else 0


def complain(text: str, code: int = WRONG) -> int:
    """One line on stderr."""
    progress.wipe()
    print(f"lusory: {' '.join(text.split())}", file=sys.stderr)
    return code


def warn(message: Warning | str, *_: Any, **__: Any) -> None:
    """Print a warning like an error, and continue."""
    complain(str(message))


def usage(fault: TyperException) -> int:
    """Report a wrong use of the command, and where to find help."""
    context = getattr(fault, "ctx", None)
    path = context.command_path if context else "lusory"
    return complain(f"{fault.format_message().rstrip('.')} (see `{path} --help`)", fault.exit_code)


def extra_of(module: str) -> str:
    """The extra of our package that brings a module; empty where none does."""
    from importlib.metadata import PackageNotFoundError, requires

    with contextlib.suppress(PackageNotFoundError):
        for line in requires("lusory") or ():
            name, extra = re.match(r"[\w.-]+", line), re.search(r"extra == ['\"](\w+)", line)
            if name and extra and name[0].replace("-", "_").startswith(module or "?"):
                return extra[1]
    return ""


def discard_output() -> int:
    """The reader of our output has closed the pipe (`| head`), which is no error: the exit code."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def blame(fault: Exception) -> int:
    """Report an error in a game's own Python file with its line; an error of ours is a bug: print its traceback."""
    place_text = place(fault)
    if not place_text:
        raise fault
    return complain(f"{place_text}: {type(fault).__name__}: {fault}")


def place(fault: BaseException | None) -> str:
    """The file and line in a game's own Python file that an error comes from; empty where it is ours."""
    frames = traceback.extract_tb(fault.__traceback__) if fault else []
    foreign = [f for f in frames if HERE not in Path(f.filename).parents]
    theirs = [f for f in foreign if "site-packages" not in f.filename and "/lib/python" not in f.filename]
    last = theirs[-1] if theirs else None
    if last is None or Path(last.filename).name in ("lusory", "runpy.py") or last.filename.startswith("<"):
        return ""
    return f"{last.filename}, line {last.lineno}"
