#!/bin/bash
# The bus starts the daemon; whatever ends it, a call brings it back; it leaves when nobody needs it and leaves nothing.

configure typecased.service '[Unit]' StartLimitIntervalSec=0
reboot_machine
settled alice

install_fonts alice /srv/fonts/DejaVuSans.ttf
daemon=$(property alice typecased MainPID)
[ "$daemon" != 0 ] || fail "the daemon was not started by its call"
expect "the control group of the daemon" "$(property alice typecased ControlGroup)" \
    /user.slice/user-1000.slice/user@1000.service/session.slice/typecased.service

# A crash: the next call finds the daemon again, and everything that it had answered for.
lists() { typecase "$1" list --json >"$machine/list" 2>/dev/null; }
for font in Bold Oblique BoldOblique; do
    [ -e "$machine/root/srv/fonts/DejaVuSans-$font.ttf" ] || continue
    install_fonts alice "/srv/fonts/DejaVuSans-$font.ttf"
    kill_daemon alice
    # One that reaches the bus before the bus knows of the death is lost with the process.
    wait_until "a call finds the daemon again" lists alice
    grep --quiet "DejaVuSans-$font" "$machine/list" || fail "a crash took a font"
done
expect "fonts after crashes" "$(families alice)" "DejaVu Sans:Bold DejaVu Sans:Book"

# From here on nobody can ask anything of the daemon in the middle of what it does: it leaves as soon as it may.
configure typecased.service '[Unit]' StartLimitIntervalSec=0 '[Service]' Environment=TYPECASE_IDLE_TIME=0.2
in_manager alice systemctl --user daemon-reload
in_manager alice systemctl --user stop typecased.service
for _ in first second; do
    lists alice || fail "a call does not bring the daemon back"
    grep --quiet DejaVuSans "$machine/list" || fail "the daemon came back without its fonts"
    # Its workers have sockets of their own, and go a few seconds after it.
    wait_until "the daemon and its workers have left" is_away alice
    wait_until "the daemon has left" is_still alice typecased.service
    expect "how the daemon left" "$(property alice typecased Result)" success
    expect "what failed" "$(in_manager alice systemctl --user --failed --quiet)" ""
    expect "fonts without a daemon" "$(families alice)" "DejaVu Sans:Bold DejaVu Sans:Book"
done
