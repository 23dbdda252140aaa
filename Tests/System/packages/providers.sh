#!/bin/bash
# The same with the packages' own bell: their trigger touches root's stamp at the end of each transaction.

as_root bash -c 'dpkg --install /srv/packages/first/*.deb' >"$machine/dpkg" 2>&1 || fail "dpkg: $(cat "$machine/dpkg")"
. "$(dirname "${BASH_SOURCE[0]}")/../cases/providers.sh"
