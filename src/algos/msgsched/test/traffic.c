/* traffic.c: random messages between all ranks, with known contents. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "traffic.h"

#include <stdlib.h>
#include <string.h>

#include "algos/type.h"
#include "algos/test/expect.h"

/* Layouts of ints: an element has `ints` ints at indices at[], and the next
 * element begins `extent` ints later. */
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
        if (types[i] != 0)
            MPI_Type_free(&types[i]);
}

/* Returns a pseudorandom number below n, the same on all ranks. */
static unsigned draw(unsigned *state, unsigned n)
{
    *state = *state * 1664525 + 1013904223;
    return (unsigned)((uint64_t)(*state >> 8) * n >> 24);
}

/* A message, as both sides see it. */
struct drawn {
    int src, dst, tag;
    int64_t bytes;
    int layout[2]; /* of the sender and of the receiver */
    int longer;    /* elements of the receive beyond those of the message */
};

static int64_t draw_bytes(const struct traffic_kind *kind, unsigned *state)
{
    int64_t bytes = 1;

    if (draw(state, 8) == 0)
        return 0;
    while (bytes < kind->most && draw(state, 8) != 0)
        bytes *= 2;
    bytes += draw(state, (unsigned)bytes);
    return bytes < kind->most ? bytes : kind->most;
}

static struct drawn draw_message(const struct traffic_kind *kind,
                                 unsigned *state)
{
    unsigned ranks =
        kind->idle ? (unsigned)(test_size + 1) / 2 : (unsigned)test_size;
    struct drawn m = {.src = (int)draw(state, ranks),
                      .dst = (int)draw(state, ranks),
                      .tag = (int)draw(state, 3) * 1000000,
                      .bytes = draw_bytes(kind, state)};

    if (kind->way == TRAFFIC_FROM_0)
        m.src = 0;
    else if (kind->way == TRAFFIC_TO_0)
        m.dst = 0;
    else if (kind->way == TRAFFIC_UP)
        m.dst = m.src + 1 < test_size ? m.src + 1 : (m.src = 0);
    if (kind->types && m.bytes >= 12) {
        m.layout[0] = 1 + (int)draw(state, LAYOUTS - 1);
        m.layout[1] = 1 + (int)draw(state, LAYOUTS - 1);
        m.bytes -= m.bytes % 12;
        if (m.layout[0] != DISORDER && draw(state, 2))
            m.bytes -=
                4; /* the message may end within an element of the receive */
    }
    m.longer = kind->longer ? (int)draw(state, 3) : 0;
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

static struct msgsched_message nobody(void)
{
    return (struct msgsched_message){
        .peer = MPI_PROC_NULL, .count = 7, .type = MPI_INT, .displ = 1 << 30};
}

/* Shuffles the receives, but keeps the order of those with the same source and
 * tag. */
static void shuffle(struct traffic *t, unsigned seed)
{
    for (int round = 0; round < 3; round++)
        for (int i = 1; i < t->nrecv; i++) {
            struct msgsched_message *m = &t->recvs[i], was = *m;
            int id = t->recvid[i];
            int64_t bytes = t->recvbytes[i];

            if ((m[-1].peer == m->peer && m[-1].tag == m->tag) ||
                draw(&seed, 2))
                continue;
            *m = m[-1];
            m[-1] = was;
            t->recvid[i] = t->recvid[i - 1];
            t->recvid[i - 1] = id;
            t->recvbytes[i] = t->recvbytes[i - 1];
            t->recvbytes[i - 1] = bytes;
        }
}

static void take(struct traffic *t, const struct drawn *d, int id)
{
    if (d->src == test_rank) {
        t->sendid[t->nsend] = id;
        add(&t->sends[t->nsend++], &t->sendsize, d->dst, d, 0);
    }
    if (d->dst == test_rank) {
        t->recvid[t->nrecv] = id;
        t->recvbytes[t->nrecv] = d->bytes;
        add(&t->recvs[t->nrecv++], &t->recvsize, d->src, d, 1);
    }
}

void traffic_open(struct traffic *t, const struct traffic_kind *kind)
{
    size_t n = (size_t)kind->messages + 2;
    unsigned state = kind->seed * 2654435761u + 1;

    *t = (struct traffic){.sends = test_alloc(n * sizeof(*t->sends)),
                          .recvs = test_alloc(n * sizeof(*t->recvs)),
                          .sendid = test_alloc(n * sizeof(int)),
                          .recvid = test_alloc(n * sizeof(int)),
                          .recvbytes = test_alloc(n * sizeof(int64_t)),
                          .recvsize = GUARD};
    for (int i = 0; i < kind->messages; i++) {
        struct drawn d = draw_message(kind, &state);

        take(t, &d, i);
        if (kind->absent && i == kind->messages / 2) {
            t->sendid[t->nsend] = t->recvid[t->nrecv] = -1;
            t->sends[t->nsend++] = t->recvs[t->nrecv++] = nobody();
        }
    }
    shuffle(t, kind->seed);
    t->sendbuf = test_alloc(t->sendsize);
    t->recvbuf = test_alloc(t->recvsize);
    t->expected = test_alloc(t->recvsize);
}

void traffic_close(struct traffic *t)
{
    free(t->sends);
    free(t->recvs);
    free(t->sendid);
    free(t->recvid);
    free(t->recvbytes);
    free(t->sendbuf);
    free(t->recvbuf);
    free(t->expected);
}

static int layout_of(MPI_Datatype type)
{
    int layout = BYTES;

    while (type_of(layout) != type)
        layout++;
    return layout;
}

/* Writes the data of message id in round k to a buffer, in its layout. */
static void place(char *buf, const struct msgsched_message *m, int64_t bytes,
                  int id, unsigned k)
{
    const struct layout *l = &layouts[layout_of(m->type)];
    size_t n = (size_t)bytes;
    char *data = test_alloc(n);

    test_fill(data, n, (unsigned)id + 1000 * k);
    if (l->ints == 0) {
        memcpy(buf + m->displ, data, n);
    } else {
        for (size_t i = 0; i < n / sizeof(int); i++) {
            size_t element = i / (size_t)l->ints;
            size_t at = element * (size_t)l->extent +
                        (size_t)l->at[i % (size_t)l->ints];

            memcpy(buf + m->displ + at * sizeof(int), data + i * sizeof(int),
                   sizeof(int));
        }
    }
    free(data);
}

void traffic_fill(struct traffic *t, unsigned k)
{
    MPI_Count size;

    memset(t->sendbuf, 0x5a, t->sendsize);
    memset(t->recvbuf, 0xa5, t->recvsize);
    for (int i = 0; i < t->nsend; i++)
        if (t->sendid[i] >= 0) {
            AS_COUNT(MPI_Type_size)(t->sends[i].type, &size);
            place(t->sendbuf, &t->sends[i], (int64_t)(size * t->sends[i].count),
                  t->sendid[i], k);
        }
}

bool traffic_same(struct traffic *t, unsigned k)
{
    memset(t->expected, 0xa5, t->recvsize);
    for (int i = 0; i < t->nrecv; i++)
        if (t->recvid[i] >= 0)
            place(t->expected, &t->recvs[i], t->recvbytes[i], t->recvid[i], k);
    return memcmp(t->expected, t->recvbuf, t->recvsize) == 0;
}
