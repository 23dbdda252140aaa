#!/bin/bash
# A snap of snapd's own: the fonts that its program has registered stay while it is refreshed or disabled, and leave when
# it is removed, whether a daemon runs or not. It has no desktop entry, and nothing can be asked of snapd's store.

# Where the kernel has AppArmor, it is by the label of a program that it is known to be of a snap, and whoever starts one
# here could not give it that label.
if [ -n "$(as_root cat /proc/self/attr/current 2>/dev/null || true)" ]; then
    echo "system: NOT RUN: snap: programs of snaps have labels on this kernel, which none can be given here"
    return
fi

id=snap.foundry
# make_snap VERSION: the program of Examples/fonts.c as a snap. snapd wants no other snap to be there for a base alone.
make_snap() {
    local root=$machine/root/srv/snap-$1
    mkdir -p "$root/meta" "$root/bin"
    read -ra flags < <(pkg-config --cflags --libs dbus-1)
    cc -o "$root/bin/fonts" "$tools/../../Examples/fonts.c" "${flags[@]}"
    printf '%s\n' 'name: foundry' "version: $1" 'summary: fonts' 'description: fonts' 'type: base' \
        >"$root/meta/snap.yaml"
    as_root mksquashfs "/srv/snap-$1" "/srv/foundry_$1.snap" -noappend -comp xz -no-fragments -quiet >"$machine/squash"
}
snap_does() { as_root snap "$@" >"$machine/snap" 2>&1 || fail "snap $*: $(cat "$machine/snap")"; }
files() { as_root find /home/alice/.local/share/fonts/typecase -name '*.ttf' -printf '%p %i\n'; }
looks() { in_manager alice systemctl --user start typecase-reconcile.service; }
stop_daemon() {
    for unit in reconcile providers; do wait_until "nobody looks" is_still alice typecase-$unit.service; done
    in_manager alice systemctl --user stop typecased.service
    is_still alice typecased.service || fail "the daemon has been started again"
}

# Without that file snapd does nothing until it has given up asking its store for the names of all snaps.
as_root bash -c 'mkdir -p /var/cache/snapd && touch /var/cache/snapd/names'
make_loop_devices
as_root bash -c 'dpkg --install /srv/snapd/*.deb' >"$machine/dpkg" 2>&1 || fail "dpkg: $(cat "$machine/dpkg")"
snap_does wait system seed.loaded
make_snap 1
make_snap 2
add_file /etc/typecase/policy.d/foundry.json <<POLICY
{"version": 1, "rules": [{"providers": ["$id"], "decision": "allow"}]}
POLICY
# A daemon that runs takes note of it a moment later; the next one has it from the start.
stop_daemon

snap_does install --dangerous /srv/foundry_1.snap
in_manager alice systemd-run --quiet --user --pipe --wait --collect --unit snap.foundry.fonts.service \
    /snap/foundry/current/bin/fonts register /srv/fonts/DejaVuSans.ttf >"$machine/registered" 2>&1 ||
    fail "the snap cannot register a font: $(cat "$machine/registered")"
expect "whose font it is" "$(typecase alice list --provider $id | tail -n +2 | wc -l)" 1
expect "fonts of the snap" "$(families alice)" "DejaVu Sans:Book"
before=$(files)

snap_does install --dangerous /srv/foundry_2.snap
looks
expect "the font's file after a refresh" "$(files)" "$before"
snap_does disable foundry
looks
expect "the font's file while the snap is disabled" "$(files)" "$before"
snap_does enable foundry

# Once while a daemon runs and once while none does.
for moment in running stopped; do
    typecase alice list >/dev/null
    [ $moment = running ] || stop_daemon
    snap_does remove foundry
    wait_until "the font has left with the snap" publishes alice 0
    expect "fonts without the snap" "$(families alice)" ""
    grep --quiet "$id .*1, gone" <<<"$(typecase alice provider list --removed)" || fail "nobody knows of it"
    [ $moment = running ] || stop_daemon
    snap_does install --dangerous /srv/foundry_1.snap
    wait_until "the font is back with the snap" publishes alice 1
    expect "fonts of the snap, once more" "$(families alice)" "DejaVu Sans:Book"
done
