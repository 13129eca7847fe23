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

/* Before others with its handle, which come behind it. */
void requests_put(struct requests *r, uint32_t item)
{
    struct request *x = &r->items[item - 1];
    uint32_t *at = find(r, x->handle);

    x->first = true;
    x->same = *at;
    x->next = 0;
    if (x->same != 0) {
        x->next = r->items[x->same - 1].next;
        r->items[x->same - 1].first = false;
    }
    *at = item;
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
    uint32_t item = r->unused;

    if (item != 0) {
        r->unused = r->items[item - 1].next;
    } else {
        if (r->n >= UINT32_MAX - 1 || !more_room(r))
            return false;
        item = (uint32_t)++r->n;
    }
    r->items[item - 1] = (struct request){.handle = handle, .op = *op};
    requests_put(r, item);
    return true;
}

uint32_t requests_find(const struct requests *r, uint64_t handle)
{
    return r->nbuckets > 0 ? *find(r, handle) : 0;
}

uint32_t requests_take(struct requests *r, uint64_t handle)
{
    uint32_t item = requests_find(r, handle), *at;
    struct request *x;

    if (item == 0)
        return 0;
    x = &r->items[item - 1];
    at = find(r, handle);
    *at = x->next;
    if (x->same != 0) {
        r->items[x->same - 1].first = true;
        r->items[x->same - 1].next = x->next;
        *at = x->same;
    }
    x->first = false;
    return item;
}

void requests_drop(struct requests *r, uint32_t item)
{
    r->items[item - 1].next = r->unused;
    r->unused = item;
}

void requests_free(struct requests *r)
{
    free(r->items);
    free(r->buckets);
    *r = (struct requests){0};
}
