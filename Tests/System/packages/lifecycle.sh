#!/bin/bash
# The packages come while people are logged in, are replaced in the middle of work, and go. They leave the machine as it
# was before them, and the fonts of users where they were: programs go on finding them.

# Everything on the machine that a package could have to do with, with what can be told of it. What keeps time, logs and
# caches changes by itself; dpkg has its own notes.
everything() {
    as_root find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /home \
        -o -path /root -o -path /var/log -o -path /var/cache -o -path /var/tmp -o -path /var/lib/dpkg \
        -o -path /var/lib/systemd/timers -o -path /var/lib/systemd/linger \) -prune \
        -o -type f -printf '%p %m %u:%g %s\n' -o -type l -printf '%p %l\n' -o -printf '%p/ %m %u:%g\n' |
        grep --invert-match --extended-regexp '^/(etc/(ld.so.cache|machine-id)|var/lib/systemd/(catalog/database|random-seed)) ' |
        sort
}
homes() { as_root find /home -path '*/.cache' -prune -o -printf '%p %y %m %u %s\n' | sort; }
# same WHAT BEFORE AFTER: two lists of lines.
same() { [ "$2" = "$3" ] || fail "$1: $(diff <(echo "$2") <(echo "$3"))"; }
packages() { as_root bash -c 'dpkg --install /srv/packages/"$1"/*.deb' - "$1" >"$machine/dpkg" 2>&1 || fail "dpkg: $(cat "$machine/dpkg")"; }
is_active() { in_manager "$1" systemctl --user --quiet is-active "$2"; }
stamp() { as_root stat --format '%U %a %y' /var/lib/typecase/providers.stamp; }
# The daemon's program, which ends in " (deleted)" where another one has taken its place.
program() { as_root readlink "/proc/$(property "$1" typecased MainPID)/exe"; }
of_the_package() { [ "$(program "$1")" = /usr/libexec/typecase/typecased ]; }

provider=org.example.Foundry provided=20
"$tools/make-package" "$machine/root" 1 $provided $provider
before=$(everything)
log_in bob first
# dpkg_does ARGUMENT...: no package of a provider minds whether there is somebody to tell.
dpkg_does() { as_root dpkg "$@" >"$machine/dpkg" 2>&1 || fail "dpkg $*: $(cat "$machine/dpkg")"; }
# has_provided USER NUMBER: whether a fresh program of the user finds that many fonts of the provider.
has_provided() { [ "$(as_user "$1" fc-list --format '%{family}\n' | grep --count '^Dj[0-9]')" = "$2" ]; }
# own_families USER: the families of the user's own fonts, in one line.
own_families() { as_user "$1" fc-list --format '%{family}:%{style}\n' | grep --invert-match '^Dj[0-9]' | sort | paste --serial --delimiters ' '; }
# provided_files USER: the files of the provider's fonts, each with what tells it from another one in its place.
provided_files() {
    as_user "$1" fc-list --format '%{family} %{file}\n' | sed -n 's/^Dj[0-9].* //p' | sort |
        enter xargs --no-run-if-empty stat --format '%n %i'
}

# Who was logged in before has the service at once.
packages first
as_root test -e /etc/systemd/user/default.target.wants/typecase-logins.path || fail "nothing is enabled"
for user in alice bob; do wait_until "$user's logins are watched" is_active $user typecase-logins.path; done
case $(stamp) in "root 644 "*) ;; *) fail "the stamp is $(stamp)" ;; esac
install_fonts bob /srv/fonts/DejaVuSans.ttf
expect "a font of bob's" "$(own_families bob)" "DejaVu Sans:Book"
expect "the program of bob's daemon" "$(program bob)" /usr/libexec/typecase/typecased
as_root test -s /usr/share/dbus-1/interfaces/org.typecase.FontManager1.xml || fail "there is no interface for developers"

as_user alice /srv/packages/session /srv/fonts/DejaVuSans.ttf >"$machine/session" 2>&1 ||
    fail "the test that comes with the packages: $(cat "$machine/session")"

# A provider's package comes, and stays over what becomes of ours.
dpkg_does --install /srv/foundry_1.deb
for user in alice bob; do wait_until "$user has the provider's fonts" has_provided $user $provided; done
provided_before=$(provided_files alice)
expect "files of the provider" "$(wc -l <<<"$provided_before")" $provided

# What an administrator has decided is kept, and what nobody here put there too.
as_root systemctl --global --quiet disable typecase-logins.path
add_file /etc/typecase/denied-fonts <<<'# none'

# Everybody works while the packages are replaced: whatever was acknowledged is there, and no font is refused for it.
install_fonts alice /srv/fonts/DejaVuSans.ttf
fonts=(DejaVuSansMono DejaVuSansMono-Bold DejaVuSerif DejaVuSerif-Bold)
work() {
    local font
    while [ ! -e "$machine/enough" ]; do
        for font in "${fonts[@]}"; do
            typecase "$1" install "/srv/fonts/$font.ttf" >/dev/null && echo "installed $font"
            typecase "$1" uninstall "$font" >/dev/null && echo "uninstalled $font"
        done
    done
}
# has_done USER NUMBER: whether somebody is so far in his work.
has_done() { [ "$(wc -l <"$machine/$1.done")" -ge "$2" ]; }
workers=()
for user in alice bob; do
    : >"$machine/$user.done"
    work $user >>"$machine/$user.done" 2>"$machine/$user.complaints" &
    workers+=($!)
done
for user in alice bob; do wait_until "$user works" has_done $user 3; done
packages second
for user in alice bob; do
    wait_until "the new program serves $user" of_the_package $user
    wait_until "$user goes on working" has_done $user $(($(wc -l <"$machine/$user.done") + 8))
done
touch "$machine/enough"
wait "${workers[@]}"
for user in alice bob; do
    same "what $user was told" "" "$(cat "$machine/$user.complaints")"
    expect "fonts of $user after all" "$(own_families $user)" "DejaVu Sans:Book"
    has_provided $user $provided || fail "$user has not all fonts of the provider after the upgrade"
    say "$user did $(wc -l <"$machine/$user.done") things around the upgrade"
done
same "the provider's fonts after the upgrade" "$provided_before" "$(provided_files alice)"
as_root test ! -e /etc/systemd/user/default.target.wants/typecase-logins.path ||
    fail "the upgrade has enabled what was disabled"
expect "the list of the administrator" "$(as_root cat /etc/typecase/denied-fonts)" '# none'

# The packages go. Nothing of theirs runs any more, and everybody's fonts are where they were.
in_manager alice systemctl --user stop typecased.service
as_root dpkg --remove typecase typecase-dev typecased >"$machine/dpkg" 2>&1 || fail "dpkg: $(cat "$machine/dpkg")"
for user in alice bob; do
    wait_until "nothing runs for $user" is_away $user
    ! is_active $user typecase-logins.path || fail "the logins of $user are still watched"
    expect "fonts of $user without the service" "$(own_families $user)" "DejaVu Sans:Book"
    has_provided $user $provided || fail "$user has not all fonts of the provider without the service"
done
at_home=$(homes)
as_root dpkg --purge typecase typecase-dev typecased >"$machine/dpkg" 2>&1 || fail "dpkg: $(cat "$machine/dpkg")"
same "the homes after purging" "$at_home" "$(homes)"
# With nobody there to look, the provider goes; and one that has gone leaves nothing either.
dpkg_does --purge foundry
same "the homes after the provider has gone unseen" "$at_home" "$(homes)"
expect "the list of the administrator" "$(as_root cat /etc/typecase/denied-fonts)" '# none'
as_root rm -r /etc/typecase
same "the machine after purging" "$before" "$(everything)"

# Who installs them again has everything back, without what has gone meanwhile.
packages first
for user in alice bob; do wait_until "the provider's fonts have left $user" has_provided $user 0; done
typecase bob list --json >"$machine/list"
grep --quiet '"DejaVuSans"' "$machine/list" || fail "the service does not know of bob's font any more"
typecase bob uninstall DejaVuSans >/dev/null || fail "bob cannot remove his font"
expect "fonts of bob at the end" "$(families bob)" ""
