/* trial.c: times the candidate schedules of `auto`.
 *
 * Each candidate gets a set of wire messages and two exchanges in private
 * memory. Then the candidates that are not far slower than the best take turns.
 * Cost: the sets, and the time of the exchanges: about 10 ms or two dozen
 * exchanges, at most 1 s or 100 exchanges.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "auto.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "algos/type.h"
#include "engine.h"

enum {
    PAGE = 4096,
    MOST = 64 << 20, /* maximum bytes of memory on a rank */
    FEW = 4096       /* with more messages at once MPI may be slow */
};

/* Exchanges of each candidate before any is dropped: the first may include
 * set-up costs, and one may be disturbed. Simulated times do not vary. */
#ifdef HAVE_SMPI
enum { TRIES = 1, REPEATS = false };
#else
enum { TRIES = 2, REPEATS = true };
#endif

/* Private memory for one side, in which messages have the caller's layout. */
struct area {
    int64_t first, end; /* offsets from base; empty if end <= first */
    char *memory;
    size_t size;
};

struct trial {
    struct msgsched_plan plan; /* copy of the plan for the trials */
    const struct ms_lists *lists;
    struct area out, in;
    int most;     /* number of messages sent or received, maximum over ranks */
    double start; /* MPI_Wtime() at the start */
    double spent; /* seconds since start, the same on all ranks */
    struct ms_set *set[MS_CANDIDATES]; /* NULL if not tried or dropped */
    struct ms_agree *a;
};

/* ---- memory ------------------------------------------------------------- */

/* Sets *first and *end to the range of a message's bytes. Returns false if it
 * has none. */
static bool stretch_of(const struct msgsched_message *m, int64_t *first,
                       int64_t *end)
{
    MPI_Count lb, extent, at, span;
    MPI_Count size = 0, rest; /* signed: extents may be negative */

    if (m->peer != MPI_PROC_NULL)
        AS_COUNT(MPI_Type_size)(m->type, &size);
    if (size == 0 || m->count == 0)
        return false;
    AS_COUNT(MPI_Type_get_extent)(m->type, &lb, &extent);
    AS_COUNT(MPI_Type_get_true_extent)(m->type, &at, &span);
    rest = (m->count - 1) * extent;
    *first = m->displ + (int64_t)(at + (rest < 0 ? rest : 0));
    *end = m->displ + (int64_t)(at + span + (rest > 0 ? rest : 0));
    return true;
}

/* Returns the address in private memory that corresponds to the caller's
 * base. */
static char *base_of(const struct area *m)
{
    return ms_address(m->memory, (m->first & (PAGE - 1)) - m->first);
}

/* Maps the address range from the first byte of all messages to the last, but
 * touches only pages that hold messages, because there may be large gaps.
 * Returns false if out of memory, or if the messages take more than *most
 * bytes; otherwise reduces *most by what they take. */
static bool area_open(struct area *m, int n,
                      const struct msgsched_message *list, size_t *most)
{
    size_t span, taken = 0;
    int64_t first, end;

    *m = (struct area){.first = INT64_MAX, .end = INT64_MIN};
    for (int i = 0; i < n; i++)
        if (stretch_of(&list[i], &first, &end)) {
            m->first = first < m->first ? first : m->first;
            m->end = end > m->end ? end : m->end;
            taken += (size_t)(end - first) + PAGE;
        }
    if (taken == 0) {
        m->first = 0;
        return true;
    }
    span = (size_t)m->end - (size_t)m->first;
    taken = taken < span ? taken : span;
    if (taken > *most || span > SIZE_MAX / 2)
        return false;
    *most -= taken;
    m->size = span + PAGE;
    m->memory = mmap(NULL, m->size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (m->memory == MAP_FAILED) {
        m->memory = NULL;
        return false;
    }
    if (taken < span) /* avoid a huge page per message */
        madvise(m->memory, m->size, MADV_NOHUGEPAGE);
    else
        memset(m->memory, 1, m->size); /* avoid page faults during trials */
    for (int i = 0; i < n && taken < span; i++)
        if (stretch_of(&list[i], &first, &end))
            memset(ms_address(base_of(m), first), 1, (size_t)(end - first));
    return true;
}

static void area_close(struct area *m)
{
    if (m->memory != NULL)
        munmap(m->memory, m->size);
}

/* ---- opening ------------------------------------------------------------ */

static bool trial_open(struct trial *t, const struct msgsched_plan *plan)
{
    const struct ms_lists *l = t->lists;
    size_t most = MOST;

    t->plan = *plan;
    pthread_mutex_init(&t->plan.lock, NULL);
    t->plan.set = NULL;
    t->plan.arrived = malloc(((size_t)l->nrecv + 1) * sizeof(int));
    t->plan.error = MPI_SUCCESS;
    return t->plan.arrived != NULL &&
           area_open(&t->out, l->nsend, l->sends, &most) &&
           area_open(&t->in, l->nrecv, l->recvs, &most);
}

static void trial_close(struct trial *t)
{
    for (int k = 0; k < MS_CANDIDATES; k++)
        ms_set_free(t->set[k]);
    area_close(&t->out);
    area_close(&t->in);
    free(t->plan.arrived);
    pthread_mutex_destroy(&t->plan.lock);
}

/* ---- candidates ---------------------------------------------------------- */

static void set_drop(struct trial *t, int k)
{
    ms_set_free(t->set[k]);
    t->set[k] = NULL;
}

/* Makes the set of candidate k and allocates all that its first exchange needs,
 * so that no rank waits for a rank that failed to start. Drops the candidate if
 * any rank is out of memory. */
static int set_make(struct trial *t, int k)
{
    struct msgsched_plan *p = &t->plan;
    int rc = ms_set_make(p, ms_candidates[k], t->lists, &t->set[k], t->a);

    if (rc == MPI_SUCCESS && t->set[k]->engine->ready != NULL) {
        p->set = t->set[k];
        p->sendbase = base_of(&t->out);
        p->recvbase = base_of(&t->in);
        p->set->engine->ready(p, t->a);
        rc = ms_agreed(t->a);
    }
    if (rc != MPI_ERR_NO_MEM)
        return rc;
    set_drop(t, k);
    ms_agree_open(t->a, p->comm->comm, p->comm->rank);
    return MPI_SUCCESS;
}

/* ---- exchanges ----------------------------------------------------------- */

/* Returns the seconds of one exchange of candidate k, or INFINITY if it is
 * dropped. */
static double exchange(struct trial *t, int k)
{
    struct msgsched_plan *p = &t->plan;
    double start;
    int rc;

    if (t->set[k] == NULL)
        return INFINITY;
    p->set = t->set[k];
    rc = MPI_Barrier(p->comm->comm);
    start = MPI_Wtime();
    if (rc == MPI_SUCCESS)
        rc = msgsched_start(p, base_of(&t->out), base_of(&t->in));
    if (rc == MPI_SUCCESS)
        rc = msgsched_wait(p);
    ms_note(t->a, rc);
    return MPI_Wtime() - start;
}

/* Replaces each time by its maximum over all ranks. */
static int longest(struct trial *t, double *seconds, size_t n)
{
    int rc = ms_agreed(t->a);

    return rc != MPI_SUCCESS
               ? rc
               : ms_all(t->a,
                        MPI_Allreduce(MPI_IN_PLACE, seconds, (int)n, MPI_DOUBLE,
                                      MPI_MAX, t->plan.comm->comm));
}

/* Sets *seconds to the shortest of the first exchanges of candidate k. */
static int try_first(struct trial *t, int k, double *seconds)
{
    double tries[TRIES + 1];
    int rc;

    for (int i = 0; i < TRIES; i++)
        tries[i] = exchange(t, k);
    tries[TRIES] = MPI_Wtime() - t->start;
    rc = longest(t, tries, TRIES + 1);
    t->spent = tries[TRIES];
    *seconds = tries[0];
    for (int i = 1; i < TRIES; i++)
        *seconds = fmin(*seconds, tries[i]);
    return rc;
}

/* Times the first exchanges of each candidate. Drops slow candidates at once,
 * because sets of many messages are large. Sets *left to the seconds of a round
 * of the remaining ones. Stops if another candidate as slow as the last one
 * would exceed the time limit. */
static int try_all(struct trial *t, double seconds[MS_CANDIDATES], double *left)
{
    double last = 0;
    int rc = MPI_SUCCESS;

    for (int k = 0; k < MS_CANDIDATES; k++)
        seconds[k] = INFINITY;
    for (int k = 0; k < MS_CANDIDATES && rc == MPI_SUCCESS; k++) {
        double before = t->spent;

        if (!ms_is_tried(ms_candidates[k], t->most <= FEW, t->plan.nnodes) ||
            before + last > ms_patience(ms_least(seconds)))
            continue;
        rc = set_make(t, k);
        if (rc == MPI_SUCCESS)
            rc = try_first(t, k, &seconds[k]);
        last = t->spent - before;
        *left = ms_drop(seconds);
        for (int n = 0; n < MS_CANDIDATES; n++)
            if (isinf(seconds[n]))
                set_drop(t, n);
    }
    return rc;
}

/* Times the remaining candidates in turn, in a different order each round. */
static int race(struct trial *t, double *seconds, size_t rounds)
{
    for (size_t r = 0; r < rounds; r++)
        for (size_t i = 0; i < MS_CANDIDATES; i++) {
            size_t k = (r + i) % MS_CANDIDATES;

            seconds[k * rounds + r] = exchange(t, (int)k);
        }
    return longest(t, seconds, rounds * MS_CANDIDATES);
}

static int choose(struct trial *t, enum msgsched_schedule *schedule)
{
    double seconds[MS_CANDIDATES * MS_ROUNDS], left = 0;
    size_t rounds = 0;
    int rc = try_all(t, seconds, &left);

    if (rc == MPI_SUCCESS && REPEATS)
        rounds = ms_rounds(left, ms_patience(ms_least(seconds)) - t->spent);
    if (rounds > 0)
        rc = race(t, seconds, rounds);
    if (rc == MPI_SUCCESS)
        *schedule = ms_choose(seconds, rounds > 0 ? rounds : 1);
    return rc;
}

/* Sets t->most, and clears *fit on all ranks if some rank's messages do not
 * fit. */
static int agree_on(struct trial *t, bool *fit)
{
    const struct ms_lists *lists = t->lists;
    int mine[2] = {!*fit,
                   lists->nsend > lists->nrecv ? lists->nsend : lists->nrecv};
    int any[2] = {0, 0};
    int rc = ms_all(t->a, MPI_Allreduce(mine, any, 2, MPI_INT, MPI_MAX,
                                        t->plan.comm->comm));

    *fit = !any[0];
    t->most = any[1];
    return rc;
}

int ms_try(const struct msgsched_plan *plan, const struct ms_lists *lists,
           enum msgsched_schedule *schedule, struct ms_agree *a)
{
    struct trial t = {.lists = lists, .a = a, .start = MPI_Wtime()};
    bool fit = trial_open(&t, plan);
    int rc = agree_on(&t, &fit);

    if (rc == MPI_SUCCESS && !fit)
        *schedule = MSGSCHED_BOTH;
    if (rc == MPI_SUCCESS && fit)
        rc = choose(&t, schedule);
    trial_close(&t);
    return rc;
}
