# For scripts that show windows where there may be no screen; sourced by them.
# shellcheck shell=bash

# until_true COMMAND…: repeats a command ten times a second until it succeeds, at most 60 s.
until_true() {
  for _ in {1..600}; do
    "$@" && return
    sleep 0.1
  done
  return 1
}

# start_display SIZE FOLDER: starts Xvfb with a screen of SIZE, such as 1280x1024, and sets DISPLAY; it ends with the
# caller's other jobs. What it prints goes to FOLDER/Xvfb.log.
start_display() {
  Xvfb -displayfd 3 -screen 0 "$1x24" -nolisten tcp -noreset 3>"$2/display" >"$2/Xvfb.log" 2>&1 &
  if ! until_true test -s "$2/display"; then
    printf '%s: Xvfb did not start.\n' "${0##*/}" >&2
    cat "$2/Xvfb.log" >&2
    return 1
  fi
  DISPLAY=:$(cat "$2/display")
  export DISPLAY
  # Not the user's own keys, options and size of windows.
  export XDG_CONFIG_HOME=$2/config XDG_STATE_HOME=$2/state
}
