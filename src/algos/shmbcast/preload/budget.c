/* budget.c: what is taken, over all communicators of the process. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "budget.h"

#include <stdatomic.h>

/* A sum and nothing more, so all relaxed. */
static atomic_size_t taken, most;

static void note(size_t now)
{
    size_t before = atomic_load_explicit(&most, memory_order_relaxed);

    while (before < now &&
           !atomic_compare_exchange_weak_explicit(
               &most, &before, now, memory_order_relaxed, memory_order_relaxed))
        ;
}

bool budget_take(size_t nbytes, size_t limit)
{
    size_t now = atomic_load_explicit(&taken, memory_order_relaxed);

    do {
        if (nbytes > limit || now > limit - nbytes)
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&taken, &now, now + nbytes,
                                                    memory_order_relaxed,
                                                    memory_order_relaxed));
    note(now + nbytes);
    return true;
}

void budget_give_back(size_t nbytes)
{
    atomic_fetch_sub_explicit(&taken, nbytes, memory_order_relaxed);
}

size_t budget_most(void)
{
    return atomic_load_explicit(&most, memory_order_relaxed);
}
