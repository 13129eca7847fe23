/* record_test.c: sends messages that a test expects: record_test CASE...
 * [TIMES], all of them so often. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "record_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int rank, size, next, previous;
char out[ROOM], in[ROOM];

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
#define CASE(name) {#name, case_##name},
#include "cases.def"
#undef CASE
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
    size_t i = 0;

    while (strcmp(cases[i].name, name) != 0)
        CHECK(++i < sizeof(cases) / sizeof(cases[0]));
    cases[i].run();
}

int main(int argc, char **argv)
{
    int provided, times = 1;

    if (argc == 2 && strcmp(argv[1], "sessions") == 0) {
        case_sessions(); /* this case must run without MPI_Init */
        return 0;
    }
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    if (atoi(argv[argc - 1]) > 0)
        times = atoi(argv[--argc]);
    for (int i = 0; i < times * (argc - 1); i++) {
        if (i > 0)
            MPI_Barrier(MPI_COMM_WORLD); /* separates this case from the
                                          * previous one */
        run(argv[1 + i % (argc - 1)]);
    }
    MPI_Finalize();
    return 0;
}
