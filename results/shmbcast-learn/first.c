/* first.c: the first calls of a program, by several ways. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * first BYTES CALLS SEED WAY...: each way in turn, in random order, on a
 * communicator of its own and with a handle that is new: all that its first
 * CALLS calls take, on the slowest rank each. One way at most may learn: what
 * it learns is kept in the process, for the next handle of the same ranks. Rank
 * 0 prints {"bytes", "ways", "ps": {BYTES: [...]}, "made": [...]}, as calls and
 * as making the handle took, in the order of WAY.
 */
#include <stdio.h>
#include <stdlib.h>

#include "calls.h"

enum { WAYS_MOST = 16 };

struct first {
    size_t bytes;
    int calls, nways;
    char *buf;
    double *seconds; /* of each call */
    double total[WAYS_MOST], made[WAYS_MOST];
};

static void way_measure(struct first *f, int i, const char *text)
{
    struct way w;

    way_open(&w, text);
    for (int k = 0; k < f->calls; k++)
        f->seconds[k] = call_timed(&w, f->buf, f->bytes);
    largest(f->seconds, (size_t)f->calls);
    f->total[i] = 0;
    for (int k = 0; k < f->calls; k++)
        f->total[i] += f->seconds[k];
    f->made[i] = w.made;
    way_close(&w);
}

static void print(const struct first *f, char *const *ways)
{
    printf("{\"bytes\":%zu,\"ways\":", f->bytes);
    print_names(ways, f->nways);
    printf(",\"ps\":{\"%zu\":", f->bytes);
    print_times(f->total, f->nways);
    printf("},\"made\":");
    print_times(f->made, f->nways);
    printf("}\n");
}

int main(int argc, char **argv)
{
    struct first f = {0};
    int order[WAYS_MOST], rank;
    uint64_t state;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    f.nways = argc - 4;
    if (f.nways < 1 || f.nways > WAYS_MOST)
        quit("usage: first BYTES CALLS SEED WAY...");
    f.bytes = strtoull(argv[1], NULL, 10);
    f.calls = atoi(argv[2]);
    state = random_state(argv[3]);
    if (f.bytes < 1 || f.calls < 1)
        quit("first: BYTES and CALLS are 1 at least");
    f.buf = message_new(f.bytes);
    f.seconds = calloc((size_t)f.calls, sizeof(*f.seconds));
    if (f.seconds == NULL)
        quit("no memory");
    shuffled(order, f.nways, &state);
    for (int i = 0; i < f.nways; i++)
        way_measure(&f, order[i], argv[4 + order[i]]);
    if (rank == 0)
        print(&f, &argv[4]);
    free(f.seconds);
    free(f.buf);
    MPI_Finalize();
    return 0;
}
