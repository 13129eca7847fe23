/* transport_broken.c: letters to oneself, and what cannot be had. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport_mpi.h"

#include "algos/refnuma/rma.h"

enum { LONG = 1 << 20 };

/* A rank's malloc() of so many bytes and more fails; 0: none does. */
static size_t scarce;

void *__real_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes);

void *__wrap_malloc(size_t bytes)
{
    return scarce > 0 && bytes >= scarce ? NULL : __real_malloc(bytes);
}

static bool no_windows;

int MPI_Win_allocate(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm,
                     void *base, MPI_Win *win)
{
    return no_windows ? MPI_ERR_NO_MEM
                      : PMPI_Win_allocate(bytes, unit, info, comm, base, win);
}

/* All ranks send to rank 0, if there are several. */
static int meet(struct mailbox *m, size_t bytes)
{
    uint32_t all;

    m->n = m->seen = 0;
    for (int from = 0; from < test_size; from++)
        put_letter(m, from, 0, from == test_size - 1 ? bytes : 8);
    return m->kind->meet(m->t, 0, &all);
}

/* A rank's letters to itself are no reason to send anything. */
void case_self(const struct rn_transport_kind *kind)
{
    struct rn_transport_info before, after;
    struct mailbox m;
    uint32_t all;

    mailbox_open(&m, kind, 1000);
    EXPECT(meet(&m, 8) == MPI_SUCCESS && m.seen == m.n);
    kind->info(m.t, &before);
    for (int k = 0; k < 3; k++) {
        m.n = m.seen = 0;
        for (int r = 0; r < test_size; r++)
            put_letter(&m, r, r, 8 * (size_t)(k + 1));
        EXPECT(kind->meet(m.t, 0, &all) == MPI_SUCCESS);
        EXPECT(m.n == 1 && m.seen == 1);
    }
    kind->info(m.t, &after);
    EXPECT(after.messages == before.messages);
    mailbox_close(&m);
}

/* One rank has no memory for a message longer than the inbox: the others do not
 * wait for it, it gets the other letters, and then all goes on. */
void case_shortage(const struct rn_transport_kind *kind)
{
    bool lacks = test_size > 1 && test_rank == 0;
    struct mailbox m;
    int rc;

    mailbox_open(&m, kind, 1000);
    EXPECT(meet(&m, 8) == MPI_SUCCESS && m.seen == m.n);
    scarce = lacks ? LONG / 2 : 0;
    rc = meet(&m, LONG);
    scarce = 0;
    EXPECT(rc == (lacks ? MPI_ERR_NO_MEM : MPI_SUCCESS));
    EXPECT(m.seen == m.n - (lacks ? 1 : 0));
    for (int k = 0; k < 3; k++)
        EXPECT(meet(&m, LONG) == MPI_SUCCESS && m.seen == m.n);
    mailbox_close(&m);
}

/* New neighbours need a window that cannot be had: what was put is lost, and
 * the next meeting tries again. */
void case_windowless(const struct rn_transport_kind *kind)
{
    bool fails = test_size > 1;
    struct mailbox m;

    mailbox_open(&m, kind, 1000);
    no_windows = true;
    for (int k = 0; k < 2; k++) {
        EXPECT((meet(&m, 8) != MPI_SUCCESS) == fails);
        EXPECT(m.seen == (fails ? 0 : m.n));
        m.n = m.seen = 0;
        EXPECT(kind->exchange(m.t) == (fails ? MPI_ERR_WIN : MPI_SUCCESS));
        EXPECT(m.seen == 0);
    }
    no_windows = false;
    for (int k = 0; k < 2; k++)
        EXPECT(meet(&m, LONG) == MPI_SUCCESS && m.seen == m.n);
    mailbox_close(&m);
}

/* A turn that is never given back holds up nobody for longer than the limit. */
void case_turn(const struct rn_transport_kind *kind)
{
    struct rn_transport all = {.rank = test_rank, .comm = MPI_COMM_WORLD};
    double limit = rn_rma_turn_limit, start;
    int turn = rn_rma_turn_begin(&all);
    struct mailbox m;

    rn_rma_turn_limit = 0.05;
    start = MPI_Wtime();
    mailbox_open(&m, kind, 1000);
    if (turn >= 0)
        EXPECT(MPI_Wtime() - start >= rn_rma_turn_limit);
#ifdef OPEN_MPI
    EXPECT((turn >= 0) == (test_rank == 0));
#endif
    rn_rma_turn_end(turn);
    rn_rma_turn_limit = limit;
    EXPECT(meet(&m, 8) == MPI_SUCCESS && m.seen == m.n);
    mailbox_close(&m);
}
