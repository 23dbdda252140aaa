#include <nettle/md5.h>
#include <nettle/sha2.h>
#include <nettle/version.h>

// Nettle 4 leaves out the size, which was always that of the whole digest here.
#if NETTLE_VERSION_MAJOR >= 4
static inline void typecase_sha256_digest(struct sha256_ctx *context, uint8_t *digest) { sha256_digest(context, digest); }
static inline void typecase_md5_digest(struct md5_ctx *context, uint8_t *digest) { md5_digest(context, digest); }
#else
static inline void typecase_sha256_digest(struct sha256_ctx *context, uint8_t *digest) {
    sha256_digest(context, SHA256_DIGEST_SIZE, digest);
}
static inline void typecase_md5_digest(struct md5_ctx *context, uint8_t *digest) {
    md5_digest(context, MD5_DIGEST_SIZE, digest);
}
#endif
