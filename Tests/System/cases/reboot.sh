#!/bin/bash
# Fonts that were installed for good survive the end of the machine, those of a session do not, and whatever was
# acknowledged before a power cut is there after it.

for user in alice bob; do
    log_in $user $user
    install_fonts $user /srv/fonts/DejaVuSans.ttf
    install_fonts $user --session /srv/fonts/DejaVuSans-Bold.ttf
    expect "fonts of $user" "$(families $user)" "DejaVu Sans:Bold DejaVu Sans:Book"
done

reboot_machine
settled alice
expect "fonts of alice, who has not logged in since" "$(families alice)" "DejaVu Sans:Book"
log_in bob bob
settled bob
expect "fonts of bob after his login" "$(families bob)" "DejaVu Sans:Book"

# Somebody installs and removes fonts until the power goes. What is asked and what is answered is noted elsewhere.
fonts=(DejaVuSansMono DejaVuSansMono-Bold DejaVuSerif)
work() {
    while :; do
        for font in "${fonts[@]}"; do
            echo "$font asked" >>"$machine/notes"
            typecase bob install "/srv/fonts/$font.ttf" && echo "$font there" >>"$machine/notes"
        done
        for font in "${fonts[@]:1}"; do
            echo "$font asked" >>"$machine/notes"
            typecase bob uninstall "$font" && echo "$font gone" >>"$machine/notes"
        done
    done >/dev/null 2>&1
}
has_notes() { [ "$(wc -l <"$machine/notes")" -ge "$1" ]; }
for count in 8 11; do
    : >"$machine/notes"
    work &
    worker=$!
    wait_until "fonts come and go" has_notes $count
    pull_the_plug
    kill $worker && wait $worker 2>/dev/null || true
    start_machine
    log_in bob bob
    settled bob
    typecase bob list --json >"$machine/list"
    grep --quiet '"DejaVuSans-Bold"' "$machine/list" && fail "a font of the session outlived it"
    for font in DejaVuSans "${fonts[@]}"; do
        is=gone
        grep --quiet "\"$font\"" "$machine/list" && is=there
        last=$(grep "^$font " "$machine/notes" | tail -n 1) || true
        case "${last:-$font there}" in
        "$font asked" | "$font $is") ;;
        *) fail "it was answered that $last, but it is $is" ;;
        esac
    done
    expect "what lies where fontconfig looks" "$(published bob)" "$(grep --count '"postscript_name"' "$machine/list")"
done
