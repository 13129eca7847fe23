/* engine.c: the broadcast of libshmbcast, with its default parameters. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine.h"

#include "../shmbcast.h"

/* Nothing of its own: a handle of the library by another name. */
static struct shmbcast *handle(struct engine *e)
{
    return (struct shmbcast *)e;
}

size_t engine_bytes(int nranks)
{
    struct shmbcast_params params = shmbcast_params_default();

    return shmbcast_segment_bytes(&params, nranks);
}

int engine_create(MPI_Comm comm, struct engine **e, char *why, size_t size)
{
    struct shmbcast_failure failure;
    struct shmbcast *h = NULL;
    int rc = shmbcast_create_why(comm, NULL, &h, &failure);

    if (rc == MPI_SUCCESS)
        *e = (struct engine *)h;
    else
        shmbcast_failure_text(&failure, why, size);
    return rc;
}

int engine_bcast(void *buf, MPI_Count count, MPI_Datatype type, int root,
                 struct engine *e)
{
    return shmbcast_bcast(buf, count, type, root, handle(e));
}

void engine_free(struct engine **e)
{
    struct shmbcast *h = handle(*e);

    /* an error of freeing has nobody to go to */
    (void)shmbcast_free(&h);
    *e = NULL;
}
