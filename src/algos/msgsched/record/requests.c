/* requests.c: a hash table with chains. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "requests.h"

#include "grow.h"
#include "intern.h"

static uint32_t *bucket(const struct requests *r, uint64_t handle)
{
    return &r->buckets[intern_mix(1, handle) & (r->nbuckets - 1)];
}

/* What points to the first item of that handle, or to the end of its bucket. */
static uint32_t *find(const struct requests *r, uint64_t handle)
{
    uint32_t *at = bucket(r, handle);

    while (*at != 0 && r->items[*at - 1].handle != handle)
        at = &r->items[*at - 1].next;
    return at;
}

static void link_first(struct requests *r, uint32_t item)
{
    uint32_t *b = bucket(r, r->items[item - 1].handle);

    r->items[item - 1].next = *b;
    *b = item;
}

/* For one more item; all are in use. */
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
        if (r->items[i - 1].first)
            link_first(r, i);
    return GROW(r->items, r->max, r->n + 1);
}

bool requests_add(struct requests *r, uint64_t handle,
                  const struct operation *op)
{
    uint32_t item = r->unused, first;

    if (item != 0) {
        r->unused = r->items[item - 1].next;
    } else {
        if (r->n >= UINT32_MAX - 1 || !more_room(r))
            return false;
        item = (uint32_t)++r->n;
    }
    first = *find(r, handle);
    r->items[item - 1] = (struct request){
        .handle = handle, .op = *op, .last = item, .first = first == 0};
    if (first == 0) {
        link_first(r, item);
        return true;
    }
    r->items[r->items[first - 1].last - 1].same = item;
    r->items[first - 1].last = item;
    return true;
}

struct operation *requests_find(struct requests *r, uint64_t handle)
{
    uint32_t item = r->nbuckets > 0 ? *find(r, handle) : 0;

    return item != 0 ? &r->items[item - 1].op : NULL;
}

void requests_remove(struct requests *r, uint64_t handle)
{
    uint32_t *at = find(r, handle), item = *at, same;

    if (item == 0)
        return;
    same = r->items[item - 1].same;
    *at = r->items[item - 1].next;
    if (same != 0) {
        r->items[same - 1].first = true;
        r->items[same - 1].next = *at;
        r->items[same - 1].last = r->items[item - 1].last;
        *at = same;
    }
    r->items[item - 1].first = false;
    r->items[item - 1].next = r->unused;
    r->unused = item;
}

void requests_free(struct requests *r)
{
    free(r->items);
    free(r->buckets);
    *r = (struct requests){0};
}
