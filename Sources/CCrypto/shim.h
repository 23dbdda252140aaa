// The plain SHA-256 is marked as deprecated in favour of EVP, which reads its configuration and lists all its algorithms
// first: 1.1 ms of every application's first font. It is in every OpenSSL 3.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/evp.h>
#include <openssl/sha.h>
