/* requests.c: a hash table with chains.
 *
 * There are at least as many chains as items, so that a look-up passes one item
 * in the mean, also where many of them have one handle and are in one chain.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "requests.h"

#include "intern.h"

static uint32_t *chain(const struct requests *r, uint64_t handle)
{
    return &r->chains[intern_mix(1, handle) & (r->nchains - 1)];
}

/* What points to an item of that handle, or to the end of its chain. */
static uint32_t *find(const struct requests *r, uint64_t handle)
{
    uint32_t *at = chain(r, handle);

    while (*at != 0 && r->items[*at - 1].handle != handle)
        at = &r->items[*at - 1].next;
    return at;
}

void requests_put(struct requests *r, uint32_t item)
{
    struct request *x = &r->items[item - 1];
    uint32_t *first = chain(r, x->handle);

    x->there = true;
    x->next = *first;
    *first = item;
}

/* For one more item; all are in use. */
static bool more_room(struct requests *r)
{
    size_t n = r->nchains == 0 ? 64 : r->nchains * 2;
    uint32_t *chains;

    if (!GROW(r->items, r->max, r->n + 1))
        return false;
    if (r->n < r->nchains)
        return true;
    chains = calloc(n, sizeof(*chains));
    if (chains == NULL)
        return false;
    free(r->chains);
    r->chains = chains;
    r->nchains = n;
    for (uint32_t i = 1; i <= r->n; i++)
        if (r->items[i - 1].there)
            requests_put(r, i);
    return true;
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
    return r->nchains > 0 ? *find(r, handle) : 0;
}

uint32_t requests_take(struct requests *r, uint64_t handle)
{
    uint32_t item = requests_find(r, handle);

    if (item != 0) {
        *find(r, handle) = r->items[item - 1].next;
        r->items[item - 1].there = false;
    }
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
    free(r->chains);
    *r = (struct requests){0};
}
