#!/bin/bash
# Fonts of the session end with the last login, whether the user's services go on then or not, and whoever sees the end:
# the daemon, the unit that watches logins, or the next service manager.

register() {
    install_fonts "$1" /srv/fonts/DejaVuSans.ttf
    install_fonts "$1" --session /srv/fonts/DejaVuSans-Bold.ttf
}

# Two logins of a user who lingers, while the daemon runs.
log_in alice first
log_in alice second
register alice
log_out first
in_manager alice systemctl --user start typecase-reconcile.service
expect "after the first of two logouts" "$(families alice)" "DejaVu Sans:Bold DejaVu Sans:Book"
log_out second
wait_until "the fonts of the session are gone" publishes alice 1
expect "after the last logout" "$(families alice)" "DejaVu Sans:Book"
expect "the services of who lingers" "$(as_root systemctl is-active user@1000)" active
typecase alice install --session /srv/fonts/DejaVuSansMono.ttf >/dev/null 2>"$machine/refusal" && fail "there is a session without a login"
grep --quiet "not logged in" "$machine/refusal" || fail "no reason: $(cat "$machine/refusal")"

# The same while the daemon does not run: logind tells typecase-logins.path.
log_in alice third
install_fonts alice --session /srv/fonts/DejaVuSans-Bold.ttf
expect "the fonts of the third login" "$(published alice)" 2
# A look that the login has asked for would start it again.
stops_daemon() {
    wait_until "nobody looks" is_still alice typecase-reconcile.service
    in_manager alice systemctl --user stop typecased.service
    is_still alice typecase-reconcile.service && is_still alice typecased.service
}
wait_until "the daemon has been stopped" stops_daemon
log_out third
wait_until "the fonts of the session are gone" publishes alice 1
in_manager alice systemctl --user --quiet is-active typecased.service || fail "the daemon was not started again"

# Whoever else logs in or out wakes nobody here: logind writes a file for each user.
looked() { property alice typecase-reconcile ExecMainStartTimestampMonotonic; }
wait_until "nobody looks for sessions of alice any more" is_still alice typecase-reconcile.service
before=$(looked)
[ "$before" -gt 0 ] || fail "nobody knows when somebody looked for sessions of alice"

# The services of a user who does not linger end with the last login, a second after it.
log_in bob first
log_in bob second
register bob
log_out second
expect "after the first of two logouts" "$(families bob)" "DejaVu Sans:Bold DejaVu Sans:Book"
log_out first
wait_until "the fonts of the session are gone" publishes bob 1
wait_until "bob is forgotten" is_forgotten bob
expect "when all is over" "$(published bob)" 1

# Killed as a whole they see nothing of it; the next ones do, before anything else.
log_in bob third
install_fonts bob --session /srv/fonts/DejaVuSans-Bold.ttf
as_root systemctl kill --signal KILL user@1001.service
log_out third
# A login before then would be without services: logind still takes those that were killed for running.
wait_until "bob is forgotten" is_forgotten bob
expect "when nobody saw the end" "$(published bob)" 2
log_in bob fourth
in_manager bob systemctl --user --wait is-system-running >/dev/null || true
expect "at the next login" "$(families bob)" "DejaVu Sans:Book"
expect "when somebody looked for sessions of alice last" "$(looked)" "$before"
