/* wait.c: spin, make MPI progress, and yield if others need the CPU. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "wait.h"

#include <sched.h>

/*
 * MPI must make progress during a wait: the awaited rank may depend on a
 * rendezvous send that only this rank can complete. MPI_Iprobe() on a
 * communicator without messages is the cheapest call that guarantees progress.
 * A rank with its own CPU spins SPINS times (some 10 to 20 us) between probes.
 * After PATIENCE probes it also yields, in case another process occupies the
 * awaited rank's CPU. If ranks outnumber CPUs, spinning longer than a cache
 * line takes to arrive is useless.
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

    /* ignore the result: there are no messages, and errors cannot be
     * returned */
    (void)PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, w->comm, &flag,
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
        /* pairs with the store that the caller of sb_wait_*() names */
        uint64_t v = atomic_load_explicit(word, memory_order_acquire);

        if (v >= low && v <= high)
            return v;
        sb_spin_pause(&spin, w);
    }
}
