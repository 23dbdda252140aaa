#!/bin/bash
# A package goes while the daemon is away for want of work: a program without a manifest or a desktop entry, so that
# nothing is left of it anywhere and no trigger runs. Nobody is woken by package managers where no such program is.

id=package.foundry
configure typecased.service '[Unit]' StartLimitIntervalSec=0 '[Service]' Environment=TYPECASE_IDLE_TIME=0.3
reboot_machine
settled alice

# make_package NAME VERSION: a package with nothing but the program of Examples/fonts.c under that name.
make_package() {
    local root=$machine/root/srv/$1-$2
    mkdir -p "$root/DEBIAN" "$root/usr/bin"
    read -ra flags < <(pkg-config --cflags --libs dbus-1)
    cc -o "$root/usr/bin/$1" -DVERSION="$2" "$tools/../../Examples/fonts.c" "${flags[@]}"
    printf '%s\n' "Package: $1" "Version: $2" "Architecture: $(dpkg --print-architecture)" "Description: fonts" \
        "Maintainer: Foundry <foundry@example.org>" >"$root/DEBIAN/control"
    dpkg-deb -Znone --root-owner-group --build "$root" "$machine/root/srv/$1_$2.deb" >/dev/null
}
dpkg_does() { as_root dpkg "$@" >"$machine/dpkg" 2>&1 || fail "dpkg $*: $(cat "$machine/dpkg")"; }
files() { as_root find /home/alice/.local/share/fonts/typecase -name '*.ttf' -printf '%p %i\n'; }
watched() { in_manager alice systemctl --user --no-legend --plain --state active list-units 'typecase-file@*.path' | cut --delimiter ' ' --fields 1; }
is_asleep() { is_still alice typecased.service && is_still alice typecase-providers.service; }
looked() { property alice typecase-providers.service ExecMainStartTimestampMonotonic; }
has_looked_since() { [ "$(looked)" != "$1" ]; }
# foundry ARGUMENT...: the program, as from a login: in a unit of its own it would be that unit.
foundry() { in_manager alice env DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus /usr/bin/foundry "$@"; }
milliseconds() { echo $(($(date +%s%N) / 1000000)); }

make_package foundry 1
make_package foundry 2
make_package other 1

# With nobody to lose, packages come and go and wake nobody.
wait_until "the daemon has left" is_asleep
expect "what is watched without such a program" "$(watched)" ""
before=$(looked)
dpkg_does --install /srv/other_1.deb
dpkg_does --remove other
expect "when somebody looked last" "$(looked)" "$before"

dpkg_does --install /srv/foundry_1.deb
foundry register /srv/fonts/DejaVuSans.ttf >"$machine/registered" 2>&1 ||
    fail "the program of the package cannot register a font: $(cat "$machine/registered")"
expect "whose font it is" "$(typecase alice list --provider $id | tail -n +2 | wc -l)" 1
as_user alice busctl --user monitor --match "type='signal',member='FontsChanged'" >"$machine/signals" 2>&1 &
listener=$!

wait_until "the daemon has left" is_asleep
expect "what is watched" "$(watched)" 'typecase-file@var-lib-dpkg-status.path'
# An upgrade keeps them, and another package has nothing to do with them.
before=$(files)
for package in foundry_2 other_1; do
    time=$(looked)
    dpkg_does --install /srv/$package.deb
    wait_until "somebody looks after $package has come" has_looked_since "$time"
    wait_until "the daemon has left after $package has come" is_asleep
    expect "the font's file" "$(files)" "$before"
done
told=$(grep --count Member=FontsChanged "$machine/signals" || true)
is_told() { [ "$(grep --count Member=FontsChanged "$machine/signals")" -gt "$told" ]; }
dpkg_does --remove foundry
removed=$(milliseconds)
wait_until "the font has left with the package" publishes alice 0
gone=$(milliseconds)
wait_until "everybody is told" is_told
measured "from dpkg --remove of a program without a manifest until its font is gone, the daemon away" $((gone - removed)) 3000 ms
expect "fonts without the package" "$(families alice)" ""
grep --quiet "$id .*1, gone" <<<"$(typecase alice provider list --removed)" || fail "nobody knows of it"
wait_until "the daemon has left after the removal" is_asleep
dpkg_does --install /srv/foundry_1.deb
wait_until "the font is back with the package" publishes alice 1
kill $listener
expect "what failed" "$(in_manager alice systemctl --user --failed --quiet)" ""
