/* store.c: what was learned, by process set, under one lock. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "store.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct sb_store_key key;
    pid_t *pids;   /* the key's; NULL: the entry is free */
    uint64_t used; /* when, 0: never */
    struct sb_learned learned;
};

static struct {
    pthread_mutex_t lock;
    uint64_t now; /* counts uses */
    struct entry entries[SB_STORE_MAX];
} store = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool same(const struct sb_store_key *a, const struct sb_store_key *b)
{
    return a->size == b->size && a->rank == b->rank && a->ring == b->ring &&
           a->group == b->group &&
           memcmp(a->pids, b->pids, (size_t)a->size * sizeof(*a->pids)) == 0;
}

/* ---- with the lock ------------------------------------------------------ */

static struct entry *find(const struct sb_store_key *key)
{
    for (int i = 0; i < SB_STORE_MAX; i++) {
        struct entry *e = &store.entries[i];

        if (e->pids != NULL && same(&e->key, key))
            return e;
    }
    return NULL;
}

/* The entry that has not been used for longest; one that is free comes before
 * all. */
static struct entry *oldest(void)
{
    struct entry *e = &store.entries[0];

    for (int i = 1; i < SB_STORE_MAX; i++)
        if (store.entries[i].used < e->used)
            e = &store.entries[i];
    return e;
}

/* The key's entry, made if there is none. */
static struct entry *find_or_make(const struct sb_store_key *key)
{
    struct entry *e = find(key);
    size_t bytes = (size_t)key->size * sizeof(*key->pids);
    pid_t *pids;

    if (e != NULL)
        return e;
    pids = malloc(bytes);
    if (pids == NULL)
        return NULL;
    memcpy(pids, key->pids, bytes);
    e = oldest();
    free(e->pids);
    sb_learned_free(&e->learned);
    e->pids = pids;
    e->key = *key;
    e->key.pids = pids;
    return e;
}

/* ---- with and without --------------------------------------------------- */

bool sb_store_get(const struct sb_store_key *key, struct sb_learned *to)
{
    bool found = false;
    struct entry *e;

    memset(to, 0, sizeof(*to));
    pthread_mutex_lock(&store.lock);
    e = find(key);
    if (e != NULL) {
        e->used = ++store.now;
        found = sb_learned_copy(to, &e->learned);
    }
    pthread_mutex_unlock(&store.lock);
    return found;
}

void sb_store_put(const struct sb_store_key *key, struct sb_learned *from)
{
    struct entry *e;

    pthread_mutex_lock(&store.lock);
    e = find_or_make(key);
    if (e != NULL) {
        e->used = ++store.now;
        sb_learned_merge(from, &e->learned);
        sb_learned_free(&e->learned);
        e->learned = *from;
        memset(from, 0, sizeof(*from));
    }
    pthread_mutex_unlock(&store.lock);
    sb_learned_free(from);
}
