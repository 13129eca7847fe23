/* requests.c: a hash table with chains. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "requests.h"

#include "grow.h"
#include "intern.h"

static uint32_t *bucket(const struct requests *r, uint64_t handle)
{
    return &r->buckets[intern_mix(1, handle) & (r->nbuckets - 1)];
}

static void link_in(struct requests *r, uint32_t item)
{
    uint32_t *b = bucket(r, r->items[item - 1].handle);

    r->items[item - 1].next = *b;
    *b = item;
}

/* Called with all items in use. */
static bool more_room(struct requests *r)
{
    size_t n = r->nbuckets == 0 ? 64 : r->nbuckets * 2;
    uint32_t *buckets;

    if (r->n < r->nbuckets)
        return GROW(r->items, r->max, r->n + 1);
    buckets = calloc(n, sizeof(*buckets));
    if (buckets == NULL)
        return false;
    free(r->buckets);
    r->buckets = buckets;
    r->nbuckets = n;
    for (uint32_t i = 1; i <= r->n; i++)
        link_in(r, i);
    return GROW(r->items, r->max, r->n + 1);
}

bool requests_add(struct requests *r, uint64_t handle,
                  const struct operation *op)
{
    uint32_t item = r->unused;

    if (item != 0) {
        r->unused = r->items[item - 1].next;
    } else {
        if (r->n >= UINT32_MAX - 1 || !more_room(r))
            return false;
        item = (uint32_t)++r->n;
    }
    r->items[item - 1].handle = handle;
    r->items[item - 1].op = *op;
    link_in(r, item);
    return true;
}

/* What points to the item, or NULL. */
static uint32_t *find(const struct requests *r, uint64_t handle)
{
    uint32_t *at;

    if (r->nbuckets == 0)
        return NULL;
    for (at = bucket(r, handle); *at != 0; at = &r->items[*at - 1].next)
        if (r->items[*at - 1].handle == handle)
            return at;
    return NULL;
}

struct operation *requests_find(struct requests *r, uint64_t handle)
{
    uint32_t *at = find(r, handle);

    return at != NULL ? &r->items[*at - 1].op : NULL;
}

void requests_remove(struct requests *r, uint64_t handle)
{
    uint32_t *at = find(r, handle), item;

    if (at == NULL)
        return;
    item = *at;
    *at = r->items[item - 1].next;
    r->items[item - 1].next = r->unused;
    r->unused = item;
}

void requests_free(struct requests *r)
{
    free(r->items);
    free(r->buckets);
    *r = (struct requests){0};
}
