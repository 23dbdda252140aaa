#!/bin/bash
# Fonts come and go with the package that provides them: for whoever is logged in at once, for others at their next login,
# whatever happens in between. The package has fonts and a manifest, and no code at all.

count=100
package=org.example.Foundry

# make_package VERSION: puts a package of that many fonts into the machine; those of all versions are the same.
make_package() {
    /usr/bin/python3 - "$machine/root" "$1" "$count" "$package" <<'PYTHON'
import hashlib, json, os, struct, subprocess, sys
machine, version, count, package = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
original = open(f"{machine}/srv/fonts/DejaVuSansMono-Bold.ttf", "rb").read()


def total(data):
    data += b"\0" * (-len(data) % 4)
    return sum(struct.unpack(f">{len(data) // 4}I", data)) & 0xFFFFFFFF


def renamed(number):
    """The font under another name of the same length, with the checksums that it has then."""
    font, name = bytearray(original), f"Dj{number:04}"
    tables = {}
    for index in range(struct.unpack_from(">H", font, 4)[0]):
        tag, _, offset, length = struct.unpack_from(">4sIII", font, 12 + 16 * index)
        tables[tag] = (12 + 16 * index, offset, length)
    entry, offset, length = tables[b"name"]
    names = bytes(font[offset:offset + length])
    for encoding in ("ascii", "utf-16-be"):
        names = names.replace("DejaVu".encode(encoding), name.encode(encoding))
    font[offset:offset + length] = names
    struct.pack_into(">I", font, entry + 4, total(names))
    head = tables[b"head"][1]
    struct.pack_into(">I", font, head + 8, 0)
    struct.pack_into(">I", font, head + 8, (0xB1B0AFBA - total(bytes(font))) & 0xFFFFFFFF)
    return bytes(font)


root = f"{machine}/srv/package-{version}"
assets, manifests = (f"{root}/usr/share/typecase/{place}" for place in (f"assets/{package}", "providers"))
for directory in (f"{root}/DEBIAN", assets, manifests):
    os.makedirs(directory)
fonts = []
for number in range(count):
    font = renamed(number)
    with open(f"{assets}/{number}.ttf", "wb") as file:
        file.write(font)
    fonts.append({"file": f"{number}.ttf", "sha256": hashlib.sha256(font).hexdigest(), "register": "on-install"})
with open(f"{manifests}/{package}.json", "w") as file:
    json.dump({"version": 1, "id": package, "name": "Foundry", "rights": ["install-fonts"], "fonts": fonts,
               "x-version": version}, file)
with open(f"{root}/DEBIAN/control", "w") as file:
    file.write(f"Package: foundry\nVersion: {version}\nArchitecture: all\nDescription: fonts\n"
               "Maintainer: Foundry <foundry@example.org>\n")
subprocess.run(["dpkg-deb", "-Znone", "--root-owner-group", "--build", root, f"{machine}/srv/foundry_{version}.deb"],
               check=True, stdout=subprocess.DEVNULL)
PYTHON
}
dpkg_does() { as_root dpkg "$@" >"$machine/dpkg" 2>&1 || fail "dpkg $*: $(cat "$machine/dpkg")"; }
# finds USER NUMBER: whether that many fonts are found by a fresh program of the user.
finds() { [ "$(as_user "$1" fc-list --format '%{file}\n' | wc -l)" = "$2" ]; }
# files USER: the published files, each with what tells it from another one in its place.
files() { as_root find "/home/$1/.local/share/fonts/typecase" -name '*.ttf' -printf '%p %i\n' | sort; }
milliseconds() { echo $(($(date +%s%N) / 1000000)); }

make_package 1
make_package 2
log_in bob first

# Installed: for both, without a login.
dpkg_does --install /srv/foundry_1.deb
for user in alice bob; do wait_until "$user has the fonts" finds $user $count; done
typecase alice list --json | grep "\"$package\"" >/dev/null || fail "the bus does not tell of them"

# Upgraded and installed once more: no font is as much as replaced.
before=$(files alice)
for version in 2 2 1; do
    dpkg_does --install /srv/foundry_$version.deb
    in_manager alice systemctl --user start typecase-reconcile.service
    expect "alice's fonts after an upgrade" "$(files alice)" "$before"
done

# Started anew: they are there, before the first program of the login.
log_out first
reboot_machine
wait_until "alice has the fonts" finds alice $count
expect "bob's fonts" "$(published bob)" $count

# Removed, with bob logged out: gone for alice at once, with the signal; for bob when he comes.
as_user alice typecase monitor >"$machine/changes" 2>&1 &
listener=$!
wait_until "somebody listens" in_manager alice systemctl --user --quiet is-active typecased.service
sleep 1
dpkg_does --remove foundry
started=$(milliseconds)
until finds alice 0; do [ $(($(milliseconds) - started)) -lt 30000 ] || fail "alice keeps the fonts"; done
gone=$(milliseconds)
wait_until "the signal has come" grep --quiet removed "$machine/changes"
say "$count fonts gone $((gone - started)) ms after dpkg --remove"
kill $listener
expect "bob's fonts while he is away" "$(published bob)" $count
log_in bob second
settled bob
expect "bob's fonts at his login" "$(published bob)" 0
typecase bob provider list --removed | grep "$package .*$count, gone" >/dev/null || fail "nobody knows of them"

# Back, for both.
dpkg_does --install /srv/foundry_1.deb
for user in alice bob; do wait_until "$user has the fonts again" finds $user $count; done

# The daemon is killed again and again while it lets them go.
dpkg_does --remove foundry
for _ in {1..10}; do
    in_manager alice systemctl --user kill --signal KILL typecased.service 2>/dev/null || true
    sleep 0.1
done
in_manager alice systemctl --user reset-failed typecased.service 2>/dev/null || true
in_manager alice systemctl --user start typecase-reconcile.service
wait_until "alice's fonts are gone" finds alice 0
wait_until "bob's fonts are gone" finds bob 0

# Nobody is there to hear of the removal, and the power is cut after it.
dpkg_does --install /srv/foundry_1.deb
for user in alice bob; do wait_until "$user has the fonts once more" finds $user $count; done
log_out second
as_root systemctl stop user@1000.service
dpkg_does --remove foundry
as_root sync
pull_the_plug
start_machine
wait_until "alice's fonts are gone after the power cut" publishes alice 0
log_in bob third
settled bob
expect "bob's fonts after the power cut" "$(published bob)" 0
