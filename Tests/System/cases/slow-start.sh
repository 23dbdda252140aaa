#!/bin/bash
# A start that takes longer than its unit allows is not ended, as the daemon says that it goes on; and it is not taken for
# started before it answers.

configure typecased.service '[Service]' TimeoutStartSec=6s
shut_down
start_machine
settled alice
install_fonts alice /srv/fonts/DejaVuSans.ttf
in_manager alice systemctl --user stop typecased.service

# Whoever writes to a frozen file system waits, as on a disk that does not answer.
fsfreeze --freeze "$machine/state"
typecase alice list --json >"$machine/list" &
caller=$!
starts() { [ "$(property alice typecased ActiveState)" = activating ]; }
wait_until "the daemon starts" starts
daemon=$(property alice typecased MainPID)
begin=$SECONDS
while [ $((SECONDS - begin)) -lt 10 ]; do
    expect "the unit after $((SECONDS - begin)) s" \
        "$(property alice typecased ActiveState) $(property alice typecased MainPID)" "activating $daemon"
    sleep 0.5
done
expect "what the unit says of itself" "$(property alice typecased StatusText)" "Opening the registry"
thaw

wait $caller || fail "the call that started the daemon was not answered"
grep --quiet DejaVuSans "$machine/list" || fail "the answer was $(cat "$machine/list")"
expect "the unit at last" "$(property alice typecased ActiveState) $(property alice typecased MainPID)" "active $daemon"
expect "restarts" "$(property alice typecased NRestarts)" 0
