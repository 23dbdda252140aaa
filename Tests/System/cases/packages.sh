#!/bin/bash
# A font of a package that is not installed: the real PackageKit installs it from a repository on this machine, once the
# user allows it and polkit authorizes it; the program that asked finds the font. A denied package stays away.

as_root bash -c 'dpkg --install /srv/packagekit/*.deb' >"$machine/dpkg" 2>&1 || fail "dpkg: $(cat "$machine/dpkg")"

# make_font_package NAME PREFIX: a package with DejaVu Sans Mono under another name of the same length, in the repository.
repository=$machine/root/srv/repository
make_font_package() {
    local name=$1 root=$machine/root/srv/$1
    "$tools/rename_font.py" "$machine/root/srv/fonts/DejaVuSansMono-Bold.ttf" DejaVu "$2" >"$machine/$name.ttf"
    install -Dm 644 "$machine/$name.ttf" "$root/usr/share/fonts/truetype/$name/$name.ttf"
    mkdir -p "$root/DEBIAN" "$repository"
    printf '%s\n' "Package: $name" 'Version: 1.0' 'Architecture: all' 'Maintainer: Test <test@example.org>' \
        'Section: fonts' 'Priority: optional' 'Description: a font' >"$root/DEBIAN/control"
    dpkg-deb -Znone --root-owner-group --build "$root" "$repository/$name.deb" >/dev/null
    cat "$root/DEBIAN/control" - >>"$repository/Packages" <<PACKAGE
Filename: ./$name.deb
Size: $(stat --format %s "$repository/$name.deb")
SHA256: $(sha256sum <"$repository/$name.deb" | cut -d ' ' -f 1)

PACKAGE
}
make_font_package fonts-allowed Allowd
make_font_package fonts-denied Denyed
as_root bash -c 'rm -rf /etc/apt/sources.list /etc/apt/sources.list.d/*
    echo "deb [trusted=yes] file:/srv/repository ./" >/etc/apt/sources.list
    apt-get --quiet=2 update' || fail "the repository cannot be read"

# What a distribution's catalog says of both.
add_file /usr/share/swcatalog/yaml/test.yml <<'CATALOG'
---
File: DEP-11
Version: '0.12'
Origin: test
---
Type: font
ID: org.example.allowed
Package: fonts-allowed
Name:
  C: Allowd Sans Mono
Summary:
  C: A typeface
Provides:
  fonts:
  - name: Allowd Sans Mono Bold
---
Type: font
ID: org.example.denied
Package: fonts-denied
Name:
  C: Denyed Sans Mono
Summary:
  C: A typeface
Provides:
  fonts:
  - name: Denyed Sans Mono Bold
CATALOG

# requests ANSWER FAMILY: what a request comes to, with this answer to the question that it leads to; the question is in
# $machine/question.
requests() {
    as_root rm -f /srv/answers /srv/question
    as_root bash -c 'mkfifo --mode 666 /srv/answers && install --mode 666 /dev/null /srv/question'
    in_manager alice systemd-run --quiet --user --unit consent --collect --service-type=exec bash -c \
        'exec script --quiet --flush --command "typecase consent --once" /dev/null <>/srv/answers >/srv/question 2>&1'
    wait_until "somebody can be asked" has_agent
    : >"$machine/answer"
    as_user alice typecase request --json "$2" >"$machine/answer" 2>&1 &
    local request=$!
    wait_until "the user is asked: $(cat "$machine/answer")" as_root grep --quiet 'Allow it?' /srv/question
    as_root cat /srv/question >"$machine/question"
    as_root bash -c 'echo "$1" 1<>/srv/answers' - "$1"
    wait "$request" || true
    wait_until "nobody asks any more" has_gone_for alice consent.service
}
has_agent() {
    local name=org.typecase.Management1
    in_manager alice busctl --user call $name /org/typecase/Management1 $name Status >"$machine/status" 2>&1
    grep --quiet '"consent_agents" u 1\b' "$machine/status"
}
has_gone_for() { [ "$(property "$1" "$2" LoadState)" = not-found ]; }
is_installed() { [ "$(as_root dpkg-query --show --showformat '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
says() { grep --quiet --fixed-strings -- "$1" "$machine/$2" || fail "the $2 has no '$1': $(cat "$machine/$2")"; }

# Where no agent of polkit runs, nobody can be asked for a password: the answer comes at once.
requests y "Allowd Sans Mono"
says fonts-allowed question
says "total size is" question
says '"reason": "denied-by-user"' answer
says 'not authorized' answer
! is_installed fonts-allowed || fail "a package was installed without authorization"

add_file /etc/polkit-1/rules.d/10-test.rules <<'RULE'
polkit.addRule(function(action, subject) {
    if (action.id == "org.freedesktop.packagekit.package-install" && subject.user == "alice") return polkit.Result.YES;
});
RULE
as_root systemctl restart polkit.service

requests y "Allowd Sans Mono"
says '"from": "package"' answer
says '"offered_by": "package.fonts-allowed"' answer
is_installed fonts-allowed || fail "the package was not installed"
case $(families alice) in *"Allowd Sans Mono:Bold"*) ;; *) fail "programs do not find the font: $(families alice)" ;; esac
as_user alice typecase request --json "Allowd Sans Mono" >"$machine/answer" 2>&1 || fail "it is not found: $(cat "$machine/answer")"
says '"from": "enabled"' answer

requests n "Denyed Sans Mono"
says '"reason": "denied-by-user"' answer
! is_installed fonts-denied || fail "a denied package was installed"
