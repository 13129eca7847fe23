/* learning.c: does a handle learn, from where does it begin, what stays. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "learning.h"

#include <sys/stat.h>

#include "calibrate.h"
#include "choose.h"
#include "distance.h"
#include "store.h"

/* Time namespaces have clocks of their own. The number of ours; 0 where there
 * are none. */
static int clock_number(void)
{
    struct stat st;

    return stat("/proc/self/ns/time", &st) == 0 ? (int)(st.st_ino & 0x7fffffff)
                                                : 0;
}

static int same_clock(struct sb_agree *a, bool *same)
{
    int mine = clock_number(), least, most;
    int rc = sb_agree_least(a, mine, &least);

    if (rc == MPI_SUCCESS)
        rc = sb_agree_least(a, -mine, &most);
    *same = rc == MPI_SUCCESS && least == -most;
    return rc;
}

static const char crowded[] = "ranks outnumber CPUs";

/* Ranks that share cores share caches, and pulling makes a root wait for ranks
 * that do not run: rings as long as what is copied fits into the last cache. */
static void crowded_thresholds(struct shmbcast_auto *h)
{
    if (h->params.slot == SHMBCAST_AUTO_LEARN)
        h->params.slot = SHMBCAST_AUTO_SLOT_MAX;
    if (h->params.pull == SHMBCAST_AUTO_LEARN)
        h->params.pull = h->stream;
}

/* The reason that all ranks see without asking, or NULL. */
static const char *reason(const struct shmbcast_auto *h)
{
    const struct shmbcast_auto_params *p = &h->params;

    if (h->size == 1)
        return "there is one rank";
    if (!p->learn)
        return "learn=0";
    if (p->calibrate)
        return "calibrate=1";
    if (p->slot != SHMBCAST_AUTO_LEARN && p->pull != SHMBCAST_AUTO_LEARN &&
        p->direct != SHMBCAST_AUTO_LEARN)
        return "all thresholds are given";
    if (h->waiter.oversubscribed)
        return crowded;
    return NULL;
}

int sb_learning_decide(struct shmbcast_auto *h, struct sb_agree *a)
{
    bool same = true;
    int rc = MPI_SUCCESS;

    h->why_not = reason(h);
    if (h->why_not == NULL)
        rc = same_clock(a, &same);
    if (!same)
        h->why_not = "the ranks' clocks differ";
    h->learns = h->why_not == NULL;
    if (h->why_not == crowded)
        crowded_thresholds(h);
    if (!h->learns)
        sb_fixed_thresholds(&h->params);
    return rc;
}

static struct sb_store_key key_of(const struct shmbcast_auto *h)
{
    return (struct sb_store_key){.pids = h->pids,
                                 .size = h->size,
                                 .rank = h->rank,
                                 .ring = h->ring,
                                 .group = h->params.group};
}

int sb_learning_begin(struct shmbcast_auto *h, struct sb_agree *a)
{
    const struct sb_store_key key = key_of(h);
    int all, rc;

    rc = sb_agree_least(a, sb_store_get(&key, &h->learned), &all);
    if (rc == MPI_SUCCESS && !all)
        rc = sb_calibrate_priors(h, a);
    if (h->learned.states.window == 0)
        sb_states_init(&h->learned.states, h->size - 1);
    return rc;
}

void sb_learning_keep(struct shmbcast_auto *h)
{
    const struct sb_store_key key = key_of(h);

    sb_rows_settle(h);
    if (h->learns)
        sb_store_put(&key, &h->learned);
}

bool shmbcast_auto_learns(const struct shmbcast_auto *h, const char **why)
{
    if (why != NULL)
        *why = h->why_not;
    return h->learns;
}
