/* registry.c: the mirrors of this process by address, for fault handlers. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "registry.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/*
 * Handlers take no locks, so they read slots that other threads may be
 * changing. A slot is believed if its turn is even and the same before and
 * after. What is being changed is no mirror that a correct program could be
 * using at that moment. Blocks of slots are never freed.
 */
struct slot {
    _Atomic unsigned turn; /* odd: being changed */
    _Atomic uintptr_t first, end;
    _Atomic pid_t pid;
    _Atomic(struct rn_mirror *) mirror; /* NULL: free */
};

enum { SLOTS = 32 };

struct block {
    struct slot slots[SLOTS];
    _Atomic(struct block *) next;
};

static struct block blocks;
static pthread_mutex_t changes = PTHREAD_MUTEX_INITIALIZER;

static void change(struct slot *s, struct rn_mirror *m)
{
    unsigned turn = atomic_load_explicit(&s->turn, memory_order_relaxed);
    uintptr_t first = m == NULL ? 0 : (uintptr_t)m->user;

    /* pairs with the second load of turn in matches() */
    atomic_store_explicit(&s->turn, turn + 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&s->first, first, memory_order_relaxed);
    atomic_store_explicit(&s->end, m == NULL ? 0 : first + m->bytes,
                          memory_order_relaxed);
    atomic_store_explicit(&s->pid, getpid(), memory_order_relaxed);
    atomic_store_explicit(&s->mirror, m, memory_order_relaxed);
    /* pairs with the first load of turn in matches() */
    atomic_store_explicit(&s->turn, turn + 2, memory_order_release);
}

static struct rn_mirror *matches(struct slot *s, uintptr_t address)
{
    /* pairs with the stores of turn in change() */
    unsigned turn = atomic_load_explicit(&s->turn, memory_order_acquire);
    uintptr_t first = atomic_load_explicit(&s->first, memory_order_relaxed);
    uintptr_t end = atomic_load_explicit(&s->end, memory_order_relaxed);
    pid_t pid = atomic_load_explicit(&s->pid, memory_order_relaxed);
    struct rn_mirror *m =
        atomic_load_explicit(&s->mirror, memory_order_relaxed);

    atomic_thread_fence(memory_order_acquire);
    if (turn % 2 != 0 || address < first || address >= end ||
        atomic_load_explicit(&s->turn, memory_order_relaxed) != turn)
        return NULL;
    return pid == getpid() ? m : NULL;
}

struct rn_mirror *rn_registry_find(const void *address)
{
    struct rn_mirror *m = NULL;

    /* next pairs with the store in grow() */
    for (struct block *b = &blocks; b != NULL && m == NULL;
         b = atomic_load_explicit(&b->next, memory_order_acquire))
        for (int i = 0; i < SLOTS && m == NULL; i++)
            m = matches(&b->slots[i], (uintptr_t)address);
    return m;
}

static struct block *grow(struct block *last)
{
    struct block *b = calloc(1, sizeof(*b));

    /* pairs with the load in rn_registry_find() */
    atomic_store_explicit(&last->next, b, memory_order_release);
    return b;
}

/* The slot that has this mirror, NULL for a free one; or NULL. */
static struct slot *slot_of(const struct rn_mirror *m)
{
    struct block *b = &blocks, *next;

    for (;; b = next) {
        for (int i = 0; i < SLOTS; i++)
            if (atomic_load_explicit(&b->slots[i].mirror,
                                     memory_order_relaxed) == m)
                return &b->slots[i];
        next = atomic_load_explicit(&b->next, memory_order_relaxed);
        if (next == NULL && m == NULL)
            next = grow(b);
        if (next == NULL)
            return NULL;
    }
}

int rn_registry_add(struct rn_mirror *m)
{
    struct slot *s;

    pthread_mutex_lock(&changes);
    s = slot_of(NULL);
    if (s != NULL)
        change(s, m);
    pthread_mutex_unlock(&changes);
    return s == NULL ? -ENOMEM : 0;
}

void rn_registry_remove(struct rn_mirror *m)
{
    struct slot *s;

    pthread_mutex_lock(&changes);
    s = slot_of(m);
    if (s != NULL)
        change(s, NULL);
    pthread_mutex_unlock(&changes);
}
