#!/bin/bash
# Fonts come and go with the package that provides them: for whoever is logged in at once, for others at their next login,
# whatever happens in between. The package has fonts and a manifest, and no code at all.

count=100
package=org.example.Foundry

# make_package VERSION: puts a package of that many fonts into the machine; those of all versions are the same.
make_package() { "$tools/make-package" "$machine/root" "$1" $count $package; }
dpkg_does() { as_root dpkg "$@" >"$machine/dpkg" 2>&1 || fail "dpkg $*: $(cat "$machine/dpkg")"; }
# finds USER NUMBER: whether that many fonts are found by a fresh program of the user.
finds() { [ "$(as_user "$1" fc-list --format '%{file}\n' | wc -l)" = "$2" ]; }
# lists USER NUMBER: whether the service tells a program of the user of that many fonts of the package.
lists() { [ "$(typecase "$1" list --provider $package | tail -n +2 | wc -l)" = "$2" ]; }
# files USER: the published files, each with what tells it from another one in its place.
files() { as_root find "/home/$1/.local/share/fonts/typecase" -name '*.ttf' -printf '%p %i\n' | sort; }
milliseconds() { echo $(($(date +%s%N) / 1000000)); }
# reconcile_time USER: how many milliseconds the unit of the user has taken to bring the fonts to what is installed.
reconcile_time() {
    local unit=typecase-reconcile.service
    echo $((($(property "$1" $unit ExecMainExitTimestampMonotonic) -
        $(property "$1" $unit ExecMainStartTimestampMonotonic)) / 1000))
}
# leaves_at_rest USER: waits until the user's daemon has left because nobody needs it, and has noted that there is nothing
# to do.
leaves_at_rest() {
    configure typecased.service '[Service]' Environment=TYPECASE_IDLE_TIME=0.3
    in_manager "$1" systemctl --user daemon-reload
    in_manager "$1" systemctl --user stop typecased.service
    typecase "$1" list >/dev/null
    wait_until "the daemon of $1 has left" is_still "$1" typecased.service
    as_root rm /etc/systemd/user/typecased.service.d/test.conf
    in_manager "$1" systemctl --user daemon-reload
    as_root test -s "/home/$1/.local/state/typecase/rest" || fail "the daemon of $1 has left something to do"
}
# has_started USER: whether the service manager of the user has ever started the daemon.
has_started() { [ "$(property "$1" typecased ActiveEnterTimestampMonotonic)" != 0 ]; }
# looked USER: when the unit of the user looked last.
looked() { property "$1" typecase-reconcile.service ExecMainStartTimestampMonotonic; }
has_looked_since() { [ "$(looked "$1")" != "$2" ]; }
# reconcile USER: has the unit do it once more.
reconcile() { in_manager "$1" systemctl --user start typecase-reconcile.service; }
# hears_changes: whether the listener has been told of a font of alice's own that comes and goes.
hears_changes() {
    install_fonts alice /srv/fonts/DejaVuSans.ttf
    typecase alice uninstall DejaVuSans >/dev/null || fail "alice cannot uninstall her font"
    grep --quiet added "$machine/changes"
}

make_package 1
make_package 2

# Directories of data as they are listed where Flatpak is installed.
add_file /etc/environment.d/60-flatpak.conf <<'END'
XDG_DATA_DIRS=/var/lib/flatpak/exports/share:/usr/local/share/:/usr/share/
END
in_manager alice systemctl --user daemon-reload
in_manager alice systemctl --user stop typecased.service

# Installed: for both, without a login; for bob while systemd hears no bell, as the unit that it has started for the one
# before has not ended yet.
configure typecase-providers.service "[Service]" "ExecStartPost=sleep 0.8"
log_in bob first
settled bob
as_root rm /etc/systemd/user/typecase-providers.service.d/test.conf
is_rung() { [ "$(property bob typecase-providers.service ActiveState)" = activating ]; }
as_root mkdir --parents /usr/share/typecase/providers
as_root touch /usr/share/typecase/providers
wait_until "somebody looks for bob" is_rung
dpkg_does --install /srv/foundry_1.deb
for user in alice bob; do
    wait_until "$user has the fonts" finds $user $count
    wait_until "the service tells $user of them" lists $user $count
done

# Who only asks others to log in has services too, and no use for fonts.
as_root useradd --system --create-home greeter
as_root loginctl enable-linger greeter
uid=$(as_root id --user greeter)
runs_services() { as_root systemctl --quiet is-active "user@$uid.service"; }
wait_until "the services of the greeter run" runs_services
settled greeter
is_away greeter || fail "there is a daemon for the greeter"
expect "the greeter's fonts" "$(published greeter)" 0
as_root loginctl disable-linger greeter

# Upgraded and installed once more: no font is as much as replaced.
before=$(files alice)
for version in 2 2 1; do
    dpkg_does --install /srv/foundry_$version.deb
    reconcile alice
    expect "alice's fonts after an upgrade" "$(files alice)" "$before"
    lists alice $count || fail "the service does not tell of all fonts after an upgrade"
done

# Started anew: they are there, before the first program of the login. No daemon starts for that.
for user in alice bob; do leaves_at_rest $user; done
log_out first
reboot_machine
settled alice
time=$(looked alice)
[ "$time" -gt 0 ] || fail "nobody looked whether there is something to do"
# All that could have been started for it.
total=0 shares=
for unit in typecase-reconcile typecase-providers typecased typecase-system-faces typecase-warm typecase-inspect \
    typecase-second-opinion; do
    share=$(property alice $unit.service CPUUsageNSec)
    # A unit that has not run has none, or all ones.
    [[ $share =~ ^[0-9]{1,15}$ ]] || continue
    total=$((total + share / 1000)) shares+=" $unit $((share / 1000)) µs,"
done
say "nothing to do at a login:${shares%,}"
[ $total -gt 0 ] || fail "nobody counts what a login takes"
measured "work of all that a login starts where there is nothing to do" $total 20000 µs
say "nothing to do at a login: over after $(reconcile_time alice) ms"
# A login on a terminal, which logind tells of.
log_in alice third
wait_until "somebody looks after a login" has_looked_since alice "$time"
wait_until "nobody looks any more" is_still alice typecase-reconcile.service
for unit in typecase-logins.path typecase-providers.path; do
    in_manager alice systemctl --user --quiet is-active $unit || fail "$unit does not watch"
done
! has_started alice && is_away alice || fail "a login with nothing to do has started the daemon"
log_out third
! has_started alice || fail "a logout with nothing to do has started the daemon"
expect "alice's fonts after a restart of the machine" "$(files alice)" "$before"
finds alice $count || fail "alice's programs do not find her fonts after a restart of the machine"
expect "bob's fonts" "$(published bob)" $count
# Whoever calls has the daemon started.
lists alice $count || fail "the service does not tell of all fonts after a restart of the machine"
has_started alice || fail "a call has not started the daemon"
worked=$(property alice typecased.service CPUUsageNSec)
for _ in {1..10}; do reconcile alice; done
worked=$((($(property alice typecased.service CPUUsageNSec) - worked) / 10000))
measured "work of the daemon where it runs and there is nothing to do" $worked 20000 µs

# Removed, with bob logged out: gone for alice at once, with the signal; for bob when he comes.
as_user alice typecase monitor >"$machine/changes" 2>&1 &
listener=$!
wait_until "somebody listens" hears_changes
as_root apt-get --quiet --yes remove foundry >"$machine/apt" 2>&1 || fail "apt-get remove: $(cat "$machine/apt")"
removed=$(milliseconds)
until finds alice 0; do [ $(($(milliseconds) - removed)) -lt $((patience * 1000)) ] || fail "alice keeps the fonts"; done
gone=$(milliseconds)
wait_until "the signal has come" grep --quiet "removed .*($package, " "$machine/changes"
told=$(milliseconds)
measured "from apt-get remove of $count fonts until a fresh fc-list has none" $((gone - removed)) 3000 ms
measured "from apt-get remove of $count fonts until the signal has come as well" $((told - removed)) 3000 ms
kill $listener
expect "bob's fonts while he is away" "$(published bob)" $count
as_root test -s /home/bob/.local/state/typecase/rest || fail "nothing was noted of bob's fonts"
log_in bob second
settled bob
expect "bob's fonts at his login" "$(published bob)" 0
grep --quiet "$package .*$count, gone" <<<"$(typecase bob provider list --removed)" || fail "nobody knows of them"

# Back, for both.
dpkg_does --install /srv/foundry_1.deb
for user in alice bob; do wait_until "$user has the fonts again" finds $user $count; done

# The daemon is killed again and again, at last when it has begun to let them go; nobody but systemd starts it again.
has_begun() { ! publishes alice $count; }
dpkg_does --remove foundry
for _ in {1..3}; do
    kill_daemon alice
    in_manager alice systemctl --user reset-failed typecased.service
done
wait_until "the first font is gone" has_begun
kill_daemon alice
wait_until "alice's fonts are gone" finds alice 0
wait_until "bob's fonts are gone" finds bob 0

# Nobody is there to hear of the removal, and the power is cut after it.
dpkg_does --install /srv/foundry_1.deb
for user in alice bob; do wait_until "$user has the fonts once more" finds $user $count; done
log_out second
wait_until "bob is forgotten" is_forgotten bob
as_root systemctl stop user@1000.service
dpkg_does --remove foundry
as_root sync
pull_the_plug
start_machine
wait_until "alice's fonts are gone after the power cut" publishes alice 0
log_in bob third
settled bob
expect "bob's fonts after the power cut" "$(published bob)" 0
