# Sourced by the other scripts: makes the virtual environment and checks what Qt needs.
# Sets PYTHON to the environment's interpreter. DICECAM_VENV chooses another folder.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=${DICECAM_VENV:-$root/.venv}

# Returns the first Python that will do; DICECAM_PYTHON names one to try first.
find_python() {
    local candidate
    for candidate in ${DICECAM_PYTHON:+"$DICECAM_PYTHON"} python3 python3.13 python3.12 python3.11; do
        if command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "dicecam needs Python 3.11 or newer with its venv module (Debian: apt-get install python3-venv)." >&2
    return 1
}

# make_venv EXTRAS: installs the package with the extras once, and again when pyproject.toml changes.
make_venv() {
    local extras=$1 python stamp
    stamp="$venv/.dicecam-$(printf '%s' "$extras" | tr -c 'a-z' '-')"
    if [ ! -x "$venv/bin/python" ]; then
        python=$(find_python) || return 1
        echo "Making a virtual environment in $venv ..." >&2
        "$python" -m venv "$venv" || return 1
    fi
    PYTHON="$venv/bin/python"
    if [ ! -f "$stamp" ] || [ "$root/pyproject.toml" -nt "$stamp" ]; then
        echo "Installing dicecam${extras:+ with $extras} (a few hundred megabytes, once) ..." >&2
        "$PYTHON" -m pip install --quiet --disable-pip-version-check -e "$root${extras:+[$extras]}" || return 1
        touch "$stamp"
    fi
}

# The libraries that Qt's xcb plug-in and OpenCV load at run time, by Debian package.
check_qt_libraries() {
    [ "$(uname -s)" = Linux ] || return 0
    command -v ldconfig >/dev/null 2>&1 || return 0
    local pair missing=()
    for pair in libEGL.so.1:libegl1 libGL.so.1:libgl1 libxkbcommon.so.0:libxkbcommon0 \
        libxkbcommon-x11.so.0:libxkbcommon-x11-0 libdbus-1.so.3:libdbus-1-3 libfontconfig.so.1:libfontconfig1 \
        libxcb-cursor.so.0:libxcb-cursor0 libxcb-icccm.so.4:libxcb-icccm4 libxcb-image.so.0:libxcb-image0 \
        libxcb-keysyms.so.1:libxcb-keysyms1 libxcb-render-util.so.0:libxcb-render-util0 \
        libxcb-shape.so.0:libxcb-shape0 libglib-2.0.so.0:libglib2.0-0; do
        ldconfig -p | grep -q "${pair%%:*} " || missing+=("${pair##*:}")
    done
    fc-list 2>/dev/null | grep -q . || [ -d /usr/share/fonts/truetype ] || missing+=(fonts-dejavu-core)
    [ ${#missing[@]} -eq 0 ] && return 0
    local line="apt-get update && apt-get install -y ${missing[*]}"
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "Installing system libraries: ${missing[*]}" >&2
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}"; } >/dev/null ||
            echo "That failed; the window may not open. The line to type: $line" >&2
    else
        echo "The window needs system libraries. On Debian or Ubuntu type: sudo sh -c '$line'" >&2
    fi
    return 0
}
