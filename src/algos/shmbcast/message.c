/* message.c: a call's buffer, count and datatype as a stream of bytes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "message.h"

#include <limits.h>
#include <stdlib.h>

#include "algos/counts.h"
#include "algos/type.h"

void sb_messages_init(struct sb_messages *m, MPI_Comm comm, int rank)
{
    *m = (struct sb_messages){.comm = comm, .rank = rank};
    for (int i = 0; i < SB_NBASIC; i++)
        m->basic[i].type = MPI_DATATYPE_NULL;
}

void sb_messages_fini(struct sb_messages *m)
{
    free(m->stage.bytes);
}

static void basic_keep(struct sb_messages *m, MPI_Datatype type, size_t size)
{
    m->basic[m->next_basic] = (struct sb_basic){.type = type, .size = size};
    m->next_basic = (m->next_basic + 1) % SB_NBASIC;
}

static const struct sb_basic *basic_find(const struct sb_messages *m,
                                         MPI_Datatype type)
{
    for (int i = 0; i < SB_NBASIC; i++)
        if (m->basic[i].type == type)
            return &m->basic[i];
    return NULL;
}

/* A stream over a type that was not seen in the last calls. */
static int message_derived(struct sb_messages *m, void *buf, MPI_Count count,
                           MPI_Datatype type, struct sb_stream *st,
                           MPI_Count size)
{
    MPI_Count lb, extent, true_lb, true_extent;
    int rc;

    rc = AS_COUNT(MPI_Type_get_extent)(type, &lb, &extent);
    if (rc == MPI_SUCCESS)
        rc = AS_COUNT(MPI_Type_get_true_extent)(type, &true_lb, &true_extent);
    if (rc != MPI_SUCCESS)
        return MPI_ERR_TYPE;
    st->dense = (count == 1 || extent == size) && sb_type_dense(type);
    if (st->dense) {
        st->at = sb_stream_move(buf, true_lb);
        if (true_lb == 0 && extent == size && sb_type_named(type))
            basic_keep(m, type, (size_t)size);
        return MPI_SUCCESS;
    }
    st->at = buf;
    st->type = type;
    st->extent = (MPI_Aint)extent;
    st->elem = (size_t)size;
    st->left = (size_t)count;
    st->done = st->have = 0;
    st->stage = &m->stage;
    st->pack_max = INT_MAX;
    st->comm = m->comm;
    st->rank = m->rank;
    return MPI_SUCCESS;
}

int sb_message(struct sb_messages *m, void *buf, MPI_Count count,
               MPI_Datatype type, struct sb_stream *st, size_t *nbytes)
{
    const struct sb_basic *basic;
    MPI_Count size;

    if (buf == MPI_IN_PLACE)
        return MPI_ERR_BUFFER;
    if (count < 0)
        return MPI_ERR_COUNT;
    if (type == MPI_DATATYPE_NULL)
        return MPI_ERR_TYPE;
    st->dense = true;
    st->at = buf;
    basic = basic_find(m, type);
    if (basic != NULL)
        return __builtin_mul_overflow((size_t)count, basic->size, nbytes)
                   ? MPI_ERR_COUNT
                   : MPI_SUCCESS;
    if (AS_COUNT(MPI_Type_size)(type, &size) != MPI_SUCCESS ||
        size == MPI_UNDEFINED)
        return MPI_ERR_TYPE;
    if (__builtin_mul_overflow((size_t)count, (size_t)size, nbytes))
        return MPI_ERR_COUNT;
    if (*nbytes == 0)
        return MPI_SUCCESS;
    return message_derived(m, buf, count, type, st, size);
}
