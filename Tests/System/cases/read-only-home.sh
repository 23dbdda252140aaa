#!/bin/bash
# A home that can only be read for a while: whoever changes something is told so, nothing is lost, questions are answered,
# and changes work again as soon as they can, whether the daemon was started before, meanwhile or after.

settled alice
install_fonts alice /srv/fonts/DejaVuSans.ttf /srv/fonts/DejaVuSerif.ttf

# What is open stays writable, as the registry is; files cannot be made, renamed or removed any more.
make_read_only() { as_root bash -c 'mount --bind /home/alice /home/alice && mount -o remount,bind,ro /home/alice'; }
make_writable() { as_root umount --lazy /home/alice; }

# refuses COMMAND...: typecase says that the home can only be read, for each font.
refuses() {
    typecase alice "$@" --json >"$machine/answer" 2>&1 && fail "typecase $* says that it succeeded"
    grep --quiet 'org.typecase.Error.\(ReadOnly\|InsufficientPermissions\)' "$machine/answer" ||
        fail "typecase $* says: $(cat "$machine/answer")"
}
agrees() {
    expect "what fontconfig finds $1" "$(families alice)" "DejaVu Sans:Book DejaVu Serif:Book"
    typecase alice list --json >"$machine/list" || fail "questions are not answered $1"
    expect "what is registered $1" "$(grep --count '"postscript_name"' "$machine/list")" 2
}

for moment in before meanwhile; do
    make_read_only
    [ $moment = before ] || in_manager alice systemctl --user stop typecased.service
    refuses install /srv/fonts/DejaVuSansMono.ttf
    refuses install /srv/fonts/DejaVuSansMono.ttf /srv/fonts/DejaVuSansMono-Bold.ttf /srv/fonts/DejaVuSerif-Bold.ttf
    refuses uninstall DejaVuSerif
    refuses disable DejaVuSerif
    agrees "in a home that can only be read"
    make_writable
    agrees "afterwards"
    # A daemon that found it so at its start looks again when somebody tries, if not at once.
    installs() { typecase alice install /srv/fonts/DejaVuSansMono.ttf >/dev/null 2>&1; }
    wait_until "fonts can be installed again" installs
    typecase alice uninstall DejaVuSansMono >/dev/null || fail "the font cannot be removed again"
    agrees "at last"
done
in_manager alice systemctl --user stop typecased.service
agrees "with another daemon"
