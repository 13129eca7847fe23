/* pieces.c: what it costs a rank to pack many small messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "pieces.h"

#include <stdlib.h>
#include <string.h>

#include "charge.h"

enum {
    NUMBER = 512, /* messages, */
    BYTES = 8,    /* ... of so many bytes, */
    APART = 64,   /* ... so far apart, */
    TRIALS = 5    /* packed so often; the fastest counts */
};

struct trial {
    MPI_Comm comm;
    MPI_Datatype type; /* of all, or MPI_DATATYPE_NULL */
    MPI_Aint at[NUMBER];
    char from[NUMBER * APART], to[NUMBER * BYTES];
};

static int pack_type(struct trial *t)
{
    int at = 0;

    return MPI_Pack(t->from, 1, t->type, t->to, sizeof(t->to), &at, t->comm);
}

static int pack_pieces(struct trial *t)
{
    for (int i = 0; i < NUMBER; i++)
        memcpy(t->to + i * BYTES, t->from + t->at[i], BYTES);
    return MPI_SUCCESS;
}

/* Seconds a message; 0: an error. */
static double fastest(struct trial *t, int (*pack)(struct trial *))
{
    double best = 0;

    for (int i = 0; i < TRIALS; i++) {
        double start = MPI_Wtime(), took;

        if (pack(t) != MPI_SUCCESS)
            return 0;
        ms_charge(NUMBER, sizeof(t->to));
        took = MPI_Wtime() - start;
        best = i == 0 || took < best ? took : best;
    }
    return best / NUMBER;
}

static bool type_make(struct trial *t)
{
    int rc = MPI_Type_create_hindexed_block(NUMBER, BYTES, t->at, MPI_BYTE,
                                            &t->type);

    return rc == MPI_SUCCESS && MPI_Type_commit(&t->type) == MPI_SUCCESS;
}

void ms_pieces(MPI_Comm comm, struct ms_costs *costs)
{
    struct trial *t = calloc(1, sizeof(*t));
    double bytes = BYTES / costs->copy, piece;

    costs->piece = costs->block = 0;
    if (t == NULL)
        return;
    t->comm = comm;
    t->type = MPI_DATATYPE_NULL;
    for (int i = 0; i < NUMBER; i++)
        t->at[i] = i * APART;
    piece = fastest(t, pack_pieces);
    costs->piece = piece > bytes ? piece - bytes : 0;
    if (type_make(t))
        costs->block = fastest(t, pack_type);
    if (t->type != MPI_DATATYPE_NULL)
        MPI_Type_free(&t->type);
    free(t);
}
