#!/bin/bash
# Before the first program of a graphical session looks for fonts, those are gone that it must not find: of another boot,
# of a service manager that was killed while the login went on, and of a provider that was removed while the user was
# away. Told by when things happened.

# What a desktop brings: a target that its session starts, and a program in it.
add_file /etc/systemd/user/desktop.target <<'UNIT'
[Unit]
Requires=graphical-session.target graphical-session-pre.target
After=graphical-session-pre.target
Wants=program.service
UNIT
add_file /etc/systemd/user/program.service <<'UNIT'
[Unit]
After=graphical-session-pre.target
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=bash -c "fc-list --format '%%{family}:%%{style}\\n' | sort >/tmp/program.fonts"
UNIT
# Nobody could tell a right order from a lucky one if it took no time.
configure typecase-reconcile.service '[Service]' 'ExecStartPre=sleep 0.7'
# The times that count are those of the look that the session waits for; a bell may have somebody look once more.
for unit in typecase-logins.path typecase-providers.path; do add_file /etc/systemd/user/$unit </dev/null; done

time_of() { property bob "$1" "$2"; }
start_desktop() {
    as_root rm -f /tmp/program.fonts
    in_manager bob systemctl --user start desktop.target || fail "the desktop does not start"
    expect "what the first program sees $1" "$(as_root cat /tmp/program.fonts)" "DejaVu Sans:Book"
    local begin end target program
    begin=$(time_of typecase-reconcile InactiveExitTimestampMonotonic)
    end=$(time_of typecase-reconcile ExecMainExitTimestampMonotonic)
    target=$(time_of graphical-session-pre.target ActiveEnterTimestampMonotonic)
    program=$(time_of program.service ExecMainStartTimestampMonotonic)
    [ "$((end - begin))" -ge 700000 ] || fail "fonts of the past were not looked for: $begin $end"
    [ "$end" -le "$target" ] && [ "$target" -le "$program" ] ||
        fail "wrong order: reconciled at $end, graphical-session-pre.target at $target, the program at $program"
    expect "how it went" "$(property bob typecase-reconcile Result)" success
    say "$1: reconciled $(((target - end) / 1000)) ms before the target, $(((program - end) / 1000)) ms before the program"
}

log_in bob first
install_fonts bob /srv/fonts/DejaVuSans.ttf
install_fonts bob --session /srv/fonts/DejaVuSans-Bold.ttf
expect "fonts of the session" "$(families bob)" "DejaVu Sans:Bold DejaVu Sans:Book"

# Another boot, after a power cut: nobody could tidy up.
pull_the_plug
start_machine
expect "what the power cut left" "$(published bob)" 2
log_in bob second
start_desktop "after a power cut"

# Another service manager, while the login goes on.
install_fonts bob --session /srv/fonts/DejaVuSans-Bold.ttf
as_root systemctl kill --signal KILL user@1001.service
wait_until "the services of bob have ended" as_root bash -c '! systemctl is-active --quiet user@1001'
expect "what the killed manager left" "$(published bob)" 2
as_root systemctl reset-failed user@1001.service
as_root systemctl start user@1001.service
start_desktop "after a killed service manager"

# A provider that has fonts and a manifest, and is there only as long as bob is.
provider=org.example.Foundry
as_root bash -c 'set -e
    cd /usr/share && mkdir -p "typecase/assets/$1" typecase/providers
    cp /srv/fonts/DejaVuSansMono.ttf "typecase/assets/$1"
    read -r digest _ < <(sha256sum /srv/fonts/DejaVuSansMono.ttf)
    echo "{\"version\": 1, \"id\": \"$1\", \"name\": \"Foundry\", \"rights\": [\"install-fonts\"], \"fonts\":
        [{\"file\": \"DejaVuSansMono.ttf\", \"sha256\": \"$digest\", \"register\": \"on-install\"}]}" \
        >"typecase/providers/$1.json"' - $provider
in_manager bob systemctl --user start typecase-reconcile.service
wait_until "bob has the fonts of the provider" publishes bob 2
log_out second
wait_until "bob is forgotten" is_forgotten bob
as_root rm -r /usr/share/typecase/assets/$provider /usr/share/typecase/providers/$provider.json
expect "what bob has while he is away" "$(published bob)" 2
log_in bob third
start_desktop "after a provider has gone"
expect "bob's fonts" "$(published bob)" 1
