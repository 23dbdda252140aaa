#!/bin/bash
# What is left of a provider's package where somebody has removed a part of it by hand, or where its medium is away:
# fonts go with the manifest and not with the files that they came from, and nobody loses any over a medium.

count=4
id=org.example.Foundry
manifest=/usr/share/typecase/providers/$id.json assets=/usr/share/typecase/assets/$id
"$tools/make-package" "$machine/root" 1 $count $id
dpkg_does() { as_root dpkg "$@" >"$machine/dpkg" 2>&1 || fail "dpkg $*: $(cat "$machine/dpkg")"; }
# finds USER NUMBER: whether that many fonts are found by a fresh program of the user.
finds() { [ "$(as_user "$1" fc-list --format '%{file}\n' | wc -l)" = "$2" ]; }
# files USER: the published files, each with what tells it from another one in its place.
files() { as_root find "/home/$1/.local/share/fonts/typecase" -name '*.ttf' -printf '%p %i\n' | sort; }
looks() { in_manager "$1" systemctl --user start typecase-reconcile.service; }
# removed USER: how many fonts are set aside, and why.
removed() { typecase "$1" provider list --removed | sed -n "s/^$id .* \([0-9]*, [a-z]*\).*/\1/p"; }
# complains USER WHAT: whether the service has written something down, as a reason or otherwise.
complains() { as_root journalctl --quiet --output verbose _UID="$(as_root id --user "$1")" | grep "$2" >/dev/null; }

settled alice
dpkg_does --install /srv/foundry_1.deb
wait_until "alice has the fonts" finds alice $count

# The manifest is gone, and all files of the fonts are there: they are nobody's.
as_root rm $manifest
wait_until "the fonts leave with the manifest" finds alice 0
expect "what is set aside" "$(removed alice)" "$count, gone"
expect "files of the package" "$(as_root find $assets -type f | wc -l)" $count
dpkg_does --install /srv/foundry_1.deb
wait_until "the fonts are back" finds alice $count
before=$(files alice)

# The files are gone, and the manifest is there: whoever has the fonts keeps them, and whoever comes gets none, is told
# why, and gets them once they are there.
as_root rm -r $assets
looks alice
expect "alice's fonts without the files that they came from" "$(files alice)" "$before"
log_in bob first
settled bob
looks bob
expect "bob's fonts" "$(published bob)" 0
wait_until "somebody says what is missing" complains bob "there is no such file"
dpkg_does --install /srv/foundry_1.deb
wait_until "bob gets the fonts" finds bob $count
expect "alice's fonts with the files that they came from" "$(files alice)" "$before"

# Half of everything is gone before the package goes: of its files, and of alice's.
as_root rm "$assets/0.ttf" "$assets/1.ttf"
as_root rm "$(head -n 1 <<<"$before" | cut --delimiter ' ' --fields 1)"
wait_until "one of alice's fonts is gone" finds alice $((count - 1))
dpkg_does --remove foundry
for user in alice bob; do wait_until "all fonts of $user are gone" finds $user 0; done
expect "what is set aside of alice's" "$(removed alice)" "$((count - 1)), gone"
dpkg_does --install /srv/foundry_1.deb
# The one that she removed she does not want.
wait_until "alice has the others again" finds alice $((count - 1))
wait_until "bob has all of them again" finds bob $count
dpkg_does --remove foundry
for user in alice bob; do wait_until "the fonts of $user have left for good" finds $user 0; done

# A provider on a medium, which is away for a while.
id=org.example.Press
"$tools/make-package" "$machine/root" 2 $count $id
make_loop_devices
as_root bash -c 'set -e
    truncate --size 16M /srv/medium && mkfs.ext4 -q /srv/medium && mkdir /media/stick
    mount -o loop /srv/medium /media/stick && cp -r /srv/package-2/usr/share /media/stick'
in_manager alice systemctl --user set-environment XDG_DATA_DIRS=/media/stick/share:/usr/local/share:/usr/share
in_manager alice systemctl --user stop typecased.service
looks alice
wait_until "alice has the fonts of the medium" finds alice $count
for moment in running stopped; do
    [ $moment = running ] || in_manager alice systemctl --user stop typecased.service
    as_root umount /media/stick
    looks alice
    wait_until "the fonts are away with the medium" finds alice 0
    expect "what is set aside of the medium" "$(removed alice)" "$count, unmounted"
    [ $moment = running ] || in_manager alice systemctl --user stop typecased.service
    as_root mount -o loop /srv/medium /media/stick
    looks alice
    wait_until "the fonts are back with the medium" finds alice $count
    expect "what is set aside then" "$(removed alice)" ""
done
as_root rm /media/stick/share/typecase/providers/$id.json
looks alice
wait_until "the fonts leave with the manifest on the medium" finds alice 0
expect "what is set aside at last" "$(removed alice)" "$count, gone"
as_root umount /media/stick
