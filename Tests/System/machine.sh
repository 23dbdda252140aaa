#!/bin/bash
# Shell functions for a disposable Debian machine, with systemd as its first process, real logind and real PAM, in a
# container without a network. Sourced by `case`, for the cases.
#
# Everything that is written in the machine lies on a file system of its own, whose power can be cut. There are two users:
# alice, whose services run from the start of the machine on (she lingers), and bob, whose services run while he is
# logged in. Both find fonts to install in /srv/fonts, of which the system has none.
#
# From the environment: `machine` is the directory of this machine, `layers` what lies below its own files, `hierarchy`
# where its control group may be, `build` what keeps its programs from being as fast as others, if anything does.

# How many seconds anything may take.
patience=120

say() { printf '    %s\n' "$*"; }

# measured WHAT FIGURE AIM UNIT: says what was measured beside its aim, which Tests/report says again at the very end. To
# miss it is no failure: what else this system does counts as well.
measured() {
    local verdict=kept
    [ "$2" -lt "$3" ] || verdict=MISSED
    printf '    MEASURED: %s: %s %s; aim: under %s %s, %s\n' "$1" "$2" "$4" "$3" "$4" "$verdict${build:+ ($build)}"
}

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

# tell_what_happened: what the machine knows of itself: units that failed, the users' services, the log of the product and
# the end of the whole one.
tell_what_happened() {
    local uid
    if ! is_running; then
        tail -n 50 "$machine/console"
        return
    fi
    as_root_briefly systemctl --no-pager --full --failed
    as_root_briefly loginctl --no-pager list-sessions
    for uid in 1000 1001; do
        echo "--- services of user $uid:"
        as_root_briefly setpriv --reuid="$uid" --regid="$uid" --init-groups env XDG_RUNTIME_DIR="/run/user/$uid" \
            systemctl --user --no-pager --full --lines 0 status 'typecase*'
        as_root_briefly setpriv --reuid="$uid" --regid="$uid" --init-groups env XDG_RUNTIME_DIR="/run/user/$uid" \
            systemctl --user --no-pager --full --failed
    done
    echo "--- log of the product:"
    as_root_briefly bash -c 'journalctl --no-pager --output short-monotonic | grep --extended-regexp "typecase|busctl" | tail -n 300'
    echo "--- end of the log:"
    as_root_briefly journalctl --no-pager --lines 200 --output short-monotonic
}
as_root_briefly() { enter timeout --kill-after=1 20 "$@" </dev/null 2>&1 || true; }

# expect WHAT ACTUAL EXPECTED: says what is wrong where they differ.
expect() { [ "$2" = "$3" ] || fail "$1: '$2' instead of '$3'"; }

# wait_until WHAT COMMAND...: repeats a command until it succeeds. What takes a moment may take a minute on a machine that
# does much else; nobody waits for longer than it takes.
wait_until() {
    local what=$1 end=$((SECONDS + patience))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || fail "it did not come about that $what"
        sleep 0.05
    done
}

is_running() { [ -s "$machine/leader" ] && kill -0 "$(cat "$machine/leader")" 2>/dev/null; }

# MARK: Power

# Puts the machine together, with an empty disk for its homes and its state.
make_machine() {
    mkdir -p "$machine"/{root,state}
    truncate --size 512M "$machine/state.img"
    mkfs.ext4 -q -F "$machine/state.img"
    mount_machine
}

mount_machine() {
    mount -o loop "$machine/state.img" "$machine/state"
    mkdir -p "$machine"/state/{upper,work}
    mount -t overlay -o "lowerdir=$layers,upperdir=$machine/state/upper,workdir=$machine/state/work" \
        machine "$machine/root"
}

unmount_machine() {
    umount "$machine/root"
    umount "$machine/state"
    # Whoever entered the machine may end a moment after it; as long as he is there, another mount would be the same disk.
    wait_until "the disk is free" is_free
}

is_free() { [ -z "$(losetup --noheadings --output NAME --associated "$machine/state.img")" ]; }

# thaw: lets a file system be written to that somebody froze.
thaw() { fsfreeze --unfreeze "$machine/state" 2>/dev/null || true; }

# start_machine [CALLS]: switches it on and waits until its systemd has started everything. CALLS are allowed or forbidden
# besides what a container may do; like a real machine, it has Landlock where nothing is said.
start_machine() {
    local calls=${1-landlock_create_ruleset landlock_add_rule landlock_restrict_self}
    local leader='' end=$((SECONDS + patience))
    local group=$hierarchy/${machine##*/}
    mkdir -p "$group"
    (
        # A group of its own, or nspawn rearranges the one that everybody is in.
        echo "$BASHPID" >"$group/cgroup.procs"
        exec env -i PATH="$PATH" SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 setsid systemd-nspawn --quiet \
            --directory "$machine/root" --machine "typecase-${machine##*/}" --boot --register=no --keep-unit --private-network \
            --resolv-conf=off --timezone=off --link-journal=no --console=pipe --system-call-filter="$calls" \
            </dev/null >>"$machine/console" 2>&1
    ) &
    supervisor=$!
    while :; do
        leader=$(ps -o pid= --ppid "$supervisor" | tr -d ' ' | head -n 1) || true
        [ -z "$leader" ] || ! is_first_process "$leader" ||
            ! nsenter --target "$leader" --mount test -S /run/dbus/system_bus_socket 2>/dev/null || break
        kill -0 "$supervisor" 2>/dev/null && [ "$SECONDS" -lt "$end" ] || fail "the machine does not start"
        sleep 0.05
    done
    echo "$leader" >"$machine/leader"
    expect "state of the machine" "$(as_root systemctl is-system-running --wait)" running
}

# is_first_process PROCESS: whether it is the first one of a namespace. What nspawn starts before that is still where we
# are, with the bus of this system.
is_first_process() { grep --quiet '^NSpid:.*[[:space:]]1$' "/proc/$1/status" 2>/dev/null; }

# shut_down: as people do it, from inside.
shut_down() {
    # The machine may be gone before it has said that it goes.
    as_root systemctl poweroff 2>"$machine/poweroff" || true
    wait_until "the machine has shut down: $(cat "$machine/poweroff")" is_dark
    wait_for_darkness
}

# reboot_machine: shuts down and starts again.
reboot_machine() {
    shut_down
    start_machine
}

# pull_the_plug: everything stops at once, and what the file system did not write down is lost.
pull_the_plug() {
    /usr/bin/python3 - "$machine/state" <<'PYTHON'
import fcntl, os, struct, sys
EXT4_IOC_SHUTDOWN, NO_LOG_FLUSH = 0x8004587D, 2
disk = os.open(sys.argv[1], os.O_RDONLY)
# Nothing may come in between: whoever synchronizes something else synchronizes this as well.
with open(sys.argv[1] + "/unsynced", "w") as file:
    file.write("lost")
fcntl.ioctl(disk, EXT4_IOC_SHUTDOWN, struct.pack("I", NO_LOG_FLUSH))
PYTHON
    kill_machine
    unmount_machine
    mount_machine
    expect "what nobody synced" "$(cat "$machine/state/unsynced" 2>/dev/null || true)" ""
    rm -f "$machine/state/unsynced"
}

# kill_machine: all its processes end at once; what they had written is kept.
kill_machine() {
    kill -KILL "$(cat "$machine/leader")"
    wait_for_darkness
}

wait_for_darkness() {
    wait "$supervisor" 2>/dev/null || true
    rm -f "$machine/leader"
    # Processes that have been killed may take a moment to end.
    wait_until "nothing runs on the machine any more" has_no_processes
}

is_dark() { ! kill -0 "$supervisor" 2>/dev/null; }

# has_no_processes: takes the machine's control groups away, which can be once nobody is in them.
has_no_processes() {
    local group=$hierarchy/${machine##*/}
    find "$group" -depth -type d -exec rmdir {} + 2>/dev/null || true
    [ ! -d "$group" ]
}

# MARK: Inside

enter() {
    nsenter --target "$(cat "$machine/leader")" --mount --uts --ipc --net --pid --cgroup -- env -i \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb "$@"
}

# as_root COMMAND...: in no session and no unit, with no bus but the system's.
as_root() { enter "$@" </dev/null; }

# as_user USER COMMAND...: as a service of the user's service manager, which has to run; no login comes of it, as one
# would of systemctl's own --machine.
as_user() {
    in_manager "$1" systemd-run --quiet --user --pipe --wait --collect --working-directory=/ -- "${@:2}"
}

# in_manager USER COMMAND...: a command that talks to the user's service manager, such as systemctl --user.
in_manager() {
    local uid
    uid=$(as_root id --user "$1")
    enter setpriv --reuid="$uid" --regid="$uid" --init-groups env XDG_RUNTIME_DIR="/run/user/$uid" "${@:2}" </dev/null
}

# log_in USER NAME: login(1) lets the user in on a terminal of the machine, to a shell that goes on until log_out NAME.
log_in() {
    local user=$1 name=$2
    # Services that are just being stopped, after the last logout, would be taken for running.
    wait_until "the last login of $user is over" is_not_leaving "$user"
    as_root systemd-run --quiet --unit "login-$name" --service-type=exec bash -c \
        "mkfifo /run/login-$name && exec script --quiet --flush --command 'login -f $user' /dev/null <>/run/login-$name"
    wait_until "$user is logged in" says_session "$name"
}

# says_session NAME: has the shell of a login say which session it is; login(1) may have dropped what was typed before it.
says_session() {
    as_root test -s "/tmp/$1.session" && return
    type_in "$1" "[ -s /tmp/$1.session ] || loginctl show-session --property Id --value \"\$XDG_SESSION_ID\" >/tmp/$1.session"
    for _ in {1..40}; do
        sleep 0.05
        ! as_root test -s "/tmp/$1.session" || return 0
    done
    return 1
}

# type_in NAME TEXT: types a line in the shell of a login; nobody waits here for a shell that has ended already.
type_in() {
    wait_until "the terminal of $1 is there" as_root bash -c '[ -p "$1" ] && echo "$2" 1<>"$1"' - "/run/login-$1" "$2"
}

# log_out NAME: leaves the shell, and waits until logind has forgotten the session, and systemd the terminal.
log_out() {
    local session
    session=$(as_root cat "/tmp/$1.session")
    type_in "$1" exit
    wait_until "the session of $1 has ended" session_is_over "$session"
    wait_until "the terminal of $1 has gone" has_gone "login-$1.service"
    as_root rm "/tmp/$1.session" "/run/login-$1"
}

# has_gone UNIT: whether systemd knows nothing of a unit any more, so that there can be another one of its name.
has_gone() { [ "$(as_root systemctl show --property LoadState --value "$1")" = not-found ]; }

# is_forgotten USER: whether logind knows nothing of the user any more, the stopping of the user's services included.
is_forgotten() {
    local users
    # It fails where a user goes while it lists them.
    users=$(as_root loginctl --no-legend list-users 2>/dev/null) && ! grep --quiet --word-regexp "$1" <<<"$users"
}

# is_not_leaving USER: whether logind is not about to stop the user's services.
is_not_leaving() { is_forgotten "$1" || [ "$(as_root loginctl show-user --property State --value "$1")" != closing ]; }

session_is_over() {
    local sessions
    sessions=$(as_root loginctl --no-legend list-sessions 2>/dev/null) && ! grep --quiet --extended-regexp "^ *$1 " <<<"$sessions"
}

# MARK: The product

# typecase USER ARGUMENT...: the command, as one of the user's services.
typecase() { as_user "$1" typecase "${@:2}"; }

# install_fonts USER NAME...: installs fonts for good.
install_fonts() { typecase "$1" install "${@:2}" >/dev/null || fail "$1 cannot install ${*:2}"; }

# families USER: the families that a fresh program of the user finds, in one line.
families() { as_user "$1" fc-list --format '%{family}:%{style}\n' | sort | paste --serial --delimiters ' '; }

# published USER: the number of files that lie where fontconfig looks, whether the user's services run or not.
published() { { as_root find "/home/$1/.local/share/fonts/typecase" -name '*.ttf' -not -path '*/.session/*' 2>/dev/null || true; } | wc -l; }

# publishes USER NUMBER
publishes() { [ "$(published "$1")" = "$2" ]; }

# property USER UNIT PROPERTY: what the user's service manager says of a unit.
property() { in_manager "$1" systemctl --user show --property "$3" --value "$2"; }

# is_still USER UNIT: whether a unit of the user's neither runs nor is about to.
is_still() { [ "$(property "$1" "$2" ActiveState) $(property "$1" "$2" Job)" = "inactive " ]; }

# kill_daemon USER: kills the user's daemon once it is there.
kill_daemon() {
    wait_until "the daemon of $1 runs" runs_daemon "$1"
    in_manager "$1" systemctl --user kill --signal KILL typecased.service
}

runs_daemon() { [ "$(property "$1" typecased MainPID)" != 0 ]; }

# is_away USER: whether no process of the product runs for a user.
is_away() { ! as_root pgrep --uid "$1" --full 'libexec/typecase/' >/dev/null; }

# make_loop_devices: the devices that files are mounted with, of which a container has none.
make_loop_devices() {
    as_root bash -c 'mknod /dev/loop-control c 10 237
        for number in {0..63}; do mknod /dev/loop$number b 7 $number || exit; done'
}

# add_file PATH: writes a file of the machine, from the standard input, which outlasts its power.
add_file() { enter bash -c 'mkdir -p "${1%/*}" && cat >"$1" && sync "$1" "${1%/*}"' - "$1"; }

# configure UNIT LINE...: adds lines to a unit of all users, for the service managers that start from now on.
configure() { printf '%s\n' "${@:2}" | add_file "/etc/systemd/user/$1.d/test.conf"; }

# settled USER: waits until the user's service manager has started everything.
settled() { in_manager "$1" systemctl --user --wait is-system-running >/dev/null || fail "services of $1 have failed"; }
