/* dsm_refnuma_first.c: librefnuma as an algorithm of dsm-first-touch. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "adapters/adapters.h"
#include "adapters/refnuma_common.h"

static int adapter_open(void **state, struct op_args *a, char **cause)
{
    struct refnuma_use *s = *state;
    int rc;

    dsm_first_open(&s->f, a);
    rc = refnuma_use_open(s, a->comm, cause);
    if (rc == MPI_SUCCESS)
        rc = refnuma_use_failed(
            refnuma_alloc(s->context, s->f.c.n, MPI_DOUBLE, &s->array), cause);
    if (rc != MPI_SUCCESS)
        return rc;
    s->f.at = refnuma_double(s->array) + s->f.element;
    return refnuma_use_begin(s, rc, cause);
}

static void adapter_close(void *state, struct op_args *a)
{
    (void)a;
    refnuma_use_close(state);
}

/* The last launch's read is over; what is new is written; a barrier, and then
 * nobody has touched anything. */
static int adapter_before(void *state, const struct op_args *a)
{
    struct refnuma_use *s = state;
    int rc = MPI_Barrier(a->comm), later;

    dsm_first_write(&s->f);
    later = refnuma_unsubscribe(s->array, 0, s->f.c.n);
    return rc != MPI_SUCCESS ? rc : later;
}

static int adapter_run(void *state, const struct op_args *a)
{
    struct refnuma_use *s = state;
    int rc = MPI_SUCCESS;

    if (a->rank != 0)
        return MPI_SUCCESS;
    if (s->options.touch == REFNUMA_TOUCH_CALL)
        rc = refnuma_touch_range(s->array, s->f.element, 1);
    dsm_first_read(&s->f);
    return rc;
}

/* What was undefined is there after the next barrier. */
static int adapter_after(void *state, const struct op_args *a)
{
    struct refnuma_use *s = state;
    int rc;

    if (s->options.first_read != REFNUMA_UNDEFINED)
        return MPI_SUCCESS;
    rc = refnuma_barrier(s->context);
    if (a->rank == 0)
        dsm_first_read(&s->f);
    return rc;
}

const struct algo algo_dsm_first_refnuma = {
    .name = "refnuma",
    .op = "dsm-first-touch",
    .help = "librefnuma: a page fault; its content with first_read=deliver",
    .params = &refnuma_params,
    .create = refnuma_use_create,
    .life = {.open = adapter_open,
             .before = adapter_before,
             .after = adapter_after,
             .close = adapter_close},
    .run = adapter_run,
    .large = true,
    .describe = refnuma_use_describe,
    .destroy = free,
};
