/* messages.c: all messages of a rank, sent and received at once. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "ops/messages.h"

/* MPICH says no statuses by an address that is none, and gcc believes it. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

#define SENT(i) (char *)a->sendbuf + a->send.abytes[i]
#define RECEIVED(i) (char *)a->recvbuf + a->recv.abytes[i]
#define ALONG(edge) a->type, (edge).peer, (edge).tag, a->comm

/* Both with counts that an int holds, and with larger ones. */
#define RUN(name, suffix, count_type)                                          \
    static int name(void *state, const struct op_args *a)                      \
    {                                                                          \
        int rc = MPI_SUCCESS, n = 0;                                           \
                                                                               \
        (void)state;                                                           \
        for (int i = 0; i < a->recv.n && rc == MPI_SUCCESS; i++)               \
            rc = MPI_Irecv##suffix(                                            \
                RECEIVED(i), (count_type)a->recv.counts[i],                    \
                ALONG(a->edges.in[i]), &a->requests[n++]);                     \
        for (int i = 0; i < a->send.n && rc == MPI_SUCCESS; i++)               \
            rc = MPI_Isend##suffix(SENT(i), (count_type)a->send.counts[i],     \
                                   ALONG(a->edges.out[i]),                     \
                                   &a->requests[n++]);                         \
        return rc != MPI_SUCCESS                                               \
                   ? rc                                                        \
                   : MPI_Waitall(n, a->requests, MPI_STATUSES_IGNORE);         \
    }

RUN(run, , int)
const struct op_call messages_call = {.run = run};

#if HAVE_MPI_LARGE_COUNTS
RUN(run_large, _c, MPI_Count)
const struct op_call messages_large_call = {.run = run_large};
#else
const struct op_call messages_large_call = {.run = NULL};
#endif
