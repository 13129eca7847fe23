/* transport_mpi.c: letters of both transports: transport_mpi KIND CASE... */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "transport_mpi.h"

enum { LETTERS = 5, PLACES = 100000 };

static const struct rn_transport_kind *const kinds[] = {
    &rn_transport_microshmem, &rn_transport_rma};

/* What MPI sees: puts, and sends of a transport that has no windows. */
static int64_t nputs, nsends;

int MPI_Put(const void *from, int n, MPI_Datatype type, int rank, MPI_Aint at,
            int m, MPI_Datatype there, MPI_Win win)
{
    nputs++;
    return PMPI_Put(from, n, type, rank, at, m, there, win);
}

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

static void take(void *arg, int from, uint32_t box, const void *data,
                 size_t bytes)
{
    struct mailbox *m = arg;
    const struct letter *l = &m->due[m->seen++];

    EXPECT(m->seen <= m->n);
    if (m->seen > m->n)
        return;
    EXPECT((uintptr_t)data % 8 == 0);
    EXPECT(l->from == from && l->box == box && l->bytes == bytes);
    EXPECT(l->bytes == bytes && test_same(data, bytes, l->seed));
}

void mailbox_open(struct mailbox *m, const struct rn_transport_kind *kind,
                  size_t most)
{
    size_t size = (size_t)test_size;

    *m = (struct mailbox){.kind = kind, .most = most, .state = 77};
    m->due = test_alloc(size * LETTERS * sizeof(*m->due));
    m->met = test_alloc(size * size);
    memset(m->met, 0, size * size);
    EXPECT(kind->open(MPI_COMM_WORLD, take, m, &m->t) == MPI_SUCCESS);
}

void mailbox_close(struct mailbox *m)
{
    m->kind->close(m->t);
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

/* One letter; everybody draws it, its sender nputs it. */
void put_letter(struct mailbox *m, int from, int to, size_t bytes)
{
    struct letter l = {from, next(m, 1u << 31) * 2u + 1, bytes,
                       next(m, PLACES)};

    if (from == test_rank) {
        char *data = test_alloc(l.bytes);

        test_fill(data, l.bytes, l.seed);
        EXPECT(m->kind->put(m->t, to, l.box, data, l.bytes) == MPI_SUCCESS);
        free(data); /* it was copied */
    }
    if (to == test_rank)
        m->due[m->n++] = l;
    if (from != to)
        meet(m, from, to);
}

/* Letters between any two ranks, or only between those that know each other. */
static void put_all(struct mailbox *m, bool known)
{
    m->n = m->seen = 0;
    for (int from = 0; from < test_size; from++)
        for (unsigned i = next(m, LETTERS); i > 0; i--) {
            int to = (int)next(m, (unsigned)test_size);

            if (!known || met(m, from, to))
                put_letter(m, from, to, size_of(m));
        }
}

/* Bits of all ranks in the k-th meeting. */
static uint32_t bits_of(int k, int rank)
{
    return k % 3 == 0 ? 0 : (uint32_t)1 << ((k + 7 * rank) % 32);
}

static void gather(struct mailbox *m, int k)
{
    uint32_t all = 1, expected = 0;
    size_t seen = m->seen;

    for (int r = 0; r < test_size; r++)
        expected |= bits_of(k, r);
    EXPECT(seen == 0);
    if (k % 2 == 0) {
        EXPECT(m->kind->meet(m->t, bits_of(k, test_rank), &all) == MPI_SUCCESS);
    } else {
        EXPECT(m->kind->meet_begin(m->t, bits_of(k, test_rank)) == MPI_SUCCESS);
        EXPECT(m->kind->meet_end(m->t, &all) == MPI_SUCCESS);
    }
    EXPECT(all == expected && m->seen == m->n);
}

static void random_letters(const struct rn_transport_kind *kind, size_t most,
                           int steps)
{
    struct rn_transport_info info;
    struct mailbox m;

    mailbox_open(&m, kind, most);
    for (int k = 0; k < steps && test_failures == 0; k++) {
        if (k % 5 != 4)
            put_all(&m, k % 5 > 1);
        else
            m.n = m.seen = 0;
        gather(&m, k);
        kind->info(m.t, &info);
        EXPECT(info.neighbours == neighbours(&m));
        for (unsigned i = next(&m, 3); i > 0; i--) {
            put_all(&m, true);
            EXPECT(kind->exchange(m.t) == MPI_SUCCESS && m.seen == m.n);
        }
    }
    mailbox_close(&m);
}

static void case_random(const struct rn_transport_kind *kind)
{
    random_letters(kind, 4096, 200);
}

/* Longer than any inbox at first. */
static void case_long(const struct rn_transport_kind *kind)
{
    random_letters(kind, 700000, 15);
    random_letters(kind, 5 << 20, 4);
}

/* Several at a time, opened and closed, on parts of the ranks too. */
static void case_several(const struct rn_transport_kind *kind)
{
    struct mailbox a, b;
    struct rn_transport *half;
    uint32_t all;
    MPI_Comm comm;

    for (int i = 0; i < 3; i++) {
        mailbox_open(&a, kind, 1000);
        mailbox_open(&b, kinds[i % 2], 1000);
        MPI_Comm_split(MPI_COMM_WORLD, test_rank % 2, 0, &comm);
        EXPECT(kind->open(comm, take, &a, &half) == MPI_SUCCESS);
        MPI_Comm_free(&comm); /* it was duplicated */
        for (int k = 0; k < 10; k++) {
            put_all(&a, false);
            put_all(&b, false);
            gather(&a, k);
            EXPECT(kind->meet(half, 1u << test_rank % 2, &all) == MPI_SUCCESS);
            EXPECT(all == 1u << test_rank % 2);
            gather(&b, k + 1);
        }
        mailbox_close(&a);
        kind->close(half);
        mailbox_close(&b);
    }
}

/* What cannot be had is not taken. */
static void case_memory(const struct rn_transport_kind *kind)
{
    struct mailbox m;

    mailbox_open(&m, kind, 1000);
    for (int k = 0; k < 4; k++) {
        put_all(&m, false);
        EXPECT(kind->put(m.t, test_size - 1, 1, NULL, SIZE_MAX / 2 + 1) ==
               MPI_ERR_NO_MEM);
        gather(&m, k);
    }
    mailbox_close(&m);
}

/* In a ring, messages do not depend on the number of ranks. */
static void case_ring(const struct rn_transport_kind *kind)
{
    int others = test_size < 3 ? test_size - 1 : 2;
    int right = (test_rank + 1) % test_size;
    int left = (test_rank + test_size - 1) % test_size;
    struct rn_transport_info before, after;
    struct mailbox m;
    uint32_t all;

    mailbox_open(&m, kind, 1000);
    for (int k = 0; k < 20; k++) {
        kind->info(m.t, &before);
        m.n = m.seen = 0;
        EXPECT(kind->meet(m.t, 0, &all) == MPI_SUCCESS);
        kind->info(m.t, &after);
        EXPECT(after.messages == before.messages);
        nputs = nsends = 0;
        m.n = 2;
        m.due[0] = (struct letter){.from = left < right ? left : right};
        m.due[1] = (struct letter){.from = left < right ? right : left};
        EXPECT(kind->put(m.t, left, 0, NULL, 0) == MPI_SUCCESS);
        EXPECT(kind->put(m.t, right, 0, NULL, 0) == MPI_SUCCESS);
        EXPECT(kind->meet(m.t, 0, &all) == MPI_SUCCESS && m.seen == 2);
        m.n = m.seen = 0;
        EXPECT(kind->exchange(m.t) == MPI_SUCCESS);
        kind->info(m.t, &after);
        EXPECT(after.neighbours == others);
        EXPECT(after.messages - before.messages == 2 * others);
        if (k > 0)
            EXPECT(nputs + nsends == 2 * others);
    }
    mailbox_close(&m);
}

static const struct {
    const char *name;
    void (*run)(const struct rn_transport_kind *kind);
} cases[] = {
    {"random", case_random},     {"long", case_long},
    {"several", case_several},   {"memory", case_memory},
    {"ring", case_ring},         {"self", case_self},
    {"shortage", case_shortage}, {"windowless", case_windowless},
    {"turn", case_turn},
};

static int run_cases(const struct rn_transport_kind *kind, char **names, int n)
{
    int found = 0;

    for (int i = 0; i < n; i++)
        for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); c++)
            if (strcmp(names[i], cases[c].name) == 0) {
                int before = test_failures;

                cases[c].run(kind);
                found++;
                if (test_failures > before)
                    fprintf(stderr, "rank %d: %s %s: %d failure(s)\n",
                            test_rank, kind->name, names[i],
                            test_failures - before);
            }
    return found;
}

int main(int argc, char **argv)
{
    int mine, total = 0, found = 0;

    test_init(&argc, &argv);
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]) && argc > 1; i++)
        if (strcmp(kinds[i]->name, argv[1]) == 0)
            found = run_cases(kinds[i], argv + 2, argc - 2);
    mine = test_failures;
    MPI_Allreduce(&mine, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (argc < 3 || found != argc - 2)
        total++;
    if (test_rank == 0)
        printf("%d case(s), %d failure(s)\n", found, total);
    MPI_Finalize();
    return total != 0;
}
