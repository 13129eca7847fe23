/* learned.c: what a handle has learned, for people, and from and to files. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "handle.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "learned_file.h"
#include "learned_key.h"
#include "learned_text.h"
#include "choose.h"

/* Malloced; NULL with [*why]. */
static char *key_of(const struct shmbcast_auto *h, const char **why)
{
    char *key = sb_learned_key(&(struct sb_learned_ranks){
        .size = h->size,
        .rank = h->rank,
        .cpus = h->cpus,
        .ring = h->ring,
        .group = h->params.group,
    });

    if (key == NULL)
        *why = strerror(ENOMEM);
    return key;
}

char *shmbcast_auto_learned_text(struct shmbcast_auto *h)
{
    sb_rows_settle(h);
    return sb_learned_text(&h->learned);
}

int shmbcast_auto_learned_read(struct shmbcast_auto *h, const char *path,
                               const char **why)
{
    char *key;
    int rc;

    if (!h->learns)
        return 0;
    key = key_of(h, why);
    if (key == NULL)
        return -ENOMEM;
    sb_rows_settle(h);
    h->look.op = 0; /* its row may be about to go */
    h->last = NULL;
    rc = sb_learned_file_read(path, key, &h->learned, why);
    free(key);
    return rc;
}

int shmbcast_auto_learned_write(struct shmbcast_auto *h, const char *path,
                                const char **why)
{
    char *key;
    int rc;

    if (!h->learns)
        return 0;
    key = key_of(h, why);
    if (key == NULL)
        return -ENOMEM;
    sb_rows_settle(h);
    rc = sb_learned_file_write(path, key, &h->learned, why);
    free(key);
    return rc;
}
