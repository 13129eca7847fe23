/* combine.c: an array whose owners add what others write. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "combine.h"

#include "failure.h"

/* Why this rank cannot, or NULL. */
static const char *refusal(const struct refnuma_array *a)
{
    if (a->type == RN_OTHER)
        return "differences are added of doubles and longs alone";
    if (a->barriers > 0)
        return "a barrier has been passed with this array";
    if (atomic_load_explicit(&a->mirror.nnews, memory_order_relaxed) > 0)
        return "elements of other ranks have been touched";
    return NULL;
}

int refnuma_combine_add(struct refnuma_array *array)
{
    const char *why;
    int rc;

    if (array == NULL)
        return rn_fail(MPI_ERR_ARG, "no array");
    why = refusal(array);
    rc = rn_agree_same(array->context->comm,
                       rn_array_digest(array, RN_COMBINE, NULL),
                       why != NULL ? MPI_ERR_ARG : MPI_SUCCESS, why);
    if (rc != MPI_SUCCESS)
        return rc;
    array->add = true;
    array->mirror.set.undefined = 0;
    return MPI_SUCCESS;
}
