#!/bin/bash
# A home that can only be read for a while: whoever changes something is told so, nothing is lost, questions are answered,
# and changes work again as soon as they can, whether the daemon was started before, meanwhile or after.

settled alice
install_fonts alice /srv/fonts/DejaVuSans.ttf /srv/fonts/DejaVuSerif.ttf

# What is open stays writable, as the registry is; files cannot be made, renamed or removed any more.
# What has just been opened for writing there keeps it writable for a moment.
make_read_only() {
    as_root bash -c 'mount --bind /home/alice /home/alice
        for _ in {1..500}; do mount -o remount,bind,ro /home/alice 2>/dev/null && exit; sleep 0.01; done
        exit 1'
}
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

# The same in the middle of a batch that is open: some of its fonts wait on the disk by then.
count=150
/usr/bin/python3 - "$machine/root/srv/fonts" $count <<'PYTHON'
import os, sys
directory, count = sys.argv[1], int(sys.argv[2])
os.mkdir(directory + "/many")
font = open(directory + "/DejaVuSansMono.ttf", "rb").read()
for number in range(count):
    copy = font
    # In place: names of the same lengths, in the two encodings that the font has them in.
    for name in "DejaVu Sans Mono", "DejaVuSansMono":
        for encoding in "ascii", "utf-16-be":
            copy = copy.replace(name.encode(encoding), (name[:-4] + "%04d" % number).encode(encoding))
    with open("%s/many/%d.ttf" % (directory, number), "wb") as file:
        file.write(copy)
PYTHON
waiting() { as_root find /home/alice/.local/share/fonts/typecase/.stage -type f 2>/dev/null | wc -l; }
is_filled() { [ "$(waiting)" -ge 16 ] || ! kill -0 $installing 2>/dev/null; }
is_empty() { [ "$(waiting)" = 0 ]; }
is_interrupted=
# One that is through before the home can only be read has all its fonts there, and is tried once more.
for _ in {1..5}; do
    typecase alice install /srv/fonts/many --json >"$machine/answer" 2>&1 &
    installing=$!
    wait_until "fonts of the batch wait" is_filled
    make_read_only
    wait $installing || { is_interrupted=yes && break; }
    expect "what is published of a batch that says that it succeeded" "$(published alice)" $((count + 2))
    make_writable
    mapfile -t names < <(seq --format 'DejaVuSans%04g' 0 $((count - 1)))
    typecase alice uninstall "${names[@]}" >/dev/null || fail "the batch cannot be removed again"
done
[ -n "$is_interrupted" ] || fail "every batch was through before the home could only be read"
grep --quiet 'org.typecase.Error.\(ReadOnly\|InsufficientPermissions\)' "$machine/answer" ||
    fail "the batch says: $(tail -n 3 "$machine/answer")"
agrees "in a home that became read-only within a batch"
make_writable
wait_until "fonts can be installed again" installs
typecase alice uninstall DejaVuSansMono >/dev/null || fail "the font cannot be removed again"
agrees "after the batch"
typecase alice install /srv/fonts/many >/dev/null 2>&1 || fail "the batch cannot be installed afterwards"
wait_until "nothing waits on the disk any more" is_empty
in_manager alice systemctl --user stop typecased.service
typecase alice list --json >"$machine/list" || fail "questions are not answered after the batch"
expect "what is registered at last" "$(grep --count '"postscript_name"' "$machine/list")" $((count + 2))
expect "what is published at last" "$(published alice)" $((count + 2))
