/* finish.c: MPI_Init and MPI_Finalize of a profiled program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/profile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "algos/microshmem/unread.h"
#include "algos/param.h"
#include "algos/preload/world.h"
#include "lib/digest.h"
#include "lib/quote.h"
#include "profile/channel.h"
#include "profile/common_time.h"
#include "profile/match_ranks.h"
#include "profile/merge.h"
#include "profile/thread.h"

atomic_bool profile_running;

/* Global, because interposed functions have MPI's arguments only. Constant
 * after MPI_Init. */
static struct {
    MPI_Comm comm; /* duplicate of MPI_COMM_WORLD */
    int rank, ranks;
    pid_t pid; /* differs in forked children, which are not profiled */
    ticks_t begun;
} process;

static void say(const char *what)
{
    if (process.rank == 0)
        fprintf(stderr, "mpiperf-profile: %s\n", what);
}

static void refuse(const char *name, const char *value, const char *why)
{
    if (process.rank == 0)
        fprintf(stderr, "mpiperf-profile: %s: %s: %s; the default holds\n",
                name, QUOTED(value), why);
}

static void read_settings(void)
{
    const char *names[] = {"MPIPERF_PROFILE_MEMORY", "MPIPERF_PROFILE_TIMER"};
    const char *memory = getenv(names[0]), *timer = getenv(names[1]);

    channel_budget.limit = (size_t)64 << 20;
    if (memory != NULL && *memory != '\0' &&
        al_size_parse(memory, &channel_budget.limit) != 0)
        refuse(names[0], memory, "not a number of bytes, such as 64Mi");
    if (timer != NULL && *timer != '\0' && !time_prefer(timer))
        refuse(names[1], timer, "no timer of tsc, cntvct, monotonic");
}

/* Returns 0 on all ranks, or an error code. */
static int begin(void)
{
    int rc = PMPI_Comm_dup(MPI_COMM_WORLD, &process.comm);

    if (rc == MPI_SUCCESS)
        rc = PMPI_Comm_set_errhandler(process.comm, MPI_ERRORS_RETURN);
    return rc == MPI_SUCCESS ? time_begin(process.comm) : rc;
}

void preload_start(world_find *find, void *caller);
void preload_start(world_find *find, void *caller)
{
    MPI_Comm parent = MPI_COMM_NULL;

    (void)find;
    (void)caller;
    PMPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) /* spawned: parent has the file */
        return;
    PMPI_Comm_rank(MPI_COMM_WORLD, &process.rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &process.ranks);
    process.pid = getpid();
    read_settings();
    if (begin() != MPI_SUCCESS) {
        say("the clocks cannot be compared: nothing is profiled");
        return;
    }
    process.begun = time_now();
    /* release: pairs with the acquire in profile_on() */
    atomic_store_explicit(&profile_running, true, memory_order_release);
}

/* Communicators of the same ranks have the same id if we did not see their
 * creation. All their ranks make the first calls on them in the same order. */
static int by_id(const void *a, const void *b)
{
    const struct channel *x = *(struct channel *const *)a,
                         *y = *(struct channel *const *)b;

    if (x->log.id != y->log.id)
        return x->log.id > y->log.id ? 1 : -1;
    return (x->serial > y->serial) - (x->serial < y->serial);
}

/* Returns the channels in an order that is the same on all ranks, malloced. */
static struct channel **channels_sorted(size_t *n)
{
    struct channel **v;

    *n = 0;
    for (struct channel *ch = channel_all(); ch != NULL; ch = ch->next)
        ++*n;
    v = calloc(*n + 1, sizeof(*v));
    *n = 0;
    for (struct channel *ch = channel_all(); v != NULL && ch != NULL;
         ch = ch->next)
        v[(*n)++] = ch;
    if (v != NULL)
        qsort(v, *n, sizeof(struct channel *), by_id);
    return v;
}

/* ---- agreement ----------------------------------------------------------- */

enum { CHECKS = 64 };

/* Returns a number that is unique to the channel and equal on its ranks. */
static uint64_t digest(const struct channel *ch)
{
    uint64_t d = scatter_pair(ch->log.id, (uint64_t)ch->size);

    for (int r = 0; r < ch->size; r++)
        d = scatter_pair(d, (uint64_t)channel_world_rank(ch, r));
    return d;
}

/*
 * After an error in the program, some ranks may not know a communicator; a rank
 * that waited for their calls on it would wait forever. So channels add numbers
 * to the checks such that a check is 0 if all ranks know all of its channels.
 * If a check is not 0, its channels are not matched.
 */
static int check(struct channel *const *v, size_t n, uint64_t sums[CHECKS])
{
    uint64_t own[CHECKS] = {0};

    for (size_t i = 0; i < n; i++) {
        const uint64_t d = v[i]->matched ? digest(v[i]) : 0;

        own[v[i]->log.id % CHECKS] +=
            v[i]->rank == 0 ? d * (uint64_t)(v[i]->size - 1) : -d;
    }
    return PMPI_Allreduce(own, sums, CHECKS, MPI_UINT64_T, MPI_SUM,
                          process.comm);
}

/* Adds all calls to the sums. */
static int meet_all(struct channel *const *v, size_t n, struct sums *sums,
                    int64_t *unmatched)
{
    uint64_t wrong[CHECKS] = {0};
    unsigned level = atomic_load(&channel_budget.level), most = level;
    int rc =
        PMPI_Allreduce(&level, &most, 1, MPI_UNSIGNED, MPI_MAX, process.comm);

    atomic_store(&channel_budget.level, most);
    if (rc == MPI_SUCCESS)
        rc = check(v, n, wrong);
    for (size_t i = 0; i < n && rc == MPI_SUCCESS; i++) {
        const bool known = wrong[v[i]->log.id % CHECKS] == 0;

        if (v[i]->matched && known)
            rc = match_ranks(process.comm, v[i], most, sums, unmatched);
        else
            rc = match_skip(v[i], false, sums);
        if (v[i]->matched && !known && v[i]->rank == 0)
            *unmatched += v[i]->log.next;
    }
    return rc;
}

static int make(struct profile *p, struct rank_facts *facts)
{
    struct sums own = {0};
    size_t n;
    struct channel **v = channels_sorted(&n);
    int rc =
        v != NULL ? meet_all(v, n, &own, &facts->unmatched) : MPI_ERR_NO_MEM;

    free(v);
    if (rc == MPI_SUCCESS)
        rc = thread_sum(&own);
    if (rc == MPI_SUCCESS)
        rc = merge_sums(process.comm, &own, p);
    if (rc == MPI_SUCCESS)
        rc = merge_delays(process.comm, &own, p);
    facts->in_mpi = sums_seconds(&own);
    if (rc == MPI_SUCCESS)
        rc = merge_facts(process.comm, facts, p);
    sums_free(&own);
    return rc;
}

void profile_finish(void)
{
    struct profile p = {.ranks = process.ranks};
    struct rank_facts facts = {.seconds =
                                   time_seconds(time_now() - process.begun)};
    int rc;

    if (!atomic_exchange(&profile_running, false) || getpid() != process.pid)
        return;
    rc = time_end(process.comm);
    if (rc == MPI_SUCCESS)
        rc = make(&p, &facts);
    if (rc != MPI_SUCCESS) {
        /* other ranks wait for this rank */
        fprintf(stderr,
                "mpiperf-profile: rank %d: no memory to match the calls "
                "of all ranks\n",
                process.rank);
        unread_wait();
        PMPI_Abort(process.comm, 1);
    }
    p.bound = common_time.compared ? common_time.bound : NAN;
    p.timer = common_time.clock.timer->name;
    p.kept = ldexp(1, -(int)atomic_load(&channel_budget.level));
    if (process.rank == 0)
        profile_write(&p);
    profile_free(&p);
    PMPI_Comm_free(&process.comm);
}

/* ---- programs that end otherwise ----------------------------------------- */

/* Writes this rank's data only, because other ranks cannot be asked. [why]:
 * what the program did instead of MPI_Finalize. */
static void finish_alone(const char *why)
{
    struct profile p = {.ranks = process.ranks,
                        .partial = why,
                        .only = process.rank,
                        .bound = NAN,
                        .timer = common_time.clock.timer->name,
                        .kept = 0};
    int rc = MPI_SUCCESS;

    if (!atomic_exchange(&profile_running, false) || getpid() != process.pid)
        return;
    p.seconds = time_seconds(time_now() - process.begun);
    for (struct channel *ch = channel_all(); ch != NULL && rc == MPI_SUCCESS;
         ch = ch->next)
        rc = match_skip(ch, true, &p.sums);
    if (rc == MPI_SUCCESS)
        thread_sum(&p.sums);
    for (int i = 0; i < 3; i++)
        p.in_mpi[i] = sums_seconds(&p.sums);
    sums_by_seconds(&p.sums);
    profile_write(&p);
    profile_free(&p);
}

void profile_finish_abort(void)
{
    finish_alone("MPI_Abort");
    unread_wait();
}

/* The process ends without MPI_Finalize. */
__attribute__((destructor)) static void end(void)
{
    if (profile_on() && process.rank == 0)
        finish_alone("exit without MPI_Finalize");
}
