/* wait.c: spin, probe so that MPI progresses, yield when the CPU is needed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "wait.h"

#include <sched.h>

/*
 * A rank that waits here may be the only one that can complete somebody's
 * rendezvous Send, on which the rank waited for depends: MPI has to progress.
 * MPI_Iprobe() on a communicator without messages is the cheapest call that
 * promises it. With the CPU to itself a rank spins SPINS times (some 10 to
 * 20 us) between probes and starts to yield after PATIENCE probes: by then
 * some other process may have the CPU of the rank waited for. When ranks
 * outnumber CPUs, spinning longer than a cache line takes is of no use.
 */
enum { SPINS = 1024, SPINS_OVERSUBSCRIBED = 32, PATIENCE = 4, PROBE_EVERY = 8 };

static inline void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory");
#elif defined(__powerpc64__)
    __asm__ volatile("or 27,27,27" ::: "memory");
#endif
}

static void progress(const struct sb_waiter *w)
{
    int flag;

    /* Nobody sends on this communicator: an error has nobody to go to. */
    (void)MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, w->comm, &flag,
                     MPI_STATUS_IGNORE);
}

void sb_spin_pause(struct sb_spin *spin, const struct sb_waiter *w)
{
    relax();
    if (++spin->spins < (w->oversubscribed ? SPINS_OVERSUBSCRIBED : SPINS))
        return;
    spin->spins = 0;
    spin->round++;
    if (!w->oversubscribed || spin->round % PROBE_EVERY == 0)
        progress(w);
    if (w->oversubscribed || spin->round > PATIENCE)
        sched_yield();
}

uint64_t sb_wait_slow(const _Atomic uint64_t *word, uint64_t low, uint64_t high,
                      const struct sb_waiter *w)
{
    struct sb_spin spin = {0};

    for (;;) {
        /* pairs with what the callers of sb_wait_*() name */
        uint64_t v = atomic_load_explicit(word, memory_order_acquire);

        if (v >= low && v <= high)
            return v;
        sb_spin_pause(&spin, w);
    }
}
