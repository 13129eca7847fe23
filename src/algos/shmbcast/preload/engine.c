/* engine.c: the broadcast of libshmbcast, whatever way is fastest. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine.h"

#include "../shmbcast_auto.h"

/* What the MPI library says where the root sends fewer bytes than a rank
 * expects: Open MPI takes them, MPICH finds an error. */
#ifdef OPEN_MPI
enum { SHORT_MESSAGE = MPI_SUCCESS };
#else
enum { SHORT_MESSAGE = MPI_ERR_OTHER };
#endif

/* Nothing of its own: a handle of the library by another name. */
static struct shmbcast_auto *handle(struct engine *e)
{
    return (struct shmbcast_auto *)e;
}

/* Rings that leave room for many communicators. */
static struct shmbcast_auto_params params(void)
{
    struct shmbcast_auto_params p = shmbcast_auto_params_default();

    p.ring = (size_t)1 << 20;
    return p;
}

size_t engine_bytes(int nranks)
{
    struct shmbcast_auto_params p = params();

    return shmbcast_auto_bytes(&p, nranks);
}

int engine_create(MPI_Comm comm, struct engine **e, char *why, size_t size)
{
    struct shmbcast_auto_params p = params();
    struct shmbcast_failure failure;
    struct shmbcast_auto *h = NULL;
    int rc = shmbcast_auto_create_why(comm, &p, &h, &failure);

    if (rc == MPI_SUCCESS)
        *e = (struct engine *)h;
    else
        shmbcast_failure_text(&failure, why, size);
    return rc;
}

int engine_bcast(void *buf, MPI_Count count, MPI_Datatype type, int root,
                 struct engine *e)
{
    int rc = shmbcast_auto_bcast(buf, count, type, root, handle(e));

    if (rc == MPI_SUCCESS && shmbcast_auto_missing(handle(e)) > 0)
        rc = SHORT_MESSAGE;
    return rc;
}

void engine_free(struct engine **e)
{
    struct shmbcast_auto *h = handle(*e);

    /* an error of freeing has nobody to go to */
    (void)shmbcast_auto_free(&h);
    *e = NULL;
}
