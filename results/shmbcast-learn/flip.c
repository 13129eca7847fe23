/* flip.c: a machine whose kernel becomes slow, and fast again: how soon the way
 * that learns is the better one, and what it costs to look. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * flip BYTES CALLS ROUNDS SEED CALL:PAGE LEARNER WAY...: in each phase, `before`,
 * `slow` and `back`, CALLS calls of the way that learns, and then ROUNDS rounds
 * in which it and the others take turns, in random order. In `slow` every copy
 * by the kernel takes CALL ns more, and PAGE ns more for each page. With 0:0
 * there is one phase, `steady`.
 *
 * The better way is the one of the others that was fastest in odd rounds; it is
 * compared in even ones. Rank 0 prints a line for each phase, {"bytes", "phase",
 * "better", "median", "mean", "curve"}: of even rounds, of the learner and the
 * better way; and the learner's medians of each twentieth of CALLS.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "calls.h"

enum { WAYS_MOST = 8, CURVE = 20, PAGE = 4096 };

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

/* ---- figures ------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Sorts them. */
static double median(double *values, int n)
{
    qsort(values, (size_t)n, sizeof(*values), by_value);
    return n % 2 == 1 ? values[n / 2]
                      : (values[n / 2 - 1] + values[n / 2]) / 2;
}

static double mean(const double *values, int n)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += values[i];
    return sum / n;
}

/* ---- phases -------------------------------------------------------------- */

struct flip {
    size_t bytes;
    int calls, rounds, nways; /* rounds: even; the first way learns */
    uint64_t state;
    char *buf;
    struct way ways[WAYS_MOST];
    double *seconds;              /* of the learner's calls */
    double *half[2][WAYS_MOST];   /* of even rounds and of odd ones */
    double curve[CURVE];
};

static void learn(struct flip *f)
{
    int each = f->calls / CURVE;

    for (int i = 0; i < f->calls; i++)
        f->seconds[i] = call_timed(&f->ways[0], f->buf, f->bytes);
    largest(f->seconds, (size_t)f->calls);
    for (int i = 0; i < CURVE; i++)
        f->curve[i] = median(&f->seconds[i * each], each);
}

static void take_turns(struct flip *f)
{
    int order[WAYS_MOST];

    for (int r = 0; r < f->rounds; r++) {
        shuffled(order, f->nways, &f->state);
        for (int i = 0; i < f->nways; i++)
            f->half[r % 2][order[i]][r / 2] =
                call_timed(&f->ways[order[i]], f->buf, f->bytes);
    }
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < f->nways; i++)
            largest(f->half[k][i], (size_t)f->rounds / 2);
}

static int better_way(struct flip *f)
{
    double least = 0, m;
    int best = 0;

    for (int i = 1; i < f->nways; i++) {
        m = median(f->half[1][i], f->rounds / 2);
        if (best == 0 || m < least) {
            best = i;
            least = m;
        }
    }
    return best;
}

static void print(struct flip *f, const char *phase)
{
    int n = f->rounds / 2, better = better_way(f);
    double *own = f->half[0][0], *its = f->half[0][better];
    double means[] = {mean(own, n), mean(its, n)};
    double medians[] = {median(own, n), median(its, n)};

    printf("{\"bytes\":%zu,\"phase\":\"%s\",\"better\":\"%s\",\"median\":",
           f->bytes, phase, f->ways[better].name);
    print_times(medians, 2);
    printf(",\"mean\":");
    print_times(means, 2);
    printf(",\"curve\":");
    print_times(f->curve, CURVE);
    printf("}\n");
}

static void phase_run(struct flip *f, const char *phase, struct cost slow)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    cost = slow;
    learn(f);
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
    f->rounds = atoi(args[2]) / 2 * 2;
    f->state = random_state(args[3]);
    if (f->bytes < 1 || f->calls < CURVE || f->rounds < 2)
        quit("flip: BYTES is 1, CALLS %d and ROUNDS 2 at least", CURVE);
    f->buf = message_new(f->bytes);
    f->seconds = room_for(f->calls);
    for (int i = 0; i < f->nways; i++) {
        way_open(&f->ways[i], args[5 + i]);
        for (int k = 0; k < 2; k++)
            f->half[k][i] = room_for(f->rounds / 2);
    }
}

static void flip_close(struct flip *f)
{
    for (int i = 0; i < f->nways; i++) {
        way_close(&f->ways[i]);
        for (int k = 0; k < 2; k++)
            free(f->half[k][i]);
    }
    free(f->seconds);
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
