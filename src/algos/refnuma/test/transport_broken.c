/* transport_broken.c: letters to oneself, and what cannot be had. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport_mpi.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

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

#ifdef RN_RMA_TURNS
/* What is waited for. */
static int npauses;

int __real_nanosleep(const struct timespec *pause, struct timespec *left);
int __wrap_nanosleep(const struct timespec *pause, struct timespec *left);

int __wrap_nanosleep(const struct timespec *pause, struct timespec *left)
{
    npauses++;
    return __real_nanosleep(pause, left);
}

/* A name that anybody could bind was once a turn. */
static int bind_name(void)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    int n = snprintf(a.sun_path + 1, sizeof(a.sun_path) - 1, "refnuma-%ld-%s",
                     (long)getuid(), getenv("PMIX_NAMESPACE"));
    int s = socket(AF_UNIX, SOCK_STREAM, 0);

    if (test_rank == 0)
        EXPECT(bind(s, (struct sockaddr *)&a,
                    (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
                                (size_t)n)) == 0);
    return s;
}

static void windows(const struct rn_transport_kind *kind, bool waits)
{
    struct mailbox m;

    npauses = 0;
    mailbox_open(&m, kind, 1000);
    EXPECT((npauses > 0) == waits);
    EXPECT(meet(&m, 8) == MPI_SUCCESS && m.seen == m.n);
    mailbox_close(&m);
}

/* Only ranks of this job get a turn. One that is never given back is waited for
 * once. */
void case_turn(const struct rn_transport_kind *kind)
{
    struct rn_transport all = {.rank = test_rank, .comm = MPI_COMM_WORLD};
    double limit = rn_rma_turn_limit;
    int name, turn;

    rn_rma_turn_limit = 0.05;
    name = bind_name();
    windows(kind, false);
    turn = rn_rma_turn_begin(&all);
    EXPECT((turn >= 0) == (test_rank == 0));
    close(name);
    windows(kind, test_rank == 0);
    windows(kind, false);
    rn_rma_turn_end(turn);
    turn = rn_rma_turn_begin(&all);
    EXPECT((turn >= 0) == (test_rank == 0));
    rn_rma_turn_end(turn);
    rn_rma_turn_limit = limit;
}
#else
void case_turn(const struct rn_transport_kind *kind)
{
    struct rn_transport all = {.rank = test_rank, .comm = MPI_COMM_WORLD};

    (void)kind;
    EXPECT(rn_rma_turn_begin(&all) == -1);
}
#endif
