/* engine_preload.c: an engine that calls MPI_Bcast() on a communicator, which
 * the library replaces; others are in cases_coll.c; usage: preload_test CASE...
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "coll_double.h"
#include "preload_test.h"

#include <stdlib.h>
#include <string.h>

const char *const engine_plain = "";
const int engine_alive = 10;

const struct engine_case engine_cases[] = {
    {"sizes", WITH(case_sizes), ""},
    {"types", WITH(case_types), ""},
    {"many", RUN(case_many), ""},
    {"subcomms", RUN(case_subcomms), ""},
    {"threads", RUN(case_threads), "|||||||||"},
    {"orphan", RUN(case_orphan), ""},
    {"absolute", ONCE(case_absolute)},
    {"large", ONCE(case_large)},
    {"alone", ONCE(case_alone)},
    {"inter", ONCE(case_inter)},
    {"spawn", ONCE(case_spawn)},
    {"attributes", ONCE(case_attributes)},
    {"dying", ONCE(case_dying)},
    {"pending", ONCE(case_pending)},
    {"leak", ONCE(case_leak)},
    {"shorter", ONCE(case_shorter)},
    {"arguments", ONCE(case_arguments)},
    {"handler", ONCE(case_handler)},
    {"exhausted", ONCE(case_exhausted)},
    {"narrow", ONCE(case_narrow)},
    {"coll", WITH(case_coll), ""},
    {"coll_many", ONCE(case_coll_many)},
    {"coll_threads", ONCE(case_coll_threads)},
    {"coll_inter", ONCE(case_coll_inter)},
    {"coll_across", ONCE(case_coll_across)},
    {"coll_large", ONCE(case_coll_large)},
    {"coll_arguments", ONCE(case_coll_arguments)},
    {.name = NULL},
};

void test_some(MPI_Comm comm, int n, size_t nbytes)
{
    struct engine e = {comm};
    int rank, size;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int i = 0; i < n; i++)
        test_once(&e, rank, i % size, nbytes, (unsigned)i);
}

void test_warm(MPI_Comm comm)
{
    test_some(comm, 9, 100);
}

int engine_create(MPI_Comm comm, const char *text, struct engine **e,
                  struct shmbcast_failure *why)
{
    (void)text, (void)why;
    *e = test_alloc(sizeof(**e));
    MPI_Comm_dup(comm, &(*e)->comm);
    test_warm((*e)->comm);
    return MPI_SUCCESS;
}

int engine_bcast(void *buf, MPI_Count count, MPI_Datatype type, int root,
                 struct engine *e)
{
    return MPI_Bcast(buf, (int)count, type, root, e->comm);
}

int engine_free(struct engine **e)
{
    MPI_Comm_free(&(*e)->comm);
    free(*e);
    *e = NULL;
    return MPI_SUCCESS;
}

int engine_sizes(struct engine *e, size_t sizes[ENGINE_SIZES])
{
    static const size_t all[ENGINE_SIZES] = {
        0,    1,    7,    63,    64,    65,     4095,   4096,
        8191, 8192, 8193, 65536, 70001, 262144, 524288, 1048577};

    (void)e;
    memcpy(sizes, all, sizeof(all));
    return ENGINE_SIZES;
}
