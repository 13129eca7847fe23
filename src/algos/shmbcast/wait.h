/* wait.h: wait for a word in shared memory while MPI goes on working. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_WAIT_H
#define SHMBCAST_WAIT_H

#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* How a rank waits; fixed when the handle is made. */
struct sb_waiter {
    MPI_Comm comm;       /* private: probed to make MPI progress, never used */
    bool oversubscribed; /* more ranks than CPUs: give the CPU away early */
};

/* How long a rank has been waiting: begins as all zero. */
struct sb_spin {
    int spins;
    unsigned long round;
};

/* A moment's pause before the word is polled again; now and then MPI
 * progresses or the CPU is given away. */
void sb_spin_pause(struct sb_spin *spin, const struct sb_waiter *w);

/* Wait until low <= *word <= high and return *word, acquired. */
uint64_t sb_wait_slow(const _Atomic uint64_t *word, uint64_t low, uint64_t high,
                      const struct sb_waiter *w);

static inline uint64_t sb_wait_within(const _Atomic uint64_t *word,
                                      uint64_t low, uint64_t high,
                                      const struct sb_waiter *w)
{
    /* pairs with the release store or decrement that the caller names */
    uint64_t v = atomic_load_explicit(word, memory_order_acquire);

    return v >= low && v <= high ? v : sb_wait_slow(word, low, high, w);
}

static inline void sb_wait_equal(const _Atomic uint64_t *word, uint64_t value,
                                 const struct sb_waiter *w)
{
    sb_wait_within(word, value, value, w);
}

/* For counters that only grow, and for words that are 0 or set. */
static inline uint64_t sb_wait_least(const _Atomic uint64_t *word,
                                     uint64_t value, const struct sb_waiter *w)
{
    return sb_wait_within(word, value, UINT64_MAX, w);
}

#endif /* SHMBCAST_WAIT_H */
