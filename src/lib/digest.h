/* digest.h: a number that tells a row of whole numbers from another. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_DIGEST_H
#define LIB_DIGEST_H

#include <inttypes.h>

/* FNV-1a of 64 bits, byte by byte, so that it is the same on all machines. */
#define DIGEST_BEGIN UINT64_C(0xcbf29ce484222325)
#define DIGEST_FORMAT "%016" PRIx64

static inline uint64_t digest_add(uint64_t digest, int64_t value)
{
    for (int i = 0; i < 64; i += 8)
        digest =
            (digest ^ ((uint64_t)value >> i & 0xff)) * UINT64_C(0x100000001b3);
    return digest;
}

#endif /* LIB_DIGEST_H */
