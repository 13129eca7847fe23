/* record_test.c: record_test CASE...: sends messages that the test knows. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "record_test.h"

#include <stdio.h>
#include <string.h>

int rank, size, next, previous;
char out[ROOM], in[ROOM];

static const struct {
    const char *name;
    case_fn *run;
} cases[] = {
    {"ring", case_ring},           {"persistent", case_persistent},
    {"sendrecv", case_sendrecv},   {"blocking", case_blocking},
    {"kinds", case_kinds},         {"tests", case_tests},
    {"some", case_some},           {"many", case_many},
    {"repeats", case_repeats},     {"pairs", case_pairs},
    {"wildcards", case_wildcards}, {"probed", case_probed},
    {"cancelled", case_cancelled}, {"null", case_null},
    {"comms", case_comms},         {"crossed", case_crossed},
    {"inter", case_inter},         {"calls", case_calls},
    {"types", case_types},         {"unfinished", case_unfinished},
    {"threads", case_threads},     {"large", case_large},
    {"idle", case_idle},           {"varied", case_varied},
    {"marks", case_marks},         {"fresh", case_fresh},
    {"handles", case_handles},
};

void check(int yes, const char *what)
{
    if (yes)
        return;
    fprintf(stderr, "record_test: rank %d: not so: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void run(const char *name)
{
    int known = 0;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        if (strcmp(cases[i].name, name) == 0) {
            cases[i].run();
            known = 1;
        }
    CHECK(known);
}

int main(int argc, char **argv)
{
    int provided;

    if (argc == 2 && strcmp(argv[1], "sessions") == 0) {
        case_sessions();
        return 0;
    }
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    for (int i = 1; i < argc; i++) {
        if (i > 1)
            MPI_Barrier(MPI_COMM_WORLD); /* a case is after the one before */
        run(argv[i]);
    }
    MPI_Finalize();
    return 0;
}
