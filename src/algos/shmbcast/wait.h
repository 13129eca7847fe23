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
    MPI_Comm comm; /* private: probed to make MPI progress, never used */
    bool crowded;  /* more ranks than CPUs: give the CPU away early */
};

/* Wait until (*word == value) is [equal] and return *word, acquired. */
uint64_t sb_wait_slow(const _Atomic uint64_t *word, uint64_t value, bool equal,
                      const struct sb_waiter *w);

static inline void sb_wait_equal(const _Atomic uint64_t *word, uint64_t value,
                                 const struct sb_waiter *w)
{
    /* pairs with the release store or decrement that the caller names */
    if (atomic_load_explicit(word, memory_order_acquire) != value)
        sb_wait_slow(word, value, true, w);
}

static inline uint64_t sb_wait_nonzero(const _Atomic uint64_t *word,
                                       const struct sb_waiter *w)
{
    /* pairs with the release store that the caller names */
    uint64_t v = atomic_load_explicit(word, memory_order_acquire);

    return v != 0 ? v : sb_wait_slow(word, 0, false, w);
}

#endif /* SHMBCAST_WAIT_H */
