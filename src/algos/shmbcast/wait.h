/* wait.h: wait for a word in shared memory while MPI makes progress. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_WAIT_H
#define SHMBCAST_WAIT_H

#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* How the ranks of a handle wait; fixed when the handle is created. */
struct sb_waiter {
    MPI_Comm comm;       /* private; only used to probe, which makes MPI
                          * progress */
    bool oversubscribed; /* more ranks than CPUs: yield the CPU early */
};

/* State of one wait; must be zero when the wait starts. */
struct sb_spin {
    int spins;
    unsigned long round;
};

/* Pauses briefly between two polls of a word; at times also makes MPI progress
 * or yields the CPU. */
void sb_spin_pause(struct sb_spin *spin, const struct sb_waiter *w);

/* Waits until low <= *word <= high. Returns *word, loaded with acquire
 * order. */
uint64_t sb_wait_slow(const _Atomic uint64_t *word, uint64_t low, uint64_t high,
                      const struct sb_waiter *w);

static inline uint64_t sb_wait_within(const _Atomic uint64_t *word,
                                      uint64_t low, uint64_t high,
                                      const struct sb_waiter *w)
{
    /* pairs with the release store or decrement named at the call */
    uint64_t v = atomic_load_explicit(word, memory_order_acquire);

    return v >= low && v <= high ? v : sb_wait_slow(word, low, high, w);
}

static inline void sb_wait_equal(const _Atomic uint64_t *word, uint64_t value,
                                 const struct sb_waiter *w)
{
    sb_wait_within(word, value, value, w);
}

/* Waits until *word >= value, for counters that only grow and for words that
 * are either 0 or set. */
static inline uint64_t sb_wait_least(const _Atomic uint64_t *word,
                                     uint64_t value, const struct sb_waiter *w)
{
    return sb_wait_within(word, value, UINT64_MAX, w);
}

#endif /* SHMBCAST_WAIT_H */
