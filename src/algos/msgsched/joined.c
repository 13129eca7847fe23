/* joined.c: all messages between two ranks as one derived datatype. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "joined.h"

#include <limits.h>
#include <stdlib.h>

#include "sort.h"

/* Pieces of a wire message as MPI_Type_create_struct() takes them. */
struct fields {
    int *count;
    MPI_Aint *displ;
    MPI_Datatype *type, *own;
    int nown;
};

static bool fields_open(struct fields *f, size_t n)
{
    *f = (struct fields){.count = malloc((n + 1) * sizeof(*f->count)),
                         .displ = malloc((n + 1) * sizeof(*f->displ)),
                         .type = malloc((n + 1) * sizeof(*f->type)),
                         .own = malloc((n + 1) * sizeof(*f->own))};
    return f->count != NULL && f->displ != NULL && f->type != NULL &&
           f->own != NULL;
}

static void fields_close(struct fields *f)
{
    for (int i = 0; i < f->nown; i++)
        MPI_Type_free(&f->own[i]);
    free(f->count);
    free(f->displ);
    free(f->type);
    free(f->own);
}

static int field_set(struct fields *f, int i, const struct ms_piece *p,
                     const struct ms_shape *s)
{
    MPI_Count count = p->bytes == 0 ? 0 : p->bytes / s->size;
    MPI_Datatype large;
    int rc = ms_large_type(s->type, count, &large);

    f->displ[i] = p->displ;
    f->type[i] = s->type;
    f->count[i] = (int)count;
    if (large != MPI_DATATYPE_NULL) {
        f->own[f->nown++] = f->type[i] = large;
        f->count[i] = 1;
    }
    return rc;
}

static bool whole(const struct ms_side *side, const struct ms_wire *w)
{
    for (size_t i = w->first; i < w->first + w->n; i++) {
        const struct ms_piece *p = &side->pieces[i];

        if (p->bytes > 0 && p->bytes % side->shapes[p->shape].size != 0)
            return false;
    }
    return true;
}

static int type_make(const struct ms_side *side, const struct ms_wire *w,
                     MPI_Datatype *type)
{
    struct fields f;
    int rc = fields_open(&f, w->n) ? MPI_SUCCESS : MPI_ERR_NO_MEM;

    for (int i = 0; i < (int)w->n && rc == MPI_SUCCESS; i++) {
        const struct ms_piece *p = &side->pieces[w->first + (size_t)i];

        rc = field_set(&f, i, p, &side->shapes[p->shape]);
    }
    if (rc == MPI_SUCCESS)
        rc = MPI_Type_create_struct((int)w->n, f.count, f.displ, f.type, type);
    if (rc == MPI_SUCCESS)
        rc = MPI_Type_commit(type);
    fields_close(&f);
    return rc;
}

static int by_peer(const void *a, const void *b, void *arg)
{
    const struct ms_wire *x = a, *y = b;

    (void)arg;
    return ms_order(x->peer, y->peer);
}

/* The type of wire message j->n, or MPI_DATATYPE_NULL where it is packed. */
static void next_type(struct ms_joined *j, struct ms_side *side,
                      struct ms_agree *a)
{
    struct ms_wire *w = &side->wires[j->n];

    j->type[j->n] = MPI_DATATYPE_NULL;
    w->packed = !whole(side, w);
    if (!w->packed)
        ms_note(a, type_make(side, w, &j->type[j->n]));
    else if (w->bytes > INT_MAX)
        ms_refuse(a, MS_LARGE, w->peer, MPI_PROC_NULL);
    j->n++;
}

void ms_joined_open(struct ms_joined *j, struct ms_side *side,
                    struct ms_agree *a)
{
    ms_sort(side->wires, side->nwires, sizeof(*side->wires), by_peer, NULL);
    *j = (struct ms_joined){.type =
                                malloc((side->nwires + 1) * sizeof(*j->type))};
    if (j->type == NULL) {
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
        return;
    }
    while (j->n < side->nwires && ms_well(a))
        next_type(j, side, a);
    if (ms_well(a) && !ms_side_stage(side))
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
}

void ms_joined_close(struct ms_joined *j)
{
    for (size_t i = 0; i < j->n; i++)
        if (j->type[i] != MPI_DATATYPE_NULL)
            MPI_Type_free(&j->type[i]);
    free(j->type);
}
