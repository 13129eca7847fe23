/* coll.c: barrier, allreduce, reduce and allgather: what a rank writes, and
 * what it does with the blocks that it reads. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * All four are exchanges (exchange.c). In a reduction, readers combine the
 * blocks from the highest rank down: x0 + (x1 + (x2 + ...)). Every rank does so
 * in the same order, so all of them get the same bits.
 */
#include "../shmbcast_coll.h"

#include <limits.h>
#include <stdlib.h>

#include "exchange.h"

/* Errors would only make the times less accurate. */
static void call(struct shmbcast_auto *h, enum sb_coll coll, char *buf,
                 size_t nbytes, char *all)
{
    MPI_Count n = (MPI_Count)(nbytes / sizeof(double));
    void *own = coll == SB_REDUCE && h->rank != 0 ? buf : MPI_IN_PLACE;

    if (coll == SB_ALLREDUCE)
        (void)shmbcast_auto_allreduce(own, buf, n, MPI_DOUBLE, MPI_SUM, h);
    else if (coll == SB_REDUCE)
        (void)shmbcast_auto_reduce(own, buf, n, MPI_DOUBLE, MPI_SUM, 0, h);
    else
        (void)shmbcast_auto_allgather(buf, n, MPI_DOUBLE, all, n, MPI_DOUBLE,
                                      h);
}

/* ---- reductions --------------------------------------------------------- */

struct reduction {
    struct shmbcast_auto *h;
    MPI_Datatype type;
    MPI_Op op;
    MPI_Aint extent;
    char *recv;           /* the user's buffer */
    struct sb_stream out; /* position in it */
    MPI_Aint shift;       /* from its start to the first byte of data */
    char *room;           /* memory for elements with gaps; NULL: no gaps */
    char *unpacked;       /* where the first of these elements starts */
};

/* Combines [k] elements: to = from op to. */
static int combine(const struct reduction *r, const char *from, char *to,
                   size_t k)
{
    _Alignas(SB_CACHE_LINE) char line[SB_LINE_BYTES];
    size_t n = k * (size_t)r->extent;

    /* the line of a slot begins at an odd multiple of 8 bytes */
    if (n <= SB_LINE_BYTES && (uintptr_t)from % 16 != 0 && r->extent % 16 == 0)
        from = memcpy(line, from, n);
    return sb_combine(r->h, sb_stream_move(from, -r->shift), to, k, r->type,
                      r->op);
}

static int take_reduction(struct sb_exchange *x, int rank, const char *from,
                          size_t at, size_t n)
{
    struct reduction *r = x->state;
    size_t k = n / x->elem;
    char *to = sb_stream_move(r->recv,
                              (MPI_Count)(at / x->elem) * (MPI_Count)r->extent);
    struct sb_stream apart;
    int rc;

    if (rank == x->last && r->out.dense && r->out.at == from) {
        r->out.at += n; /* this rank's block is in its place */
        return MPI_SUCCESS;
    }
    if (rank == x->last)
        return sb_stream_put(&r->out, from, n);
    if (r->room == NULL)
        return combine(r, from, to, k);
    apart = r->out;
    apart.at = r->unpacked;
    apart.left = k;
    rc = sb_stream_put(&apart, from, n);
    if (rc == MPI_SUCCESS)
        rc = sb_combine(r->h, r->unpacked, to, k, r->type, r->op);
    return rc;
}

/* Allocates room for the elements of a piece, if they have gaps. Also sets what
 * depends on the type. */
static int prepare(struct reduction *r, const struct sb_exchange *x)
{
    MPI_Count lb, extent, true_lb, true_extent;
    size_t most = x->nbytes <= SB_SHORT_MAX ? x->nbytes : sb_exchange_piece(x);
    MPI_Count others = (MPI_Count)(most / x->elem) - 1;
    MPI_Count before = 0;

    r->shift = (MPI_Aint)((uintptr_t)r->out.at - (uintptr_t)r->recv);
    r->extent = (MPI_Aint)x->elem;
    if (r->out.dense)
        return MPI_SUCCESS;
    if (AS_COUNT(PMPI_Type_get_extent)(r->type, &lb, &extent) != MPI_SUCCESS ||
        AS_COUNT(PMPI_Type_get_true_extent)(r->type, &true_lb, &true_extent) !=
            MPI_SUCCESS)
        return MPI_ERR_TYPE;
    r->extent = (MPI_Aint)extent;
    if (extent < 0)
        before = -extent * others;
    r->room = malloc(
        (size_t)(true_extent + (extent < 0 ? -extent : extent) * others));
    if (r->room == NULL)
        return MPI_ERR_NO_MEM;
    r->unpacked = sb_stream_move(r->room, before - true_lb);
    return MPI_SUCCESS;
}

/* Bytes of the pieces of a stripe. */
enum { STRIPE_PIECE = 32 << 10 };

/*
 * Combines [k] elements that begin at byte [at] of all ranks' inputs, in rank
 * order. [own]: this rank's input; [room]: memory for two such pieces.
 */
static int stripe_piece(struct shmbcast_auto *h, const struct reduction *r,
                        const char *own, size_t at, size_t n, size_t k,
                        char *room)
{
    char *to = r->recv + r->shift + at, *kept = room + n;
    int rc = MPI_SUCCESS;

    memcpy(kept, own + at, n); /* [to] may be the same memory */
    for (int rank = h->size - 1; rank >= 0 && rc == MPI_SUCCESS; rank--) {
        bool first = rank == h->size - 1, mine = rank == h->rank;

        if (first && mine)
            memcpy(to, kept, n);
        else if (!mine)
            rc = sb_offer_read(h, rank, false, at, first ? to : room, n);
        if (!first && rc == MPI_SUCCESS)
            rc = combine(r, mine ? kept : room, to - r->shift, k);
    }
    return rc;
}

/*
 * Each rank combines a stripe of the elements, and copies the others' results.
 * An element is combined by one rank, so all ranks have the same bits. If there
 * is a root, it combines all elements. Cost: 2 n / B for any number of ranks;
 * with a root (p - 1) n / B.
 */
static int stripes(struct sb_exchange *x, struct reduction *r, int root)
{
    struct shmbcast_auto *h = x->h;
    size_t share = root >= 0 ? x->nbytes
                             : (x->nbytes / x->elem + (size_t)h->size - 1) /
                                   (size_t)h->size * x->elem;
    size_t piece =
        x->elem > STRIPE_PIECE ? x->elem : STRIPE_PIECE / x->elem * x->elem;
    size_t from = root >= 0 ? 0 : share * (size_t)h->rank;
    size_t end = !x->reads                  ? from
                 : from + share < x->nbytes ? from + share
                                            : x->nbytes;
    char *room = malloc(2 * piece);

    if (room == NULL)
        x->rc = MPI_ERR_NO_MEM;
    sb_call_begin(h);
    sb_offer_open(h, x->own.at, r->out.at, x->nbytes);
    for (size_t at = from; at < end && x->rc == MPI_SUCCESS; at += piece) {
        size_t n = end - at < piece ? end - at : piece;

        x->rc = stripe_piece(h, r, x->own.at, at, n, n / x->elem, room);
    }
    sb_offer_result(h);
    for (int i = 1; i < h->size && root < 0; i++) {
        int rank = (h->rank + i) % h->size;
        size_t at = share * (size_t)rank;
        size_t n = x->nbytes - at < share ? x->nbytes - at : share;

        if (at < x->nbytes)
            sb_exchange_note(
                x, sb_offer_read(h, rank, true, at, r->out.at + at, n));
    }
    sb_offer_close(h);
    free(room);
    return x->rc;
}

/* Reduces to [root], or to all ranks if it is negative. */
static int reduce(const void *sendbuf, void *recvbuf, MPI_Count count,
                  MPI_Datatype type, MPI_Op op, int root,
                  struct shmbcast_auto *h)
{
    bool reads = root < 0 || root == h->rank;
    struct reduction r = {.h = h, .type = type, .op = op, .recv = recvbuf};
    struct sb_exchange x = {.h = h,
                            .writes = root != h->rank,
                            .reads = reads,
                            .last = h->size - 1,
                            .lost = sendbuf == MPI_IN_PLACE &&
                                    h->rank != h->size - 1,
                            .take = take_reduction,
                            .state = &r};
    /* MPI-2 declares buffers without const */
    void *own = sendbuf == MPI_IN_PLACE ? recvbuf : (void *)(uintptr_t)sendbuf;
    int rc = sb_message(&h->messages, own, count, type, &x.own, &x.nbytes);

    if (rc == MPI_SUCCESS && reads)
        rc = sb_message(&h->messages, recvbuf, count, type, &r.out, &x.nbytes);
    if (rc != MPI_SUCCESS || x.nbytes == 0)
        return rc;
    x.elem = x.nbytes / (size_t)count;
    if (x.elem > sb_exchange_most(h)) {
        rc = root < 0 ? PMPI_Allreduce(sendbuf, recvbuf, (int)count, type, op,
                                       h->waiter.comm)
                      : PMPI_Reduce(sendbuf, recvbuf, (int)count, type, op,
                                    root, h->waiter.comm);
        return al_error_class(rc);
    }
    if (reads)
        x.rc = prepare(&r, &x);
    x.how = sb_coll_choose(h, root < 0 ? SB_ALLREDUCE : SB_REDUCE, x.nbytes,
                           x.own.dense, call);
    rc = x.how == SB_PULL ? stripes(&x, &r, root) : sb_exchange(&x);
    free(r.room);
    return rc;
}

int shmbcast_auto_allreduce(const void *sendbuf, void *recvbuf, MPI_Count count,
                            MPI_Datatype type, MPI_Op op,
                            struct shmbcast_auto *h)
{
    if (h == NULL)
        return MPI_ERR_ARG;
    return op == MPI_OP_NULL ? MPI_ERR_OP
                             : reduce(sendbuf, recvbuf, count, type, op, -1, h);
}

int shmbcast_auto_reduce(const void *sendbuf, void *recvbuf, MPI_Count count,
                         MPI_Datatype type, MPI_Op op, int root,
                         struct shmbcast_auto *h)
{
    if (h == NULL)
        return MPI_ERR_ARG;
    if (root < 0 || root >= h->size)
        return MPI_ERR_ROOT;
    return op == MPI_OP_NULL
               ? MPI_ERR_OP
               : reduce(sendbuf, recvbuf, count, type, op, root, h);
}

/* ---- the others --------------------------------------------------------- */

/* Where to put the blocks. */
struct places {
    struct sb_stream first; /* the block of rank 0 */
    MPI_Count stride;       /* bytes from a block to the next */
    /* for types with gaps: position in the block of each rank, with a stage of
     * its own, because the pieces of the blocks take turns */
    struct place {
        struct sb_stream st;
        struct sb_stage stage;
    } * ranks;
};

static int take_block(struct sb_exchange *x, int rank, const char *from,
                      size_t at, size_t n)
{
    struct places *p = x->state;

    char *to = sb_stream_move(p->first.at,
                              (MPI_Count)rank * p->stride + (MPI_Count)at);

    if (p->ranks != NULL)
        return sb_stream_put(&p->ranks[rank].st, from, n);
    if (to != from) /* not in place */
        memcpy(to, from, n);
    return MPI_SUCCESS;
}

/* Makes the streams of the blocks, if the type has gaps. */
static int places_make(struct places *p, int size)
{
    if (p->first.dense)
        return MPI_SUCCESS;
    p->ranks = calloc((size_t)size, sizeof(*p->ranks));
    for (int i = 0; p->ranks != NULL && i < size; i++) {
        struct place *to = &p->ranks[i];

        to->st = p->first;
        to->st.at = sb_stream_move(p->first.at, (MPI_Count)i * p->stride);
        to->st.stage = &to->stage;
    }
    return p->ranks != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

static void places_free(struct places *p, int size)
{
    for (int i = 0; p->ranks != NULL && i < size; i++)
        free(p->ranks[i].stage.bytes);
    free(p->ranks);
}

/* Copies the blocks of the others from their buffers. [in_place]: this rank's
 * block is in its place. */
static int pull_blocks(struct sb_exchange *x, const struct places *p,
                       bool in_place)
{
    struct shmbcast_auto *h = x->h;
    char *packed = x->own.dense ? NULL : malloc(x->nbytes);
    char *room = p->first.dense ? NULL : malloc(x->nbytes);
    const char *own = x->own.dense ? x->own.at : packed;

    if (own == NULL || (!p->first.dense && room == NULL))
        x->rc = MPI_ERR_NO_MEM;
    if (packed != NULL)
        sb_exchange_note(x, sb_stream_get(&x->own, packed, x->nbytes));
    sb_call_begin(h);
    /* without memory, the others read from address 0 and fail, too */
    sb_offer_open(h, own, NULL, x->nbytes);
    if (x->rc == MPI_SUCCESS && !in_place)
        x->rc = take_block(x, h->rank, own, 0, x->nbytes);
    for (int i = 1; i < h->size && x->rc == MPI_SUCCESS; i++) {
        int rank = (h->rank + i) % h->size;
        char *to = sb_stream_move(p->first.at, (MPI_Count)rank * p->stride);

        sb_exchange_note(x, sb_offer_read(h, rank, false, 0,
                                          room != NULL ? room : to, x->nbytes));
        if (room != NULL)
            sb_exchange_note(x, take_block(x, rank, room, 0, x->nbytes));
    }
    sb_offer_close(h);
    free(packed);
    free(room);
    return x->rc;
}

int shmbcast_auto_allgather(const void *sendbuf, MPI_Count sendcount,
                            MPI_Datatype sendtype, void *recvbuf,
                            MPI_Count recvcount, MPI_Datatype recvtype,
                            struct shmbcast_auto *h)
{
    struct places p = {.ranks = NULL};
    struct sb_exchange x = {.h = h,
                            .writes = true,
                            .reads = true,
                            .elem = 1,
                            .take = take_block,
                            .state = &p};
    bool in_place = sendbuf == MPI_IN_PLACE;
    MPI_Count lb, extent;
    size_t nbytes;
    int rc;

    if (h == NULL)
        return MPI_ERR_ARG;
    rc = sb_message(&h->messages, recvbuf, recvcount, recvtype, &p.first,
                    &x.nbytes);
    if (rc == MPI_SUCCESS &&
        AS_COUNT(PMPI_Type_get_extent)(recvtype, &lb, &extent) != MPI_SUCCESS)
        rc = MPI_ERR_TYPE;
    if (rc != MPI_SUCCESS)
        return rc;
    p.stride = recvcount * extent;
    if (in_place) {
        x.own = p.first;
        x.own.at = sb_stream_move(p.first.at, (MPI_Count)h->rank * p.stride);
    } else {
        rc = sb_message(&h->messages, (void *)(uintptr_t)sendbuf, sendcount,
                        sendtype, &x.own, &nbytes);
        if (rc == MPI_SUCCESS && nbytes != x.nbytes)
            rc = MPI_ERR_TRUNCATE;
    }
    if (rc != MPI_SUCCESS || x.nbytes == 0)
        return rc;
    x.last = h->rank;
    x.rc = places_make(&p, h->size);
    x.how = sb_coll_choose(h, SB_ALLGATHER, x.nbytes, true, call);
    if (x.how == SB_LIBRARY && x.nbytes <= INT_MAX)
        rc = al_error_class(PMPI_Allgather(sendbuf, (int)sendcount, sendtype,
                                           recvbuf, (int)recvcount, recvtype,
                                           h->waiter.comm));
    else
        rc = x.how == SB_PULL ? pull_blocks(&x, &p, in_place) : sb_exchange(&x);
    places_free(&p, h->size);
    return rc;
}

int shmbcast_auto_barrier(struct shmbcast_auto *h)
{
    if (h == NULL)
        return MPI_ERR_ARG;
    if (h->size > 1)
        sb_barrier(h);
    return MPI_SUCCESS;
}
