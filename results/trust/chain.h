/* chain.h: a delay of known length: adds that wait for one another. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CHAIN_H
#define CHAIN_H

#include <math.h>
#include <time.h>

/* A turn is an add; a block is the fewest of them that a delay has. */
enum { CHAIN_BLOCK = 8, CHAIN_TURNS = 10000000, CHAIN_GAMES = 5 };

#define CHAIN_ADD                                                              \
    x += 1;                                                                    \
    __asm__ volatile("" : "+r"(x));
#define CHAIN_FOUR CHAIN_ADD CHAIN_ADD CHAIN_ADD CHAIN_ADD

/* What came before has ended, and what comes after has not begun: else the
 * processor does the adds while it waits for memory, and they cost nothing. */
static inline void chain_fence(void)
{
#if defined(__x86_64__)
    __asm__ volatile("lfence" ::: "memory");
#elif defined(__aarch64__)
    __asm__ volatile("dsb sy\n\tisb" ::: "memory");
#else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

static inline void chain_wait(long blocks)
{
    unsigned long x = 0;

    chain_fence();
    for (long i = 0; i < blocks; i++) {
        CHAIN_FOUR
        CHAIN_FOUR
    }
    chain_fence();
}

static inline double chain_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds of a block: the middle one of some games of 10^7 turns. */
static inline double chain_block_seconds(void)
{
    const long blocks = CHAIN_TURNS / CHAIN_BLOCK;
    double game[CHAIN_GAMES];

    for (int i = 0; i < CHAIN_GAMES; i++) {
        double begin = chain_now(), x;
        int j = i;

        chain_wait(blocks);
        x = (chain_now() - begin) / (double)blocks;
        for (; j > 0 && game[j - 1] > x; j--)
            game[j] = game[j - 1];
        game[j] = x;
    }
    return game[CHAIN_GAMES / 2];
}

/* Blocks that take so many seconds, to the nearest. */
static inline long chain_blocks(double seconds, double block_seconds)
{
    return lround(seconds / block_seconds);
}

#endif /* CHAIN_H */
