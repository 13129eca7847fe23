/* process.c: the environment variables, the memory that one of them limits, and
 * the report of where calls went. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "process.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "algos/param.h"

static const size_t MEMORY = (size_t)64 << 20;

/* 0 where it is not set, empty or 0; else what number it is, 1 if none. */
static int level(const char *name)
{
    const char *text = getenv(name);

    if (text == NULL || text[0] == 0 || strcmp(text, "0") == 0)
        return 0;
    return strcmp(text, "2") == 0 ? 2 : 1;
}

/* NULL where it is not set, or empty. */
static const char *text_of(const char *name)
{
    const char *text = getenv(name);

    return text != NULL && text[0] != 0 ? text : NULL;
}

/* Launchers tell a rank how many of them they have started on its node. Its
 * communicators may have fewer, and each know of its own ranks only. */
static bool crowded(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_LOCAL_SIZE",
                                        "MPI_LOCALNRANKS"};
    long ranks = 0;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *text = text_of(names[i]);

        if (text != NULL)
            ranks = strtol(text, NULL, 10);
    }
    return ranks > sysconf(_SC_NPROCESSORS_ONLN);
}

struct settings settings_read(void)
{
    const char *memory = text_of("SHMBCAST_MEMORY");
    const char *calibrate = text_of("SHMBCAST_CALIBRATE");
    struct shmbcast_auto_params p = shmbcast_auto_params_default();
    struct settings s = {
        .off = level("SHMBCAST_OFF") != 0,
        .host_only = level("SHMBCAST_HOST_ONLY") != 0,
        .verbose = level("SHMBCAST_VERBOSE"),
        .memory = MEMORY,
        .memory_ok = true,
        .calibrate_ok = true,
        .crowded = crowded(),
    };

    if (memory != NULL)
        s.memory_ok = al_size_parse(memory, &s.memory) == 0;
    if (calibrate != NULL)
        s.calibrate_ok =
            shmbcast_auto_params_parse(&p, "calibrate", calibrate, NULL) == 0;
    s.calibrate = p.calibrate;
    return s;
}

/* What is taken, over all communicators of the process. A sum and nothing more,
 * so all relaxed. */
static atomic_size_t taken, most;

static void note(size_t now)
{
    size_t before = atomic_load_explicit(&most, memory_order_relaxed);

    while (before < now &&
           !atomic_compare_exchange_weak_explicit(
               &most, &before, now, memory_order_relaxed, memory_order_relaxed))
        ;
}

bool budget_take(size_t nbytes, size_t limit)
{
    size_t now = atomic_load_explicit(&taken, memory_order_relaxed);

    do {
        if (nbytes > limit || now > limit - nbytes)
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&taken, &now, now + nbytes,
                                                    memory_order_relaxed,
                                                    memory_order_relaxed));
    note(now + nbytes);
    return true;
}

void budget_give_back(size_t nbytes)
{
    atomic_fetch_sub_explicit(&taken, nbytes, memory_order_relaxed);
}

size_t budget_most(void)
{
    return atomic_load_explicit(&most, memory_order_relaxed);
}

static const char *const names[NOUTCOMES] = {
    [OUTCOME_SHARED] = "shared memory",
    [OUTCOME_TWO_STEPS] = "hierarchy",
    [OUTCOME_EARLY] = "native: first calls",
    [OUTCOME_ARGUMENT] = "native: bad argument",
    [OUTCOME_ALONE] = "native: one rank",
    [OUTCOME_INTER] = "native: intercommunicator",
    [OUTCOME_STRANGERS] = "native: ranks that were spawned or joined",
    [OUTCOME_SPREAD] = "native: one rank a node",
    [OUTCOME_GPU] = "native: CUDA's driver is loaded",
    [OUTCOME_OFF] = "native: SHMBCAST_OFF",
    [OUTCOME_MEMORY] = "native: SHMBCAST_MEMORY is used up",
    [OUTCOME_FAILED] = "native: failed",
};

/* Calls have no object to keep these in: one process, one report. Relaxed all
 * of them: they order nothing. */
static struct {
    atomic_llong comms, calls, nbytes;
} tallies[NOUTCOMES];
static char first_failure[256];
static pthread_mutex_t first_failure_lock = PTHREAD_MUTEX_INITIALIZER;

static void add(atomic_llong *tally, long long n)
{
    atomic_fetch_add_explicit(tally, n, memory_order_relaxed);
}

static long long get(atomic_llong *tally)
{
    return atomic_load_explicit(tally, memory_order_relaxed);
}

void outcome_count_comm(enum outcome outcome)
{
    add(&tallies[outcome].comms, 1);
}

void outcome_count_call(enum outcome outcome, long long nbytes)
{
    add(&tallies[outcome].calls, 1);
    add(&tallies[outcome].nbytes, nbytes);
}

void outcome_explain(const char *why)
{
    pthread_mutex_lock(&first_failure_lock);
    if (first_failure[0] == 0)
        snprintf(first_failure, sizeof(first_failure), ": %s", why);
    pthread_mutex_unlock(&first_failure_lock);
}

void outcome_report(FILE *out, int rank)
{
    char text[4096] = "";
    size_t used = 0;

    for (int i = 0; i < NOUTCOMES; i++) {
        if (get(&tallies[i].comms) == 0 && get(&tallies[i].calls) == 0)
            continue;
        used += (size_t)snprintf(
            text + used, sizeof(text) - used,
            "shmbcast-preload: rank %d: %s: %lld communicators, %lld calls, "
            "%lld bytes%s\n",
            rank, names[i], get(&tallies[i].comms), get(&tallies[i].calls),
            get(&tallies[i].nbytes), i == OUTCOME_FAILED ? first_failure : "");
    }
    snprintf(text + used, sizeof(text) - used,
             "shmbcast-preload: rank %d: %zu bytes of shared memory at most\n",
             rank, budget_most());
    /* in one piece: ranks write at the same time */
    fputs(text, out);
    fflush(out);
}
