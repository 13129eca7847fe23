/* flip.c: a machine whose kernel becomes slow, and fast again: how soon the way
 * that learns is the better one, and what it costs to look. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * flip BYTES CALLS ROUNDS SEED CALL:PAGE LEARNER WAY...: in each phase,
 * `before`, `slow` and `back`, the way that learns and the others take turns,
 * in random order, for CALLS rounds and then ROUNDS more. In `slow` every copy
 * by the kernel takes CALL ns more, and PAGE ns more for each page. With 0:0
 * there is one phase, `steady`.
 *
 * Of the last ROUNDS the odd ones say which of the others is the better way; it
 * is compared in even ones. Rank 0 prints a line for each phase, {"bytes",
 * "phase", "better", "median", "mean", "curve"}: of these even rounds, of the
 * learner and the better way; and of each twentieth of CALLS the learner's
 * median over that of the better way.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "calls.h"

enum { WAYS_MOST = 8, CURVE = 20, PAGE = 4096, LOST = 20 };

/* ---- the kernel ---------------------------------------------------------- */

/* What its copies take beside their time, ns; 0 in phases that are not slow. */
static struct cost {
    long call, page;
} cost;

static long long clock_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1000000000LL * t.tv_sec + t.tv_nsec;
}

static ssize_t slowed(ssize_t done)
{
    long long begin = clock_ns(), more = cost.call;

    if (done > 0)
        more += cost.page * ((done + PAGE - 1) / PAGE);
    while (more > 0 && clock_ns() < begin + more)
        ;
    return done;
}

/* The library finds these before the system's. */
ssize_t process_vm_readv(pid_t pid, const struct iovec *local,
                         unsigned long nlocal, const struct iovec *remote,
                         unsigned long nremote, unsigned long flags)
{
    return slowed(syscall(SYS_process_vm_readv, pid, local, nlocal, remote,
                          nremote, flags));
}

ssize_t process_vm_writev(pid_t pid, const struct iovec *local,
                          unsigned long nlocal, const struct iovec *remote,
                          unsigned long nremote, unsigned long flags)
{
    return slowed(syscall(SYS_process_vm_writev, pid, local, nlocal, remote,
                          nremote, flags));
}

/* ---- phases -------------------------------------------------------------- */

struct flip {
    size_t bytes;
    int calls, rounds, nways; /* the first way learns */
    uint64_t state;
    char *buf;
    struct way ways[WAYS_MOST];
    double *seconds[WAYS_MOST]; /* of each round */
    double *some;               /* room for as many */
};

static int all_rounds(const struct flip *f)
{
    return f->calls + f->rounds;
}

static void take_turns(struct flip *f)
{
    int order[WAYS_MOST];

    for (int r = 0; r < all_rounds(f); r++) {
        shuffled(order, f->nways, &f->state);
        for (int i = 0; i < f->nways; i++)
            f->seconds[order[i]][r] =
                call_timed(&f->ways[order[i]], f->buf, f->bytes);
    }
    for (int i = 0; i < f->nways; i++)
        largest(f->seconds[i], (size_t)all_rounds(f));
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Of every step-th of n rounds; they are left in f->some, sorted. */
static double median(const struct flip *f, int way, int first, int n, int step)
{
    int k = 0;

    for (int r = first; r < first + n; r += step)
        f->some[k++] = f->seconds[way][r];
    qsort(f->some, (size_t)k, sizeof(*f->some), by_value);
    return k % 2 == 1 ? f->some[k / 2]
                      : (f->some[k / 2 - 1] + f->some[k / 2]) / 2;
}

/* The same, but no value counts for more than LOST medians: beyond that a rank
 * had lost its core. */
static double mean(const struct flip *f, int way, int first, int n, int step)
{
    double most = LOST * median(f, way, first, n, step), sum = 0;
    int k = 0;

    for (int r = first; r < first + n; r += step)
        sum += fmin(f->some[k++], most);
    return sum / k;
}

static int better_way(const struct flip *f)
{
    double least = 0, m;
    int best = 0;

    for (int i = 1; i < f->nways; i++) {
        m = median(f, i, f->calls, f->rounds, 2);
        if (best == 0 || m < least) {
            best = i;
            least = m;
        }
    }
    return best;
}

static void print(const struct flip *f, const char *phase)
{
    int better = better_way(f), each = f->calls / CURVE;
    int from = f->calls + 1, n = f->rounds - 1;
    double medians[] = {median(f, 0, from, n, 2),
                        median(f, better, from, n, 2)};
    double means[] = {mean(f, 0, from, n, 2), mean(f, better, from, n, 2)};

    printf("{\"bytes\":%zu,\"phase\":\"%s\",\"better\":\"%s\",\"median\":",
           f->bytes, phase, f->ways[better].name);
    print_times(medians, 2);
    printf(",\"mean\":");
    print_times(means, 2);
    for (int i = 0; i < CURVE; i++)
        printf("%s%.3f", i > 0 ? "," : ",\"curve\":[",
               median(f, 0, i * each, each, 1) /
                   median(f, better, i * each, each, 1));
    printf("]}\n");
}

static void phase_run(struct flip *f, const char *phase, struct cost slow)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    cost = slow;
    take_turns(f);
    if (rank == 0)
        print(f, phase);
}

/* ---- the program --------------------------------------------------------- */

static double *room_for(int n)
{
    double *room = calloc((size_t)n, sizeof(*room));

    if (room == NULL)
        quit("no memory");
    return room;
}

static void flip_open(struct flip *f, char **args)
{
    f->bytes = strtoull(args[0], NULL, 10);
    f->calls = atoi(args[1]);
    f->rounds = atoi(args[2]);
    f->state = random_state(args[3]);
    if (f->bytes < 1 || f->calls < CURVE || f->rounds < 2)
        quit("flip: BYTES is 1, CALLS %d and ROUNDS 2 at least", CURVE);
    f->buf = message_new(f->bytes);
    f->some = room_for(all_rounds(f));
    for (int i = 0; i < f->nways; i++) {
        f->seconds[i] = room_for(all_rounds(f));
        way_open(&f->ways[i], args[5 + i]);
    }
}

static void flip_close(struct flip *f)
{
    for (int i = 0; i < f->nways; i++) {
        way_close(&f->ways[i]);
        free(f->seconds[i]);
    }
    free(f->some);
    free(f->buf);
}

int main(int argc, char **argv)
{
    const struct cost none = {0};
    struct flip f = {.nways = argc - 6};
    struct cost slow;

    MPI_Init(&argc, &argv);
    if (f.nways < 2 || f.nways > WAYS_MOST ||
        sscanf(argv[5], "%ld:%ld", &slow.call, &slow.page) != 2)
        quit("usage: flip BYTES CALLS ROUNDS SEED CALL:PAGE LEARNER WAY...");
    flip_open(&f, &argv[1]);
    if (slow.call == 0 && slow.page == 0) {
        phase_run(&f, "steady", none);
    } else {
        phase_run(&f, "before", none);
        phase_run(&f, "slow", slow);
        phase_run(&f, "back", none);
    }
    flip_close(&f);
    MPI_Finalize();
    return 0;
}
