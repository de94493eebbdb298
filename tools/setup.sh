#!/usr/bin/env bash
# Sets up everything from the lock files. Does nothing, and needs no network, when nothing changed.
#   setup.sh check         is what we need here? Says in a line what is missing and how to get it
#   setup.sh base | dev    what a player needs | what the tests need, too: a browser, what checks the page
#   setup.sh browser       the browser alone, which the tests drive
#   setup.sh bench         what `make bench` needs: what a player needs, and OpenSpiel in .bench
#   setup.sh wheel [DIR]   packs a wheel into dist (or DIR), with what `base` has built
#   setup.sh lock [ARGS]   makes the lock files again; --upgrade takes the newest versions
set -euo pipefail
cd "${BASH_SOURCE[0]%/*}/.."
cd "$(pwd -P)"

python_least=3.11
cargo_least=1.85 # rust-version in Cargo.toml; a test holds them together
python=

# No toolchain and no Python ever comes behind the user's back.
export MATURIN_NO_INSTALL_RUST=1 RUSTUP_AUTO_INSTALL=0 UV_PYTHON_DOWNLOADS=never
export UV_NO_PROGRESS=1 VIRTUAL_ENV="$PWD/.venv"

stop() {
    echo "lusory: $*" >&2
    exit 1
}

# at_least 1.95.0 1.85
at_least() {
    local major minor
    IFS=. read -r major minor _ <<<"$1"
    ((major > ${2%%.*} || (major == ${2%%.*} && minor >= ${2#*.})))
}

check_python() {
    local name version seen=
    for name in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        version=$("$name" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue
        seen=${seen:-$version}
        at_least "$version" $python_least && python=$name && break
    done
    local get="install it from https://www.python.org/downloads or your system's packages"
    [ -n "$seen" ] || stop "Python is missing; version $python_least or newer is needed: $get"
    [ -n "$python" ] || stop "Python $seen is too old; version $python_least or newer is needed: $get"
    "$python" -c 'import ensurepip, venv' >/dev/null 2>/dev/null ||
        stop "Python $version has no venv module: install it (on Debian and Ubuntu: apt install python3-venv)"
}

check_cargo() {
    local version get="install Rust from https://rustup.rs, or run: rustup update"
    command -v cargo >/dev/null || stop "cargo is missing; version $cargo_least or newer is needed: $get"
    version=$(cargo --version 2>/dev/null) || stop "cargo does not run; version $cargo_least or newer is needed: $get"
    version=${version#cargo }
    version=${version%% *}
    at_least "$version" $cargo_least || stop "cargo $version is too old; version $cargo_least or newer is needed: $get"
}

check_rust_tools() {
    cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 ||
        stop "rustfmt or clippy is missing, which the tests need: run rustup component add rustfmt clippy"
}

# changed STAMP FILE.. : was the stamp not left by just these contents?
mark=
changed() {
    mark=$(cat "${@:2}" | cksum)
    [ ! -f "$1" ] || [ "$(cat "$1")" != "$mark" ]
}

tools() {
    changed .tools/stamp requirements/tools.txt || return 0
    local now=$mark
    rm -rf .tools
    "$python" -m venv .tools
    .tools/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/tools.txt
    echo "$now" >.tools/stamp
}

# The scripts of a moved environment point to where it was.
usable() {
    [ "$(cat .venv/here 2>/dev/null)" = "$PWD" ] && .venv/bin/python -c '' 2>/dev/null
}

# packages base|dev : a player's update keeps the tools of whoever has them
packages() {
    local want=$1
    [ -f .venv/dev ] && want=dev
    usable || rm -rf .venv
    changed ".venv/$want" "requirements/$want.txt" || return 0
    local now=$mark
    tools
    if [ ! -d .venv ]; then
        .tools/bin/uv venv --quiet --python "$("$python" -c 'import sys; print(sys.executable)')" .venv
        echo "$PWD" >.venv/here
    fi
    # What is pinned and on this machine already needs no network.
    sync --offline "requirements/$want.txt" 2>/dev/null || sync "requirements/$want.txt"
    rm -f .venv/engine* # sync took lusory away
    echo "$now" >".venv/$want"
}

sync() {
    .tools/bin/uv pip sync --quiet --require-hashes "$@"
}

# levels best|both : the build that this CPU runs best (or LUSORY_CPU names), or all that there are
levels() {
    if ! [[ $(rustc -vV) =~ host:\ x86_64-.*-linux- ]]; then
        echo plain
    elif [ "$1" = both ]; then
        echo v3 plain
    else
        [[ ${LUSORY_CPU:-plain} =~ ^(plain|v3)$ ]] || stop "LUSORY_CPU: $LUSORY_CPU, expected plain or v3"
        echo "${LUSORY_CPU:-$("$python" -P python/lusory/_cpu.py)}"
    fi
}

# for_level plain|v3 COMMAND.. : runs it so that cargo compiles for any CPU, or for those of the level x86-64-v3
for_level() {
    case $1 in
        plain) "${@:2}" ;;
        v3) RUSTC_WORKSPACE_WRAPPER="$PWD/tools/rustc-v3.sh" CARGO_TARGET_DIR=target/v3 "${@:2}" ;;
    esac
}

# ahead : in a new place, begins to compile what needs no Python while packages are fetched. Whoever builds the engine
# next waits for cargo's lock, and finds it done. In a process group of its own, so that nothing of it outlives us
begun=
ahead() {
    [ ! -d .venv ] || return 0
    building
    set -m
    compile_ahead >/dev/null 2>&1 &
    set +m
    begun=$!
    trap 'kill -- -$begun 2>/dev/null || true' EXIT
}

compile_ahead() {
    fetch
    # All that needs no Python. With less, shared crates get other features, and the engine is compiled twice.
    for_level "$(levels best)" cargo build --release --locked --offline \
        --package lusory-run --package lusory-solve --package lusory-learn --package lusory-search
}

building() {
    [ -n "$begun" ] || echo "lusory: building the engine" >&2
}

# engine best|both : builds it where its sources changed
engine() {
    local levels stamp=.venv/engine sources level
    sources=$(find crates -name '*.rs' -o -name Cargo.toml | LC_ALL=C sort)
    sources="pyproject.toml Cargo.toml Cargo.lock tools/rustc-v3.sh $sources"
    # shellcheck disable=SC2086
    changed $stamp $sources || return 0
    levels=$(levels "$1")
    [ "$1" = both ] || stamp+=-$levels
    # shellcheck disable=SC2086
    changed "$stamp" $sources || return 0
    local now=$mark
    tools
    building
    fetch
    rm -f .venv/engine* python/lusory/_engine*.so
    for level in $levels; do install "$level"; done
    echo "$now" >"$stamp"
}

# install plain|v3 : python/lusory/_library.py chooses between them when it is imported
install() {
    for_level "$1" .tools/bin/uv pip install --quiet --offline --no-deps --no-build-isolation --reinstall -e .
    [ "$1" = plain ] || mv python/lusory/_engine.abi3.so python/lusory/_engine_v3.abi3.so
}

# fetch : the sources of crates that are not on this machine yet; the build then needs no network
fetch() {
    cargo fetch --locked --quiet --offline 2>/dev/null || cargo fetch --locked --quiet ||
        stop "cargo could not fetch the crates that Cargo.lock names"
}

# pack DIR : a wheel in DIR. The interpreter is named as uv names it, or all would be compiled again
pack() {
    local said
    said=$(PATH="$PWD/.venv/bin:$PATH" \
        maturin build --release --locked --offline --interpreter "$PWD/.venv/bin/python" --out "$1" 2>&1) || stop "$said"
}

wheel() {
    local into=${1:-dist}
    mkdir -p "$into"
    rm -f "$into"/lusory-*.whl
    pack "$into"
    ls "$into"/lusory-*.whl
}

# OpenSpiel has an environment of its own; where it cannot be had, `make bench` does without.
openspiel() {
    changed .bench/stamp requirements/bench.txt || return 0
    local now=$mark VIRTUAL_ENV="$PWD/.bench"
    tools
    rm -rf .bench
    .tools/bin/uv venv --quiet --python "$("$python" -c 'import sys; print(sys.executable)')" .bench
    if ! sync --offline requirements/bench.txt 2>/dev/null && ! sync --no-build requirements/bench.txt; then
        rm -rf .bench
        return 0
    fi
    echo "$now" >.bench/stamp
}

# What checks the page of the web table: the compiler of TypeScript reads its modules.
page() {
    changed tools/page/node_modules/stamp tools/page/package-lock.json || return 0
    local now=$mark
    (cd tools/page && npm ci --silent --ignore-scripts --prefer-offline) ||
        stop "npm could not fetch what checks the page (tools/page/package-lock.json)"
    echo "$now" >tools/page/node_modules/stamp
}

check_npm() {
    command -v npm >/dev/null ||
        stop "npm is missing, which the tests need: install Node from https://nodejs.org (on Debian: apt install npm)"
}

# browser : the tests drive Chromium; LUSORY_BROWSER names one that is not on the PATH. Where we may install, Debian's
# comes by itself, without windows if there is such a package: its pages take a third of the processor time.
browser() {
    local get="install Chromium (on Debian: apt install chromium-headless-shell), or set LUSORY_BROWSER to its path"
    local others=(chromium chromium-browser google-chrome google-chrome-stable)
    ! found "${LUSORY_BROWSER:-}" chromium-headless-shell || return 0
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        ! install_browser chromium-headless-shell || return 0
        found "${others[@]}" || install_browser chromium ||
            stop "no browser, which the tests need, and apt could not install it (target/browser.log): $get"
    else
        found "${others[@]}" || stop "no browser, which the tests need: $get"
    fi
}

# found NAME.. : is one of these commands here?
found() {
    local name
    for name in "$@"; do
        [ -z "$name" ] || ! command -v "$name" >/dev/null || return 0
    done
    return 1
}

# install_browser PACKAGE : only one that apt knows, after an update where it knows no Chromium at all
install_browser() {
    mkdir -p target
    apt-cache show chromium >/dev/null 2>&1 || apt-get update --quiet >target/browser.log 2>&1 || return 1
    apt-cache show "$1" >/dev/null 2>&1 || return 1
    echo "lusory: installing $1, which the tests drive" >&2
    apt-get install --yes --quiet --no-install-recommends "$1" >target/browser.log 2>&1 ||
        { apt-get update --quiet && apt-get install --yes --quiet --no-install-recommends "$1"; } >target/browser.log 2>&1
}

compile() {
    .tools/bin/uv pip compile --quiet --universal --python-version $python_least --generate-hashes --no-header "$@"
}

lock() {
    tools
    compile requirements/tools.in -o requirements/tools.txt "$@"
    compile pyproject.toml --extra serve --extra lab --group build -o requirements/base.txt "$@"
    compile pyproject.toml --extra serve --extra lab --extra pg --extra ray --group build --group dev \
        -c requirements/base.txt -o requirements/dev.txt "$@"
    compile requirements/bench.in -o requirements/bench.txt --no-deps "$@"
    if [ "${1:-}" = --upgrade ]; then cargo update; else cargo update --workspace; fi
}

check_python
check_cargo
case "${1:-}" in
    check) ;;
    base)
        ahead
        packages base
        engine best
        ;;
    dev)
        check_rust_tools
        check_npm
        ahead
        mkdir -p target
        browser
        page
        packages dev
        engine both
        ;;
    bench)
        packages base
        engine both
        openspiel
        ;;
    browser)
        mkdir -p target
        browser
        ;;
    wheel)
        packages base
        engine both
        wheel "${@:2}"
        ;;
    lock) lock "${@:2}" ;;
    *) stop "usage: tools/setup.sh check | base | dev | browser | bench | wheel [DIR] | lock [--upgrade]" ;;
esac
