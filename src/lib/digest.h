/* digest.h: a hash of sequences of integers or bytes, and a stateless
 * pseudo-random function of integers. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_DIGEST_H
#define LIB_DIGEST_H

#include <inttypes.h>
#include <stddef.h>

/* 64-bit FNV-1a, byte by byte, so that the hash is the same on all machines. */
#define DIGEST_BEGIN UINT64_C(0xcbf29ce484222325)
#define DIGEST_FORMAT "%016" PRIx64

static inline uint64_t digest_byte(uint64_t digest, unsigned char byte)
{
    return (digest ^ byte) * UINT64_C(0x100000001b3);
}

static inline uint64_t digest_add(uint64_t digest, int64_t value)
{
    for (int i = 0; i < 64; i += 8)
        digest = digest_byte(digest, (unsigned char)((uint64_t)value >> i));
    return digest;
}

/* Adds n bytes of memory. */
static inline uint64_t digest_bytes(uint64_t digest, const void *data, size_t n)
{
    const unsigned char *byte = data;

    for (size_t i = 0; i < n; i++)
        digest = digest_byte(digest, byte[i]);
    return digest;
}

/* splitmix64 by Sebastiano Vigna: each step adds SCATTER_STEP to the state, and
 * scatter_mix(state) is the random number. scatter_mix(0) is 0. */
#define SCATTER_STEP UINT64_C(0x9e3779b97f4a7c15)

static inline uint64_t scatter_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* A pseudo-random number for x; results for adjacent x look unrelated. */
static inline uint64_t scatter(uint64_t x)
{
    return scatter_mix(x + SCATTER_STEP);
}

/* A pseudo-random number for a pair. */
static inline uint64_t scatter_pair(uint64_t a, uint64_t b)
{
    return scatter_mix(a * SCATTER_STEP + b);
}

/* A pseudo-random number in [0, 1) for x. */
static inline double scatter_share(uint64_t x)
{
    return (double)(scatter(x) >> 11) / (double)(UINT64_C(1) << 53);
}

#endif /* LIB_DIGEST_H */
