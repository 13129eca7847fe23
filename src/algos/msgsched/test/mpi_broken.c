/* mpi_broken.c: MPI calls that fail during an exchange. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "msgsched_mpi.h"
#include "watch.h"

enum { N = 6 };

/* All calls for a plan whose exchange failed return the error. It can be
 * freed. */
static void broken(struct msgsched_plan **plan)
{
    struct msgsched_failure why;
    bool done = false;

    EXPECT(msgsched_wait(*plan) == MPI_ERR_INTERN);
    EXPECT(msgsched_test(*plan, &done) == MPI_ERR_INTERN && done);
    EXPECT(msgsched_start(*plan, NULL, NULL) == MPI_ERR_INTERN);
    EXPECT(msgsched_update(*plan, 0, NULL, 0, NULL, &why) == MPI_ERR_OTHER);
    test_free(plan);
}

/* Exchanges N messages of this rank with itself. The first `good` MPI calls
 * succeed and the next one fails. */
static void exchange(const char *text, int good)
{
    struct msgsched_plan *plan = test_plan_self(N, text);
    int out[N], in[N] = {0}, rc;

    for (int i = 0; i < N; i++)
        out[i] = i + 1;
    watch_fail(good);
    rc = msgsched_start(plan, out, in);
    if (rc == MPI_SUCCESS)
        rc = msgsched_wait(plan);
    EXPECT(rc == (good < 0 ? MPI_SUCCESS : MPI_ERR_INTERN));
    EXPECT(watch_failed());
    watch_fail(-1);
    if (good >= 0) {
        broken(&plan);
        return;
    }
    for (int i = 0; i < N; i++)
        EXPECT(in[i] == out[i]);
    test_free(&plan);
}

/* A failed exchange leaves no message that the next one could receive. */
void case_broken(void)
{
    static const struct {
        const char *text;
        int calls; /* number of MPI calls in an exchange */
    } how[] = {
        {"schedule=direct", 2 * N},
        {"schedule=window inflight=1", 2 * N},
        {"schedule=persistent", 2 * N},
        {"schedule=datatype", 2},
        {"schedule=both tcopy=never wmax=8 alpha=2", 4},
    };

    for (size_t i = 0; i < sizeof(how) / sizeof(how[0]); i++)
        for (int good = 0; good < how[i].calls; good++) {
            exchange(how[i].text, good);
            exchange(how[i].text, -1);
        }
}
