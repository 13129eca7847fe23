/* transport_mpi.c: messages between ranks: transport_mpi CASE... */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <stdbool.h>

#include "algos/refnuma/transport.h"
#include "algos/test/cases.h"
#include "algos/test/expect.h"

enum { MESSAGES = 5, PLACES = 100000 };

/* A message that this rank is to get. */
struct message {
    int from;
    uint32_t tag;
    size_t bytes;
    unsigned seed;
};

struct mailbox {
    struct rn_transport *t;
    struct message *due;
    size_t n, seen;
    bool *met;   /* pairs that are neighbours */
    size_t most; /* bytes of a message */
    uint64_t state;
};

/* What MPI sees. */
static int64_t nsends;

int MPI_Isend(const void *buf, int n, MPI_Datatype type, int rank, int tag,
              MPI_Comm comm, MPI_Request *request)
{
    nsends++;
    return PMPI_Isend(buf, n, type, rank, tag, comm, request);
}

static unsigned next(struct mailbox *m, unsigned below)
{
    m->state = m->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((m->state >> 33) % below);
}

static void take(void *arg, int from, uint32_t tag, const void *data,
                 size_t bytes)
{
    struct mailbox *m = arg;
    const struct message *l = &m->due[m->seen++];

    EXPECT(m->seen <= m->n);
    if (m->seen > m->n)
        return;
    EXPECT((uintptr_t)data % 8 == 0);
    EXPECT(l->from == from && l->tag == tag && l->bytes == bytes);
    EXPECT(l->bytes == bytes && test_same(data, bytes, l->seed));
}

static void mailbox_open(struct mailbox *m, size_t most)
{
    size_t size = (size_t)test_size;

    *m = (struct mailbox){.most = most, .state = 77};
    m->due = test_alloc(size * MESSAGES * sizeof(*m->due));
    m->met = test_alloc(size * size);
    memset(m->met, 0, size * size);
    EXPECT(rn_transport_open(MPI_COMM_WORLD, take, m, &m->t) == MPI_SUCCESS);
}

static void mailbox_close(struct mailbox *m)
{
    rn_transport_close(m->t);
    free(m->due);
    free(m->met);
}

static bool met(const struct mailbox *m, int a, int b)
{
    return a == b || m->met[a * test_size + b];
}

static void meet(struct mailbox *m, int a, int b)
{
    m->met[a * test_size + b] = m->met[b * test_size + a] = true;
}

static int neighbours(const struct mailbox *m)
{
    int n = 0;

    for (int r = 0; r < test_size; r++)
        n += r != test_rank && met(m, test_rank, r);
    return n;
}

static size_t size_of(struct mailbox *m)
{
    switch (next(m, 4)) {
    case 0:
        return 0;
    case 1:
        return m->most - m->most % 8;
    default:
        return next(m, 500) * 8;
    }
}

/* One message; everybody draws it, its sender nputs it. */
static void put_message(struct mailbox *m, int from, int to, size_t bytes)
{
    struct message l = {from, next(m, 1u << 31) * 2u + 1, bytes,
                        next(m, PLACES)};

    if (from == test_rank) {
        char *data = test_alloc(l.bytes);

        test_fill(data, l.bytes, l.seed);
        EXPECT(rn_transport_put(m->t, to, l.tag, data, l.bytes) == MPI_SUCCESS);
        free(data); /* it was copied */
    }
    if (to == test_rank)
        m->due[m->n++] = l;
    if (from != to)
        meet(m, from, to);
}

/* Messages between any two ranks, or only between those that know each other.
 */
static void put_all(struct mailbox *m, bool known)
{
    m->n = m->seen = 0;
    for (int from = 0; from < test_size; from++)
        for (unsigned i = next(m, MESSAGES); i > 0; i--) {
            int to = (int)next(m, (unsigned)test_size);

            if (!known || met(m, from, to))
                put_message(m, from, to, size_of(m));
        }
}

/* Bits of all ranks in the k-th meeting. */
static uint32_t bits_of(int k, int rank)
{
    return k % 3 == 0 ? 0 : (uint32_t)1 << ((k + 7 * rank) % 32);
}

static void gather(struct mailbox *m, int k)
{
    uint32_t all, expected = 0;

    for (int r = 0; r < test_size; r++)
        expected |= bits_of(k, r);
    EXPECT(m->seen == 0);
    all = rn_transport_meet(m->t, bits_of(k, test_rank));
    EXPECT(all == expected && m->seen == m->n);
}

static void random_messages(size_t most, int steps)
{
    int64_t known, sent;
    struct mailbox m;

    mailbox_open(&m, most);
    for (int k = 0; k < steps && test_failures == 0; k++) {
        if (k % 5 != 4)
            put_all(&m, k % 5 > 1);
        else
            m.n = m.seen = 0;
        gather(&m, k);
        rn_transport_info(m.t, &known, &sent);
        EXPECT(known == neighbours(&m));
        for (unsigned i = next(&m, 3); i > 0; i--) {
            put_all(&m, true);
            rn_transport_exchange(m.t);
            EXPECT(m.seen == m.n);
        }
    }
    mailbox_close(&m);
}

static void case_random(void)
{
    random_messages(4096, 200);
}

/* Longer than any inbox at first. */
static void case_long(void)
{
    random_messages(700000, 15);
    random_messages(5 << 20, 4);
}

/* Several at a time, opened and closed, on parts of the ranks too. */
static void case_several(void)
{
    struct mailbox a, b;
    struct rn_transport *half;
    MPI_Comm comm;

    for (int i = 0; i < 3; i++) {
        mailbox_open(&a, 1000);
        mailbox_open(&b, 1000);
        MPI_Comm_split(MPI_COMM_WORLD, test_rank % 2, 0, &comm);
        EXPECT(rn_transport_open(comm, take, &a, &half) == MPI_SUCCESS);
        MPI_Comm_free(&comm); /* it was duplicated */
        for (int k = 0; k < 10; k++) {
            put_all(&a, false);
            put_all(&b, false);
            gather(&a, k);
            EXPECT(rn_transport_meet(half, 1u << test_rank % 2) ==
                   1u << test_rank % 2);
            gather(&b, k + 1);
        }
        mailbox_close(&a);
        rn_transport_close(half);
        mailbox_close(&b);
    }
}

/* What cannot be had is not taken. */
static void case_memory(void)
{
    struct mailbox m;

    mailbox_open(&m, 1000);
    for (int k = 0; k < 4; k++) {
        put_all(&m, false);
        EXPECT(rn_transport_put(m.t, test_size - 1, 1, NULL,
                                SIZE_MAX / 2 + 1) == MPI_ERR_NO_MEM);
        gather(&m, k);
    }
    mailbox_close(&m);
}

/* In a ring, messages do not depend on the number of ranks. */
static void case_ring(void)
{
    int others = test_size < 3 ? test_size - 1 : 2;
    int right = (test_rank + 1) % test_size;
    int left = (test_rank + test_size - 1) % test_size;
    int64_t known, before, after;
    struct mailbox m;

    mailbox_open(&m, 1000);
    for (int k = 0; k < 20; k++) {
        rn_transport_info(m.t, &known, &before);
        m.n = m.seen = 0;
        EXPECT(rn_transport_meet(m.t, 0) == 0);
        rn_transport_info(m.t, &known, &after);
        EXPECT(after == before);
        nsends = 0;
        m.n = 2;
        m.due[0] = (struct message){.from = left < right ? left : right};
        m.due[1] = (struct message){.from = left < right ? right : left};
        EXPECT(rn_transport_put(m.t, left, 0, NULL, 0) == MPI_SUCCESS);
        EXPECT(rn_transport_put(m.t, right, 0, NULL, 0) == MPI_SUCCESS);
        EXPECT(rn_transport_meet(m.t, 0) == 0 && m.seen == 2);
        m.n = m.seen = 0;
        rn_transport_exchange(m.t);
        rn_transport_info(m.t, &known, &after);
        EXPECT(known == others);
        EXPECT(after - before == 2 * others);
        if (k > 0)
            EXPECT(nsends == 2 * others);
    }
    mailbox_close(&m);
}

/* A rank's messages to itself are no reason to send anything. */
static void case_self(void)
{
    int64_t known, before, after;
    struct mailbox m;

    mailbox_open(&m, 1000);
    put_all(&m, false);
    gather(&m, 0);
    rn_transport_info(m.t, &known, &before);
    for (int k = 0; k < 3; k++) {
        m.n = m.seen = 0;
        for (int r = 0; r < test_size; r++)
            put_message(&m, r, r, 8 * (size_t)(k + 1));
        EXPECT(rn_transport_meet(m.t, 0) == 0);
        EXPECT(m.n == 1 && m.seen == 1);
    }
    rn_transport_info(m.t, &known, &after);
    EXPECT(after == before);
    mailbox_close(&m);
}

static const struct test_case cases[] = {
    {"random", case_random},
    {"long", case_long},
    {"several", case_several},
    {"memory", case_memory},
    {"ring", case_ring},
    {"self", case_self},
    {NULL, NULL},
};

static bool run_case(const char *name)
{
    return test_run(cases, name);
}

int main(int argc, char **argv)
{
    int status;

    test_init(&argc, &argv);
    status = test_cases(argc, argv, run_case);
    MPI_Finalize();
    return status;
}
