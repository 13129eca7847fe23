/* loop.c: calls in a loop, with nothing in between. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * loop CALLS SEED WAY BYTES...: CALLS calls of each size, the sizes in random
 * order. Rank 0 prints {"ps": {BYTES: TIME, ...}}, the time of all calls on the
 * slowest rank.
 */
#include <stdio.h>
#include <stdlib.h>

#include "calls.h"

enum { SIZES_MOST = 16 };

static void sizes_run(const struct way *w, int calls, int n, char **sizes,
                      const int *order)
{
    double seconds[SIZES_MOST];
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < n; i++) {
        size_t bytes = strtoull(sizes[order[i]], NULL, 10);
        char *buf = message_new(bytes > 0 ? bytes : 1);

        seconds[order[i]] = calls_in_a_loop(w, buf, bytes, calls);
        free(buf);
    }
    for (int i = 0; rank == 0 && i < n; i++) {
        printf("%s\"%s\":", i > 0 ? "," : "{\"ps\":{", sizes[i]);
        print_time(seconds[i]);
    }
    if (rank == 0)
        printf("}}\n");
}

int main(int argc, char **argv)
{
    int order[SIZES_MOST], n = argc - 4;
    uint64_t state;
    struct way w;

    MPI_Init(&argc, &argv);
    if (n < 1 || n > SIZES_MOST || atoi(argv[1]) < 1)
        quit("usage: loop CALLS SEED WAY BYTES...");
    state = random_state(argv[2]);
    shuffled(order, n, &state);
    way_open(&w, argv[3]);
    sizes_run(&w, atoi(argv[1]), n, &argv[4], order);
    way_close(&w);
    MPI_Finalize();
    return 0;
}
