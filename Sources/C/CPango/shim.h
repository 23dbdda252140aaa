#include <pango/pango.h>
#include <hb-ot.h>
