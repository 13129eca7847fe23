/* side.c: shapes of messages, and places for what is packed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "side.h"

#include <limits.h>
#include <stdlib.h>

#include "algos/counts.h"
#include "algos/type.h"

static void shape_look(struct ms_shape *s, MPI_Datatype type)
{
    MPI_Count lb, first, span;

    AS_COUNT(MPI_Type_size)(type, &s->size);
    AS_COUNT(MPI_Type_get_extent)(type, &lb, &s->extent);
    AS_COUNT(MPI_Type_get_true_extent)(type, &first, &span);
    s->type = type;
    s->first = (MPI_Aint)first;
    s->dense = s->extent == s->size && sb_type_dense(type);
}

int ms_shape(struct ms_side *side, MPI_Datatype type)
{
    enum { RECENT = 8 }; /* more types than that are kept more than once */
    size_t n = side->nshapes;

    for (size_t i = n; i > 0 && i + RECENT > n; i--)
        if (side->shapes[i - 1].type == type)
            return (int)(i - 1);
    if (n == side->room) {
        size_t room = 2 * n + 4;
        struct ms_shape *all =
            realloc(side->shapes, room * sizeof(*side->shapes));

        if (all == NULL)
            return -1;
        side->shapes = all;
        side->room = room;
    }
    shape_look(&side->shapes[n], type);
    return (int)side->nshapes++;
}

bool ms_side_stage(struct ms_side *side)
{
    enum { LINE = 64 };
    size_t at = 0;

    for (size_t i = 0; i < side->nwires; i++) {
        struct ms_wire *w = &side->wires[i];

        if (!w->packed)
            continue;
        w->stage = at;
        at += ((size_t)w->bytes + LINE - 1) / LINE * LINE;
    }
    side->nstage = at;
    free(side->stage);
    side->stage = at > 0 ? aligned_alloc(LINE, at) : NULL;
    return at == 0 || side->stage != NULL;
}

void ms_side_free(struct ms_side *side)
{
    free(side->pieces);
    free(side->wires);
    free(side->shapes);
    free(side->stage);
}

int ms_large_type(MPI_Datatype type, MPI_Count count, MPI_Datatype *large)
{
    enum { BLOCK = 1 << 30 };
    MPI_Datatype part[2] = {MPI_DATATYPE_NULL, type};
    int n[2] = {1, (int)(count % BLOCK)}, rc;
    MPI_Count lb, extent;
    MPI_Aint at[2] = {0, 0};
    MPI_Datatype block = MPI_DATATYPE_NULL;

    *large = MPI_DATATYPE_NULL;
    if (count <= INT_MAX)
        return MPI_SUCCESS;
    rc = AS_COUNT(MPI_Type_get_extent)(type, &lb, &extent);
    if (rc == MPI_SUCCESS)
        rc = MPI_Type_contiguous(BLOCK, type, &block);
    if (rc == MPI_SUCCESS)
        rc = MPI_Type_contiguous((int)(count / BLOCK), block, &part[0]);
    at[1] = (MPI_Aint)(count / BLOCK * BLOCK * extent);
    if (rc == MPI_SUCCESS)
        rc = MPI_Type_create_struct(2, n, at, part, large);
    if (rc == MPI_SUCCESS)
        rc = MPI_Type_commit(large);
    if (block != MPI_DATATYPE_NULL)
        MPI_Type_free(&block);
    if (part[0] != MPI_DATATYPE_NULL)
        MPI_Type_free(&part[0]);
    return rc;
}
