/* traffic.c: random messages between all ranks, with known contents. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "traffic.h"

#include <stdlib.h>
#include <string.h>

#include "algos/type.h"
#include "algos/test/expect.h"
#include "lib/digest.h"

/* Layouts of ints: an element has `ints` ints at the indices at[], and the next
 * element begins `extent` ints after it. */
enum { BYTES, INTS, GAPS, DISORDER, LAYOUTS };

static const struct layout {
    int ints, extent, at[3];
} layouts[LAYOUTS] = {
    [INTS] = {1, 1, {0}},
    [GAPS] = {1, 2, {0}},
    [DISORDER] = {3, 4, {2, 0, 1}},
};

static MPI_Datatype types[LAYOUTS];

static MPI_Datatype type_of(int layout)
{
    const struct layout *l = &layouts[layout];
    MPI_Datatype blocks;
    int one[] = {1, 1, 1};

    if (layout == BYTES)
        return MPI_BYTE;
    if (layout == INTS)
        return MPI_INT;
    if (types[layout] != 0)
        return types[layout];
    MPI_Type_indexed(l->ints, one, l->at, MPI_INT, &blocks);
    MPI_Type_create_resized(blocks, 0, (MPI_Aint)sizeof(int) * l->extent,
                            &types[layout]);
    MPI_Type_commit(&types[layout]);
    MPI_Type_free(&blocks);
    return types[layout];
}

void traffic_types_free(void)
{
    for (int i = GAPS; i < LAYOUTS; i++)
        if (types[i] != 0) {
            MPI_Type_free(&types[i]);
            types[i] = 0;
        }
}

/* Returns the next number below [below] of the pseudorandom sequence of [seed],
 * which is splitmix64. */
static unsigned draw(uint64_t *seed, unsigned below)
{
    return (unsigned)(scatter_mix(*seed += SCATTER_STEP) % below);
}

/* A message, as sender and receiver see it; the same on all ranks. */
struct drawn {
    int src, dst, tag;
    int64_t bytes;
    int layout[2]; /* layouts on the sender and on the receiver */
    int longer;    /* elements of the receive beyond the message */
};

static int64_t draw_bytes(const struct traffic_kind *kind, uint64_t *seed)
{
    int64_t bytes = 1;

    if (draw(seed, 8) == 0)
        return 0;
    while (bytes < kind->most && draw(seed, 8) != 0)
        bytes *= 2;
    bytes += draw(seed, (unsigned)bytes);
    return bytes < kind->most ? bytes : kind->most;
}

static struct drawn draw_message(const struct traffic_kind *kind,
                                 uint64_t *seed)
{
    unsigned ranks =
        kind->idle ? (unsigned)(test_size + 1) / 2 : (unsigned)test_size;
    struct drawn m = {.src = (int)draw(seed, ranks),
                      .dst = (int)draw(seed, ranks),
                      .tag = (int)draw(seed, 3) * 1000000,
                      .bytes = draw_bytes(kind, seed)};

    if (kind->way == TRAFFIC_FROM_0)
        m.src = 0;
    else if (kind->way == TRAFFIC_TO_0)
        m.dst = 0;
    else if (kind->way == TRAFFIC_UP)
        m.dst = m.src + 1 < test_size ? m.src + 1 : (m.src = 0);
    if (kind->types && m.bytes >= 12) {
        m.layout[0] = 1 + (int)draw(seed, LAYOUTS - 1);
        m.layout[1] = 1 + (int)draw(seed, LAYOUTS - 1);
        m.bytes -= m.bytes % 12;
        if (m.layout[0] != DISORDER && draw(seed, 2))
            m.bytes -=
                4; /* the message may end within an element of the receive */
    }
    m.longer = kind->longer ? (int)draw(seed, 3) : 0;
    return m;
}

static size_t element_bytes(int layout)
{
    return layout == BYTES ? 1 : (size_t)layouts[layout].ints * sizeof(int);
}

static size_t span(int layout, MPI_Count count)
{
    return (size_t)count *
           (layout == BYTES ? 1 : (size_t)layouts[layout].extent * sizeof(int));
}

enum { GUARD = 16 };

static void add(struct msgsched_message *m, size_t *used, int peer,
                const struct drawn *d, int side)
{
    size_t element = element_bytes(d->layout[side]);
    MPI_Count count = (MPI_Count)(((size_t)d->bytes + element - 1) / element) +
                      (side ? d->longer : 0);

    *m = (struct msgsched_message){.peer = peer,
                                   .tag = d->tag,
                                   .count = count,
                                   .type = type_of(d->layout[side]),
                                   .displ = (MPI_Aint)*used};
    *used += (span(d->layout[side], count) + 2 * GUARD - 1) / GUARD * GUARD;
}

/* Shuffles the receives, but keeps the order of those with equal source and
 * tag. */
static void shuffle(struct traffic *t, uint64_t *seed)
{
    for (int round = 0; round < 3; round++)
        for (int i = 1; i < t->nrecv; i++) {
            int *id = &t->recvid[i], was = *id;
            const struct drawn *m = &t->drawn[was], *last = &t->drawn[id[-1]];

            if ((m->src == last->src && m->tag == last->tag) || draw(seed, 2))
                continue;
            *id = id[-1];
            id[-1] = was;
        }
}

/* Makes a list of messages and the buffer for them. */
static char *list_make(const struct traffic *t, const int *id, int n, int side,
                       struct msgsched_message **list, size_t *size)
{
    *list = test_alloc((size_t)n * sizeof(**list));
    *size = GUARD;
    for (int i = 0; i < n; i++) {
        const struct drawn *d = &t->drawn[id[i]];

        if (d->src == MPI_PROC_NULL)
            (*list)[i] = (struct msgsched_message){.peer = MPI_PROC_NULL,
                                                   .count = 7,
                                                   .type = MPI_INT,
                                                   .displ = 1 << 30};
        else
            add(&(*list)[i], size, side ? d->src : d->dst, d, side);
    }
    return test_alloc(*size);
}

void traffic_open(struct traffic *t, const struct traffic_kind *kind)
{
    size_t n = (size_t)kind->messages + 1;
    uint64_t seed = kind->seed;

    *t = (struct traffic){.drawn = test_alloc(n * sizeof(*t->drawn)),
                          .sendid = test_alloc(n * sizeof(int)),
                          .recvid = test_alloc(n * sizeof(int))};
    t->drawn[n - 1] = (struct drawn){.src = MPI_PROC_NULL};
    for (int i = 0; i < kind->messages; i++) {
        t->drawn[i] = draw_message(kind, &seed);
        if (t->drawn[i].src == test_rank)
            t->sendid[t->nsend++] = i;
        if (t->drawn[i].dst == test_rank)
            t->recvid[t->nrecv++] = i;
        if (kind->absent && i == kind->messages / 2)
            t->sendid[t->nsend++] = t->recvid[t->nrecv++] = kind->messages;
    }
    shuffle(t, &seed);
    t->sendbuf = list_make(t, t->sendid, t->nsend, 0, &t->sends, &t->sendsize);
    t->recvbuf = list_make(t, t->recvid, t->nrecv, 1, &t->recvs, &t->recvsize);
    t->expected = test_alloc(t->recvsize);
}

void traffic_close(struct traffic *t)
{
    free(t->drawn);
    free(t->sends);
    free(t->recvs);
    free(t->sendid);
    free(t->recvid);
    free(t->sendbuf);
    free(t->recvbuf);
    free(t->expected);
}

/* Writes message id's data of round k to a buffer, in the layout of a side. */
static void place(char *buf, const struct traffic *t,
                  const struct msgsched_message *m, int id, int side,
                  unsigned k)
{
    const struct drawn *d = &t->drawn[id];
    const struct layout *l = &layouts[d->layout[side]];
    size_t n = (size_t)d->bytes;
    char *to = buf + m->displ, *data;

    if (d->src == MPI_PROC_NULL)
        return;
    data = test_alloc(n);
    test_fill(data, n, (unsigned)id + 1000 * k);
    if (l->ints == 0)
        memcpy(to, data, n);
    for (size_t i = 0; l->ints != 0 && i < n / sizeof(int); i++) {
        size_t at = i / (size_t)l->ints * (size_t)l->extent +
                    (size_t)l->at[i % (size_t)l->ints];

        memcpy(to + at * sizeof(int), data + i * sizeof(int), sizeof(int));
    }
    free(data);
}

void traffic_fill(struct traffic *t, unsigned k)
{
    memset(t->sendbuf, 0x5a, t->sendsize);
    memset(t->recvbuf, 0xa5, t->recvsize);
    for (int i = 0; i < t->nsend; i++)
        place(t->sendbuf, t, &t->sends[i], t->sendid[i], 0, k);
}

bool traffic_same(struct traffic *t, unsigned k)
{
    memset(t->expected, 0xa5, t->recvsize);
    for (int i = 0; i < t->nrecv; i++)
        place(t->expected, t, &t->recvs[i], t->recvid[i], 1, k);
    return memcmp(t->expected, t->recvbuf, t->recvsize) == 0;
}
