/* outcome.c: counters by outcome, and the report of them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "outcome.h"

#include <pthread.h>
#include <stdatomic.h>

#include "settings.h"

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
