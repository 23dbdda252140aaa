#include <hb.h>
#include <hb-aat.h>
