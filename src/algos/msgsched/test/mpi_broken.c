/* mpi_broken.c: calls of MPI that fail in an exchange. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "msgsched_mpi.h"
#include "watch.h"

int MPI_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag,
              MPI_Comm comm, MPI_Request *request)
{
    return watch_fails()
               ? MPI_ERR_INTERN
               : PMPI_Irecv(buf, count, type, source, tag, comm, request);
}

int MPI_Recv_init(void *buf, int count, MPI_Datatype type, int source, int tag,
                  MPI_Comm comm, MPI_Request *request)
{
    return watch_fails()
               ? MPI_ERR_INTERN
               : PMPI_Recv_init(buf, count, type, source, tag, comm, request);
}

enum { N = 6 };

/* A plan whose exchange failed says so, and can be freed. */
static void broken(struct msgsched_plan **plan,
                   const struct msgsched_message *list)
{
    struct msgsched_failure why;
    bool done = false;

    EXPECT(msgsched_wait(*plan) == MPI_ERR_INTERN);
    EXPECT(msgsched_test(*plan, &done) == MPI_ERR_INTERN && done);
    EXPECT(msgsched_start(*plan, NULL, NULL) == MPI_ERR_INTERN);
    EXPECT(msgsched_update(*plan, N, list, N, list, &why) == MPI_ERR_OTHER);
    EXPECT(msgsched_free(plan) == MPI_SUCCESS && *plan == NULL);
}

/* N messages of a rank to itself, where the call after `good` ones fails. */
static void exchange(const char *text, int good)
{
    struct msgsched_options o = test_options(text);
    struct msgsched_message list[N];
    struct msgsched_plan *plan = NULL;
    int out[N], in[N], rc;

    for (int i = 0; i < N; i++) {
        list[i] = (struct msgsched_message){0, 0, 1, MPI_INT,
                                            (MPI_Aint)sizeof(int) * i};
        out[i] = i + 1;
        in[i] = 0;
    }
    EXPECT(msgsched_plan(MPI_COMM_SELF, N, list, N, list, &o, &plan, NULL) ==
           MPI_SUCCESS);
    watch_fail(good);
    rc = msgsched_start(plan, out, in);
    if (rc == MPI_SUCCESS)
        rc = msgsched_wait(plan);
    EXPECT(rc == (good < 0 ? MPI_SUCCESS : MPI_ERR_INTERN));
    EXPECT(watch_failed());
    watch_fail(-1);
    if (good >= 0) {
        broken(&plan, list);
        return;
    }
    for (int i = 0; i < N; i++)
        EXPECT(in[i] == out[i]);
    EXPECT(msgsched_free(&plan) == MPI_SUCCESS);
}

/* What is left of a broken exchange does not get into the next one. */
void case_broken(void)
{
    static const struct {
        const char *text;
        int calls; /* of one exchange */
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
