#include <fontconfig/fontconfig.h>

// Where the library is loaded.
static inline const void *typecase_fontconfig_address(void) { return (const void *)&FcGetVersion; }
