/* place.c: local queries of arrays, and touching pages by a call. */
/* SPDX-License-Identifier: BSD-3-Clause */

/* Local calls: the array's memory as the program sees it, the owner of an
 * element, and the section or block of a rank. refnuma_touch_range() opens
 * pages as page faults do; the programs in the paper read elements to touch
 * them. */
#include <errno.h>

#include "array.h"

double *refnuma_double(const struct refnuma_array *array)
{
    return array != NULL && array->type == RN_DOUBLE
               ? (double *)array->mirror.user
               : NULL;
}

long *refnuma_long(const struct refnuma_array *array)
{
    return array != NULL && array->type == RN_LONG ? (long *)array->mirror.user
                                                   : NULL;
}

void *refnuma_pointer(const struct refnuma_array *array)
{
    return array != NULL ? array->mirror.user : NULL;
}

static bool is_rank(const struct refnuma_array *array, int rank)
{
    return array != NULL && rank >= 0 && rank < array->context->ranks;
}

int refnuma_section(const struct refnuma_array *array, int rank, size_t *first,
                    size_t *count)
{
    const size_t *start;

    if (!is_rank(array, rank))
        return rn_fail(MPI_ERR_RANK, "no array, or not a rank of its context");
    start = array->layout.start;
    if (start == NULL)
        return rn_fail(MPI_ERR_ARG, "an array of blocks has no sections");
    *first = start[rank];
    *count = start[rank + 1] - start[rank];
    return MPI_SUCCESS;
}

int refnuma_owner(const struct refnuma_array *array, size_t element)
{
    if (array == NULL || element >= array->layout.n)
        return MPI_PROC_NULL;
    return rn_layout_owner(&array->layout, element);
}

/* True if the array has these elements. */
static bool has(const struct refnuma_array *array, size_t first, size_t count)
{
    return array != NULL && first <= array->layout.n &&
           count <= array->layout.n - first;
}

int refnuma_touch_range(struct refnuma_array *array, size_t first, size_t count)
{
    const struct rn_layout *l;
    int rc;

    if (!has(array, first, count))
        return rn_fail(MPI_ERR_ARG, "elements that the array does not have");
    if (count == 0)
        return MPI_SUCCESS;
    l = &array->layout;
    rc = rn_mirror_touch(&array->mirror, first * l->size / l->page,
                         ((first + count) * l->size - 1) / l->page + 1);
    if (rc != 0)
        return rn_fail(rn_code(rc),
                       rc == -EIO
                           ? "pages could not be got from their owners"
                           : "pages could not be opened: more mappings than "
                             "vm.max_map_count, or no memory");
    return MPI_SUCCESS;
}

int refnuma_block(const struct refnuma_array *array, int rank, size_t *row,
                  size_t *rows, size_t *col, size_t *cols)
{
    if (!is_rank(array, rank))
        return rn_fail(MPI_ERR_RANK, "no array, or not a rank of its context");
    if (array->layout.start != NULL)
        return rn_fail(MPI_ERR_ARG, "an array of sections has no blocks");
    rn_layout_block(&array->layout, rank, row, rows, col, cols);
    return MPI_SUCCESS;
}
