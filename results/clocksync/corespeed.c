/* corespeed.c: how fast each of two CPUs is, over time, as CSV.
 *
 * cc -O1 -o corespeed corespeed.c -lpthread; ./corespeed 0 1 20
 * For 20 s, both at once: the fastest 1000 system calls of every 50 ms, in
 * seconds. A CPU that only this program uses should always take the same. */
/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { CALLS = 1000, SLOTS_MAX = 2000 };
static const double slot_seconds = 0.05;

struct core {
    int cpu, slots;
    double start, fastest[SLOTS_MAX];
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double calls_time(void)
{
    double start = now();

    for (int i = 0; i < CALLS; i++)
        getppid();
    return now() - start;
}

static void *core_run(void *arg)
{
    struct core *c = arg;
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(c->cpu, &set);
    pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
    for (int i = 0; i < c->slots; i++) {
        double end = c->start + (i + 1) * slot_seconds;

        c->fastest[i] = calls_time();
        while (now() < end) {
            double t = calls_time();

            if (t < c->fastest[i])
                c->fastest[i] = t;
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    static struct core cores[2];
    pthread_t threads[2];
    int slots = argc == 4 ? (int)(atof(argv[3]) / slot_seconds) : 0;

    if (slots < 1 || slots > SLOTS_MAX) {
        fputs("usage: corespeed CPU CPU SECONDS\n", stderr);
        return 2;
    }
    for (int i = 0; i < 2; i++) {
        cores[i].cpu = atoi(argv[i + 1]);
        cores[i].slots = slots;
        cores[i].start = i > 0 ? cores[0].start : now() + 0.01;
        if (pthread_create(&threads[i], NULL, core_run, &cores[i]) != 0)
            return 1;
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    puts("at,first,second");
    for (int i = 0; i < slots; i++)
        printf("%.2f,%.4g,%.4g\n", i * slot_seconds, cores[0].fastest[i],
               cores[1].fastest[i]);
    return 0;
}
