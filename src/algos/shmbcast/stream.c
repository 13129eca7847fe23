/* stream.c: packing and unpacking in pieces of any size. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "stream.h"

#include <limits.h>
#include <stdlib.h>

#include "agree.h"
#include "algos/type.h"

/*
 * The packed form of elements is their data one after another, without headers,
 * so packed pieces can be cut and joined anywhere. This holds for MPI_Pack() in
 * Open MPI and MPICH if all ranks have the same data format; a test checks it.
 */

/* Allocates the stage: room for one packed element. */
static int stage_reserve(struct sb_stream *st)
{
    struct sb_stage *stage = st->stage;

    if (stage->size >= st->elem)
        return MPI_SUCCESS;
    free(stage->bytes); /* the old content is no longer needed */
    stage->bytes = malloc(st->elem);
    stage->size = stage->bytes != NULL ? st->elem : 0;
    return stage->bytes != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

/*
 * True if elements are packed or unpacked by a message that this rank sends to
 * itself on the private communicator. MPI_Pack() cannot do it for one element
 * of more than INT_MAX bytes, and MPICH's rejects MPI_BOTTOM.
 */
static bool by_message(const struct sb_stream *st, size_t k)
{
    return k * st->elem > st->pack_max /* only if k is 1 */ ||
           st->at == MPI_BOTTOM;
}

static int message_copy(struct sb_stream *st, size_t k, char *packed,
                        enum sb_direction way)
{
    MPI_Datatype bytes;
    MPI_Count n = (MPI_Count)k * (MPI_Count)st->elem;
    int rc = sb_type_large(MPI_PACKED, n, &bytes);

    if (rc != MPI_SUCCESS)
        return rc;
    if (way == SB_PACK)
        rc = PMPI_Sendrecv(st->at, (int)k, st->type, st->rank, 0, packed, 1,
                           bytes, st->rank, 0, st->comm, MPI_STATUS_IGNORE);
    else
        rc = PMPI_Sendrecv(packed, 1, bytes, st->rank, 0, st->at, (int)k,
                           st->type, st->rank, 0, st->comm, MPI_STATUS_IGNORE);
    PMPI_Type_free(&bytes);
    return rc;
}

/* Packs the next [k] elements to [packed], or unpacks them from there. */
static int copy_elements(struct sb_stream *st, char *packed, size_t k,
                         enum sb_direction way)
{
    int position = 0, rc, size = (int)(k * st->elem);
    bool message = by_message(st, k);

    if (message)
        rc = message_copy(st, k, packed, way);
    else if (way == SB_PACK)
        rc = PMPI_Pack(st->at, (int)k, st->type, packed, size, &position,
                       st->comm);
    else
        rc = PMPI_Unpack(packed, size, &position, st->at, (int)k, st->type,
                         st->comm);
    if (rc == MPI_SUCCESS && !message && position != size)
        rc = MPI_ERR_INTERN; /* the packed size differs from the expected one */
    st->at = sb_stream_move(st->at, (MPI_Count)k * st->extent);
    st->left -= k;
    return al_error_class(rc);
}

/* Returns the number of whole elements in the next [n] bytes, at most as many
 * as one MPI_Pack() can handle. */
static size_t whole_elements(const struct sb_stream *st, size_t n)
{
    if (n > st->pack_max)
        n = st->pack_max;
    n /= st->elem;
    return n < st->left ? n : st->left;
}

/* Copies up to [n] bytes of an element that straddles pieces. The element goes
 * through the stage: it is packed there before its first byte is sent, or
 * unpacked from there after its last byte has arrived. */
static int copy_part(struct sb_stream *st, char *packed, size_t n,
                     enum sb_direction way, size_t *taken)
{
    size_t take = st->elem - st->done < n ? st->elem - st->done : n;
    int rc = stage_reserve(st);
    char *staged;

    if (rc == MPI_SUCCESS && way == SB_PACK && st->done == 0)
        rc = copy_elements(st, st->stage->bytes, 1, way);
    if (rc != MPI_SUCCESS)
        return rc;
    staged = st->stage->bytes + st->done;
    memcpy(way == SB_PACK ? packed : staged, way == SB_PACK ? staged : packed,
           take);
    *taken = take;
    st->done = (st->done + take) % st->elem;
    if (way == SB_UNPACK && st->done == 0)
        rc = copy_elements(st, st->stage->bytes, 1, way);
    return rc;
}

int sb_stream_copy(struct sb_stream *st, char *packed, size_t n,
                   enum sb_direction way)
{
    while (n > 0) {
        size_t k = st->done > 0 ? 0 : whole_elements(st, n);
        size_t take = k * st->elem;
        int rc = k > 0 ? copy_elements(st, packed, k, way)
                       : copy_part(st, packed, n, way, &take);

        if (rc != MPI_SUCCESS)
            return rc;
        packed += take;
        n -= take;
    }
    return MPI_SUCCESS;
}

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

/* Sets up a stream for a datatype that [m] does not list as recently used. */
static int message_derived(struct sb_messages *m, void *buf, MPI_Count count,
                           MPI_Datatype type, struct sb_stream *st,
                           MPI_Count size)
{
    MPI_Count lb, extent, true_lb, true_extent;
    int rc;

    rc = AS_COUNT(PMPI_Type_get_extent)(type, &lb, &extent);
    if (rc == MPI_SUCCESS)
        rc = AS_COUNT(PMPI_Type_get_true_extent)(type, &true_lb, &true_extent);
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
    st->done = 0;
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
    if (AS_COUNT(PMPI_Type_size)(type, &size) != MPI_SUCCESS ||
        size == MPI_UNDEFINED)
        return MPI_ERR_TYPE;
    if (__builtin_mul_overflow((size_t)count, (size_t)size, nbytes))
        return MPI_ERR_COUNT;
    if (*nbytes == 0)
        return MPI_SUCCESS;
    return message_derived(m, buf, count, type, st, size);
}
