/* grow.h: arrays that grow. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_GROW_H
#define REFNUMA_GROW_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Room for [need] items of [size] bytes in [v], which has [*room]. Returns
 * where they are now, or NULL: no memory, and all is as it was. Never NULL
 * else, for no items either. */
static inline void *rn_grow(void *v, size_t *room, size_t need, size_t size)
{
    size_t wanted = need < 8 ? 8 : need;
    void *grown;

    if (v != NULL && need <= *room)
        return v;
    if (wanted < *room + *room / 2)
        wanted = *room + *room / 2;
    if (wanted > PTRDIFF_MAX / size)
        return NULL;
    grown = realloc(v, wanted * size);
    if (grown != NULL)
        *room = wanted;
    return grown;
}

#endif /* REFNUMA_GROW_H */
