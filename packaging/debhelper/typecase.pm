# `dh $@ --with typecase` runs dh_typecase.
use strict;
use warnings;
use Debian::Debhelper::Dh_Lib;

# After everything has been installed, so that the files that a manifest names are there.
insert_after('dh_install', 'dh_typecase');

1;
