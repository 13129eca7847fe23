/* auto.c: which schedule is the fastest, by what exchanges took.
 *
 * Four schedules have ever been the fastest by more than a hundredth, in
 * measurements on one host and between hosts, and in simulations of the paper's
 * applications: persistent requests where messages are few and long, derived
 * datatypes where they lie close together, merging where they are many and
 * small, throttling on an oversubscribed tree. Those far behind are out after
 * two exchanges, the others take turns for about 10 ms (trial.c).
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "auto.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algos/type.h"

const enum msgsched_schedule ms_candidates[MS_CANDIDATES] = {
    MSGSCHED_PERSISTENT,
    MSGSCHED_DATATYPE,
    MSGSCHED_MERGE,
    MSGSCHED_THROTTLE,
};

/* MPI libraries may be slow with many messages posted at once. How many are on
 * their way at a time counts where there are several nodes. */
bool ms_is_tried(enum msgsched_schedule schedule, bool few, int nodes)
{
    switch (schedule) {
    case MSGSCHED_PERSISTENT:
        return few;
    case MSGSCHED_THROTTLE:
        return few && nodes > 1;
    default:
        return true;
    }
}

double ms_patience(double least)
{
    const double always = 1, exchanges = 100;

    return fmax(always, exchanges * least);
}

double ms_least(const double seconds[MS_CANDIDATES])
{
    double least = INFINITY;

    for (int k = 0; k < MS_CANDIDATES; k++)
        least = fmin(least, seconds[k]);
    return least;
}

double ms_drop(double seconds[MS_CANDIDATES])
{
    const double behind = 3;
    double least = ms_least(seconds), sum = 0;

    for (int k = 0; k < MS_CANDIDATES; k++)
        if (seconds[k] <= behind * least && isfinite(seconds[k]))
            sum += seconds[k];
        else
            seconds[k] = INFINITY;
    return sum;
}

size_t ms_rounds(double seconds, double patience)
{
    enum { FEW = 5 };
    const double enough = 10e-3;

    if (seconds > patience)
        return 0;
    if (seconds * MS_ROUNDS <= enough)
        return MS_ROUNDS;
    if (seconds * FEW > enough)
        return seconds * FEW <= patience ? FEW : 1;
    return ((size_t)(enough / seconds) - 1) | 1;
}

enum msgsched_schedule ms_choose(double *seconds, size_t rounds)
{
    const double same = 1.02;
    double median[MS_CANDIDATES], least;
    int k = 0;

    for (size_t i = 0; i < MS_CANDIDATES; i++)
        median[i] = ms_median(seconds + i * rounds, rounds);
    least = ms_least(median);
    while (k < MS_CANDIDATES - 1 && !(median[k] <= same * least))
        k++;
    return ms_candidates[k];
}

/* ---- memory for trials --------------------------------------------------- */

enum { PAGE = 4096 }; /* processors prefetch nothing across such a border */

static int by_first(const void *a, const void *b, void *arg)
{
    const struct ms_stretch *x = a, *y = b;
    int c = ms_order(x->first, y->first);

    (void)arg;
    return c != 0 ? c : ms_order(x->index, y->index);
}

static int64_t on_page(int64_t place)
{
    return place & (PAGE - 1);
}

static int64_t shorter(int64_t gap)
{
    return gap > 2 * (int64_t)PAGE ? PAGE + on_page(gap) : gap;
}

size_t ms_lay(struct ms_stretch *v, size_t n)
{
    int64_t end = 0,
            to = 0; /* of what has been laid: the old one, the new one */
    bool any = false;

    ms_sort(v, n, sizeof(*v), by_first, NULL);
    for (size_t i = 0; i < n; i++) {
        if (v[i].first == v[i].end) { /* nothing lies there */
            v[i].to = 0;
            continue;
        }
        if (!any)
            v[i].to = on_page(v[i].first);
        else if (v[i].first > end)
            v[i].to = to + shorter(v[i].first - end);
        else
            v[i].to = to - (end - v[i].first);
        if (!any || v[i].end > end) {
            end = v[i].end;
            to = v[i].to + (v[i].end - v[i].first);
        }
        any = true;
    }
    return (size_t)to;
}

static struct ms_stretch stretch_of(const struct msgsched_message *m, int index)
{
    MPI_Count lb, extent, first, span;
    struct ms_stretch v = {.first = m->displ, .end = m->displ, .index = index};
    MPI_Count size = 0, rest; /* extents may be negative */

    if (m->peer != MPI_PROC_NULL)
        AS_COUNT(MPI_Type_size)(m->type, &size);
    if (size == 0 || m->count == 0)
        return v;
    AS_COUNT(MPI_Type_get_extent)(m->type, &lb, &extent);
    AS_COUNT(MPI_Type_get_true_extent)(m->type, &first, &span);
    rest = (m->count - 1) * extent;
    v.first += (int64_t)(first + (rest < 0 ? rest : 0));
    v.end += (int64_t)(first + span + (rest > 0 ? rest : 0));
    return v;
}

static bool messages_lay(struct ms_scratch *s, int n)
{
    struct ms_stretch *v = malloc(((size_t)n + 1) * sizeof(*v));

    if (v == NULL)
        return false;
    for (int i = 0; i < n; i++)
        v[i] = stretch_of(&s->messages[i], i);
    s->bytes = ms_lay(v, (size_t)n);
    for (int i = 0; i < n; i++) {
        struct msgsched_message *m = &s->messages[v[i].index];

        m->displ = (MPI_Aint)(v[i].to + (m->displ - v[i].first));
    }
    free(v);
    return true;
}

bool ms_scratch_open(struct ms_scratch *s, int n,
                     const struct msgsched_message *messages, size_t most)
{
    size_t size = ((size_t)n + 1) * sizeof(*messages), pages;

    *s = (struct ms_scratch){.messages = malloc(size)};
    if (s->messages == NULL)
        return false;
    memcpy(s->messages, messages, (size_t)n * sizeof(*messages));
    if (!messages_lay(s, n) || s->bytes > most)
        return false;
    pages = s->bytes / PAGE + 1;
    s->memory = aligned_alloc(PAGE, pages * PAGE);
    if (s->memory != NULL)
        memset(s->memory, 1, s->bytes); /* or trials pay for new pages */
    return s->memory != NULL;
}

void ms_scratch_close(struct ms_scratch *s)
{
    free(s->messages);
    free(s->memory);
}
