#!/bin/bash
# A package that provides fonts has come, has become another one or has gone: root's stamp tells everybody of it. No script
# of the provider does that, and nothing that goes wrong with it is the provider's trouble.

stamp=/var/lib/typecase/providers.stamp
# rung WHAT: whether the bell has rung since the last time that somebody asked.
last=
rung() {
    local now
    now=$(as_root stat --format %y $stamp)
    [ "$now" != "$last" ] || fail "nobody was told of $1"
    last=$now
}
# provider VERSION FILE: makes a package with a file in the directory of manifests.
provider() {
    enter bash -c 'set -e
        root=/tmp/provider-$1 && mkdir -p "$root/DEBIAN" "$root/usr/share/typecase/providers"
        printf "%s\n" "Package: foundry" "Version: $1" "Architecture: all" "Maintainer: Foundry <foundry@example.org>" \
            "Description: fonts" >"$root/DEBIAN/control"
        echo "{}" >"$root/usr/share/typecase/providers/$2"
        dpkg-deb --build "$root" /srv' - "$1" "$2" >/dev/null
}
dpkg_does() { as_root dpkg "$@" >"$machine/dpkg" 2>&1 || fail "dpkg $*: $(cat "$machine/dpkg")"; }

provider 1 org.example.Foundry.json
# What nobody may take for a command.
provider 2 'org.example.$(touch${IFS}pwned);`touch pwned2`.json'

# It was there before the service.
dpkg_does --install /srv/foundry_1_all.deb
as_root bash -c 'dpkg --install /srv/packages/first/*.deb' >"$machine/dpkg" 2>&1 || fail "dpkg: $(cat "$machine/dpkg")"
rung "a provider that was there before"
dpkg_does --install /srv/foundry_2_all.deb
rung "an upgrade"
dpkg_does --remove foundry
rung "a removal"
dpkg_does --install /srv/foundry_1_all.deb
rung "an installation"
as_root find / -xdev -name 'pwned*' | grep . && fail "a name was taken for a command"

# Whoever calls the hook, however and wherever, it ends well; only root can ring.
hook=/var/lib/dpkg/info/typecased.postinst
expect "who may ring" "$(as_root stat --format '%U:%G %a' $stamp)" "root:root 644"
as_root setpriv --reuid=1001 --regid=1001 --clear-groups sh -e $hook triggered /usr/share/typecase/providers 2>/dev/null ||
    fail "the hook fails for who may not ring"
expect "when the bell rang" "$(as_root stat --format %y $stamp)" "$last"
as_root sh -e $hook triggered '$(touch /pwned)' '-x; touch /pwned' || fail "the hook fails for a strange name"
rung "a strange name"
as_root sh -c "sh -e $hook triggered x & sh -e $hook triggered x; wait" || fail "the hook fails twice at once"
rung "two at once"
# A directory tree that is only put together: no service manager, nobody to tell.
as_root env DPKG_ROOT=/tmp/tree sh -e $hook triggered x 2>/dev/null || fail "the hook fails where there is nothing"
as_root mkdir -p /tmp/tree/var/lib/typecase
as_root env DPKG_ROOT=/tmp/tree sh -e $hook triggered x || fail "the hook fails in another tree"
as_root test -e /tmp/tree$stamp || fail "another tree has no stamp"
expect "the bell of this tree" "$(as_root stat --format %y $stamp)" "$last"
# The system itself as a directory tree, without anything that runs: no service manager, no bus, no /proc.
as_root bash -c 'mkdir /tmp/alone && mount --bind / /tmp/alone'
as_root chroot /tmp/alone sh -c '! [ -e /proc/self ] && ! [ -e /run/systemd ]' || fail "the tree is not by itself"
for action in --remove --install; do
    argument=foundry
    [ $action = --remove ] || argument=/srv/foundry_1_all.deb
    as_root chroot /tmp/alone dpkg $action $argument >"$machine/dpkg" 2>&1 ||
        fail "dpkg $action in a tree by itself: $(cat "$machine/dpkg")"
    rung "$action in a tree by itself"
done
as_root bash -c 'chroot /tmp/alone dpkg --install /srv/packages/second/*.deb' >"$machine/dpkg" 2>&1 ||
    fail "our packages in a tree by themselves: $(cat "$machine/dpkg")"
as_root umount /tmp/alone
# Its directory is gone, or full, or broken: no installation fails for it.
as_root rm -r /var/lib/typecase
dpkg_does --remove foundry
