#!/bin/bash
# A kernel without Landlock: fonts are served, nothing fails again and again, and nobody has a program executed that the
# kernel could not tell from others.

shut_down
start_machine ""
settled alice
install_fonts alice /srv/fonts/DejaVuSans.ttf
expect "fonts" "$(families alice)" "DejaVu Sans:Book"
expect "what failed" "$(in_manager alice systemctl --user --failed --quiet)" ""
typecase alice status --json >"$machine/status"
/usr/bin/python3 - "$machine/status" <<'PYTHON' || fail "the status says $(cat "$machine/status")"
import json, sys
with open(sys.argv[1]) as file:
    status = json.load(file)
assert status["landlock"] == 0, "this machine has Landlock"
assert all(status["denied"]["second-opinion"].values()), "the sanitizer's worker may do too much"
assert all(status["denied"]["inspect"].values()), "the worker that inspects may do too much"
PYTHON
