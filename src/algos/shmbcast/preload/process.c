/* process.c: environment variables, shared-memory budget, report on calls. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "process.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "algos/param.h"
#include "lib/quote.h"

static const size_t MEMORY = (size_t)64 << 20;

/* Returns 0 if the variable is unset, empty or 0; 2 if it is 2; else 1. */
static int level(const char *name)
{
    const char *text = getenv(name);

    if (text == NULL || text[0] == 0 || strcmp(text, "0") == 0)
        return 0;
    return strcmp(text, "2") == 0 ? 2 : 1;
}

static const char *const operations[OPERATIONS] = {
    [OPERATION_BCAST] = "bcast",         [OPERATION_BARRIER] = "barrier",
    [OPERATION_ALLREDUCE] = "allreduce", [OPERATION_REDUCE] = "reduce",
    [OPERATION_ALLGATHER] = "allgather",
};

/* Returns the bits of the operations in a list such as "bcast,reduce"; those of
 * all operations without a list, or, reported if [say], if a name is unknown.
 */
static unsigned operations_of(const char *list, bool say)
{
    unsigned found = 0;
    size_t n;

    for (const char *at = list; at != NULL;
         at = at[n] != 0 ? at + n + 1 : NULL) {
        int i = OPERATIONS;

        n = strcspn(at, ",");
        while (--i >= 0 &&
               (strncmp(operations[i], at, n) != 0 || operations[i][n] != 0))
            ;
        found |= i >= 0 ? 1U << i : 0;
        if (i < 0 && say)
            fprintf(stderr,
                    "shmbcast-preload: SHMBCAST_OPS: %s: not a list of bcast, "
                    "barrier, allreduce, reduce, allgather; using all\n",
                    QUOTED(at));
        if (i < 0)
            return (1U << OPERATIONS) - 1;
    }
    return found != 0 ? found : (1U << OPERATIONS) - 1;
}

/* Returns the variable's text; NULL if it is unset or empty. */
static const char *text_of(const char *name)
{
    const char *text = getenv(name);

    return text != NULL && text[0] != 0 ? text : NULL;
}

/* True if the launcher has started more ranks on this node than it has CPUs. A
 * handle cannot tell, because its communicator may have fewer ranks. */
static bool crowded(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_LOCAL_SIZE",
                                        "MPI_LOCALNRANKS"};
    long ranks = 0;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *text = text_of(names[i]);

        if (text != NULL && strtol(text, NULL, 10) > ranks)
            ranks = strtol(text, NULL, 10);
    }
    return ranks > sysconf(_SC_NPROCESSORS_ONLN);
}

struct settings settings_read(bool say)
{
    const char *memory = text_of("SHMBCAST_MEMORY");
    const char *calibrate = text_of("SHMBCAST_CALIBRATE");
    struct shmbcast_auto_params p = shmbcast_auto_params_default();
    struct settings s = {
        .off = level("SHMBCAST_OFF") != 0,
        .host_only = level("SHMBCAST_HOST_ONLY") != 0,
        .ops = operations_of(text_of("SHMBCAST_OPS"), say),
        .verbose = level("SHMBCAST_VERBOSE"),
        .memory = MEMORY,
        .crowded = crowded(),
    };

    if (memory != NULL && al_size_parse(memory, &s.memory) != 0 && say)
        fprintf(stderr,
                "shmbcast-preload: SHMBCAST_MEMORY: %s: not a number of bytes "
                "(such as 64Mi); using %zu\n",
                QUOTED(memory), s.memory);
    if (calibrate != NULL &&
        shmbcast_auto_params_parse(&p, "calibrate", calibrate, NULL) != 0 &&
        say)
        fprintf(stderr,
                "shmbcast-preload: SHMBCAST_CALIBRATE: %s: not off, on, warm "
                "or cold; using on\n",
                QUOTED(calibrate));
    s.calibrate = p.calibrate;
    return s;
}

/* State of the process, shared by all communicators. */
static struct {
    pthread_mutex_t lock;
    size_t taken, most; /* bytes in use; maximum bytes in use so far */
    struct {
        long long comms, calls, nbytes;
    } tallies[NOUTCOMES];
    struct {
        long long calls, taken, nbytes;
    } operations[OPERATIONS]; /* calls of each; calls not native, and their
                               * bytes */
    char failure[256];        /* reason of the first failure */
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

bool budget_take(size_t nbytes, size_t limit)
{
    bool fits;

    pthread_mutex_lock(&all.lock);
    fits = nbytes <= limit && all.taken <= limit - nbytes;
    if (fits)
        all.taken += nbytes;
    if (all.most < all.taken)
        all.most = all.taken;
    pthread_mutex_unlock(&all.lock);
    return fits;
}

void budget_give_back(size_t nbytes)
{
    pthread_mutex_lock(&all.lock);
    all.taken -= nbytes;
    pthread_mutex_unlock(&all.lock);
}

static const char *const names[NOUTCOMES] = {
    [OUTCOME_SHARED] = "shared memory",
    [OUTCOME_TWO_STEPS] = "hierarchy",
    [OUTCOME_EARLY] = "native: first calls",
    [OUTCOME_ARGUMENT] = "native: bad argument",
    [OUTCOME_FASTER] = "native: the MPI library is faster",
    [OUTCOME_NODES] = "native: on several nodes",
    [OUTCOME_ALONE] = "native: one rank",
    [OUTCOME_INTER] = "native: intercommunicator",
    [OUTCOME_STRANGERS] = "native: spawned or joined ranks",
    [OUTCOME_SPREAD] = "native: one rank per node",
    [OUTCOME_GPU] = "native: CUDA's driver is loaded",
    [OUTCOME_OFF] = "native: SHMBCAST_OFF",
    [OUTCOME_MEMORY] = "native: SHMBCAST_MEMORY is used up",
    [OUTCOME_FAILED] = "native: failed",
};

void outcome_count_comm(enum outcome outcome)
{
    pthread_mutex_lock(&all.lock);
    all.tallies[outcome].comms++;
    pthread_mutex_unlock(&all.lock);
}

void outcome_count_call(enum outcome outcome, enum operation_number number,
                        long long nbytes)
{
    pthread_mutex_lock(&all.lock);
    all.operations[number].calls++;
    if (outcome <= OUTCOME_TWO_STEPS) {
        all.operations[number].taken++;
        all.operations[number].nbytes += nbytes;
    }
    all.tallies[outcome].calls++;
    all.tallies[outcome].nbytes += nbytes;
    pthread_mutex_unlock(&all.lock);
}

void outcome_explain(const char *why)
{
    pthread_mutex_lock(&all.lock);
    if (all.failure[0] == 0)
        snprintf(all.failure, sizeof(all.failure), ": %s", why);
    pthread_mutex_unlock(&all.lock);
}

void outcome_report(FILE *out, int rank)
{
    char text[4096] = "";
    size_t used = 0;

    pthread_mutex_lock(&all.lock);
    for (int i = 0; i < NOUTCOMES; i++) {
        if (all.tallies[i].comms == 0 && all.tallies[i].calls == 0)
            continue;
        used += (size_t)snprintf(
            text + used, sizeof(text) - used,
            "shmbcast-preload: rank %d: %s: %lld communicator%s, %lld call%s, "
            "%lld bytes%s\n",
            rank, names[i], all.tallies[i].comms,
            all.tallies[i].comms == 1 ? "" : "s", all.tallies[i].calls,
            all.tallies[i].calls == 1 ? "" : "s", all.tallies[i].nbytes,
            i == OUTCOME_FAILED ? all.failure : "");
    }
    for (int i = 0; i < OPERATIONS; i++)
        if (all.operations[i].calls > 0)
            used += (size_t)snprintf(
                text + used, sizeof(text) - used,
                "shmbcast-preload: rank %d: %s: took %lld of %lld calls, %lld "
                "bytes\n",
                rank, operations[i], all.operations[i].taken,
                all.operations[i].calls, all.operations[i].nbytes);
    snprintf(text + used, sizeof(text) - used,
             "shmbcast-preload: rank %d: %zu bytes of shared memory at most\n",
             rank, all.most);
    pthread_mutex_unlock(&all.lock);
    /* a single write, because other ranks print at the same time */
    fputs(text, out);
    fflush(out);
}
