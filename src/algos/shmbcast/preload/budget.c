/* budget.c: what is taken, over all communicators of the process. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "budget.h"

#include <stdatomic.h>

/* A sum and nothing more, so all relaxed. */
static atomic_size_t taken;

bool budget_take(size_t nbytes, size_t limit)
{
    size_t now = atomic_load_explicit(&taken, memory_order_relaxed);

    do {
        if (nbytes > limit || now > limit - nbytes)
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&taken, &now, now + nbytes,
                                                    memory_order_relaxed,
                                                    memory_order_relaxed));
    return true;
}

void budget_give_back(size_t nbytes)
{
    atomic_fetch_sub_explicit(&taken, nbytes, memory_order_relaxed);
}
