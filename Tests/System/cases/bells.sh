#!/bin/bash
# Each of the bells by itself has somebody look who is still installed: of packages, of Flatpak, of the desktop, of snapd.

unit=typecase-providers.path
look=typecase-providers.service
looked() { property alice $look ExecMainStartTimestampMonotonic; }
# has_looked_since TIME
has_looked_since() { [ "$(looked)" != "$1" ]; }

# Those of logins, which have somebody look as well, are not rung here.
add_file /etc/systemd/user/typecase-logins.path </dev/null
reboot_machine
settled alice
mapfile -t bells < <(as_root sed -n 's/^PathChanged=//p' /usr/local/lib/systemd/user/$unit)
[ ${#bells[@]} -ge 11 ] || fail "there are only ${#bells[@]} bells"
for bell in "${bells[@]}"; do
    # Nobody is to hear what was touched for the bell before.
    in_manager alice systemctl --user stop $unit
    configure $unit "[Path]" "PathChanged=" "PathChanged=$bell"
    in_manager alice systemctl --user daemon-reload
    path=${bell/#%h//home/alice}
    # Who rings: Flatpak and the packages' trigger touch a file, all others put one into a directory.
    case $path in
    *.changed | *.stamp) directory=${path%/*} rung=$path ;;
    *) directory=$path rung=$path/org.example.Bell ;;
    esac
    as_root mkdir -p "$directory"
    in_manager alice systemctl --user start $unit
    wait_until "nobody looks" is_still alice $look
    before=$(looked)
    as_root touch "$rung"
    wait_until "somebody hears $bell" has_looked_since "$before"
    as_root rm "$rung"
done
say "${#bells[@]} bells are heard"
