/* plan.c: plans made, changed and freed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "nodes.h"
#include "set.h"
#include "trial.h"

static int *copy_ints(const int *from, size_t n)
{
    int *to = from != NULL ? malloc((n + 1) * sizeof(*to)) : NULL;

    if (to != NULL)
        memcpy(to, from, n * sizeof(*to));
    return to;
}

/* Nodes and distances: those of the options, or the machine's. */
static void nodes_take(struct msgsched_plan *p, struct ms_agree *a)
{
    const struct msgsched_options *o = &p->options;
    size_t own;

    p->where = p->home->node;
    p->nnodes = p->home->nnodes;
    if (o->node != NULL) {
        p->node = copy_ints(o->node, (size_t)p->home->size);
        p->where = p->node;
        if (p->node != NULL)
            p->nnodes = ms_nodes_number(p->node, p->home->size);
    }
    if (o->node != NULL && (p->node == NULL || p->nnodes < 0)) {
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
        return;
    }
    if (o->distance == NULL)
        return;
    if (o->distance_nodes != p->nnodes) {
        ms_refuse(a, MS_NODES, MPI_PROC_NULL, MPI_PROC_NULL);
        return;
    }
    ms_check_distance(a, o->distance, p->nnodes);
    own = (size_t)p->where[p->home->rank] * (size_t)p->nnodes;
    p->distance = copy_ints(o->distance + own, (size_t)p->nnodes);
    if (p->distance == NULL)
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
}

/* All ranks have to say the same, and something that goes together. */
static int options_agree(struct msgsched_plan *p, struct ms_agree *a)
{
    uint64_t sum[2], all[2];
    const char *why;
    int rc;

    nodes_take(p, a);
    rc = ms_agreed(a);
    if (rc != MPI_SUCCESS)
        return rc;
    sum[0] = ms_check_sum(&p->options, p->home->size, p->nnodes);
    sum[1] = ~sum[0];
    rc = ms_all(
        a, MPI_Allreduce(sum, all, 2, MPI_UINT64_T, MPI_MAX, p->home->comm));
    if (rc != MPI_SUCCESS)
        return rc;
    if (all[0] != ~all[1])
        return ms_all_fail(a, MPI_ERR_ARG, "options differ between ranks");
    if (msgsched_options_check(&p->options, &why) != 0)
        return ms_all_fail(a, MPI_ERR_ARG, why);
    p->options.node = p->node;
    p->options.distance = NULL; /* the caller's: not read again */
    return MPI_SUCCESS;
}

/* Under `auto`, with the schedule that is the fastest of those tried. */
static int set_make(struct msgsched_plan *p, int nsend,
                    const struct msgsched_message *sends, int nrecv,
                    const struct msgsched_message *recvs, struct ms_set **set,
                    struct ms_agree *a)
{
    enum msgsched_schedule schedule = p->options.schedule;
    int rc = MPI_SUCCESS;

    if (schedule == MSGSCHED_AUTO)
        rc = ms_try(p, nsend, sends, nrecv, recvs, &schedule, a);
    return rc != MPI_SUCCESS
               ? rc
               : ms_set_make(p, schedule, nsend, sends, nrecv, recvs, set, a);
}

static int plan_fill(struct msgsched_plan *p, int nsend,
                     const struct msgsched_message *sends, int nrecv,
                     const struct msgsched_message *recvs, struct ms_agree *a)
{
    int rc = options_agree(p, a);

    if (rc != MPI_SUCCESS)
        return rc;
    ms_check_list(a, p->home->size, nsend, sends);
    ms_check_list(a, p->home->size, nrecv, recvs);
    p->tag = ms_home_tag(p->home);
    p->arrived = malloc(((nrecv > 0 ? (size_t)nrecv : 0) + 1) * sizeof(int));
    if (p->tag < 0 || p->arrived == NULL)
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    rc = ms_agreed(a);
    if (rc == MPI_SUCCESS && ms_measures(&p->options))
        rc = ms_all(a, ms_measure(p->home));
    return rc != MPI_SUCCESS
               ? rc
               : set_make(p, nsend, sends, nrecv, recvs, &p->set, a);
}

static void plan_free(struct msgsched_plan *p)
{
    ms_set_free(p->set);
    if (p->tag >= 0)
        ms_home_untag(p->home, p->tag);
    ms_home_put(p->home);
    free(p->node);
    free(p->distance);
    free(p->arrived);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

static int comm_check(MPI_Comm comm)
{
    int inter, rc;

    if (comm == MPI_COMM_NULL)
        return MPI_ERR_COMM;
    rc = MPI_Comm_test_inter(comm, &inter);
    return rc == MPI_SUCCESS && inter ? MPI_ERR_COMM : ms_class(rc);
}

static const char *what_of(int class)
{
    return class == MPI_ERR_COMM     ? "not a communicator for plans"
           : class == MPI_ERR_NO_MEM ? "no memory"
                                     : "MPI failed";
}

/* Without a home there is nothing to agree by. */
static int no_home(int code, struct msgsched_failure *why)
{
    if (why != NULL)
        *why = (struct msgsched_failure){.code = ms_class(code),
                                         .what = what_of(ms_class(code)),
                                         .rank = -1,
                                         .peer = MPI_PROC_NULL,
                                         .tag = MPI_PROC_NULL};
    return ms_class(code);
}

int msgsched_plan(MPI_Comm comm, int nsend,
                  const struct msgsched_message sends[], int nrecv,
                  const struct msgsched_message recvs[],
                  const struct msgsched_options *options,
                  struct msgsched_plan **plan, struct msgsched_failure *why)
{
    double start = MPI_Wtime(), measured;
    struct msgsched_plan *p;
    struct ms_home *home;
    struct ms_agree a;
    int rc = comm_check(comm);

    if (rc == MPI_SUCCESS)
        rc = ms_home_get(comm, &home);
    if (rc != MPI_SUCCESS)
        return no_home(rc, why);
    ms_agree_open(&a, home->comm, home->rank);
    p = calloc(1, sizeof(*p));
    if (p == NULL || plan == NULL)
        ms_refuse(&a, p == NULL ? MS_MEMORY : MS_OUTPUT, MPI_PROC_NULL,
                  MPI_PROC_NULL);
    rc = ms_agreed(&a);
    if (rc != MPI_SUCCESS) {
        free(p);
        ms_home_put(home);
        goto out;
    }
    pthread_mutex_init(&p->lock, NULL);
    p->home = home;
    p->tag = -1;
    p->driver = al_gpu_driver();
    p->options = options != NULL ? *options : msgsched_options_default();
    measured = home->costs.seconds;
    rc = plan_fill(p, nsend, sends, nrecv, recvs, &a);
    if (rc != MPI_SUCCESS) {
        plan_free(p);
    } else {
        p->set->info.plan_seconds =
            MPI_Wtime() - start - (home->costs.seconds - measured);
        *plan = p;
    }
out:
    if (why != NULL)
        *why = a.why;
    return rc;
}

int msgsched_update(struct msgsched_plan *plan, int nsend,
                    const struct msgsched_message sends[], int nrecv,
                    const struct msgsched_message recvs[],
                    struct msgsched_failure *why)
{
    double start = MPI_Wtime();
    struct ms_set *set = NULL;
    struct ms_agree a;
    int *arrived, rc;

    if (plan == NULL)
        return MPI_ERR_ARG;
    ms_agree_open(&a, plan->home->comm, plan->home->rank);
    if (plan->flying || plan->error != MPI_SUCCESS)
        ms_refuse(&a, plan->flying ? MS_FLYING : MS_BROKEN, MPI_PROC_NULL,
                  MPI_PROC_NULL);
    ms_check_list(&a, plan->home->size, nsend, sends);
    ms_check_list(&a, plan->home->size, nrecv, recvs);
    arrived = malloc(((nrecv > 0 ? (size_t)nrecv : 0) + 1) * sizeof(int));
    if (arrived == NULL)
        ms_refuse(&a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    rc = ms_agreed(&a);
    if (rc == MPI_SUCCESS)
        rc = set_make(plan, nsend, sends, nrecv, recvs, &set, &a);
    if (rc == MPI_SUCCESS) {
        int *old = plan->arrived;

        plan->arrived = arrived;
        arrived = old;
        plan->narrived = plan->told = 0;
        ms_set_free(plan->set);
        plan->set = set;
        set->info.plan_seconds = MPI_Wtime() - start;
    }
    free(arrived);
    if (why != NULL)
        *why = a.why;
    return rc;
}

int msgsched_info(const struct msgsched_plan *plan, struct msgsched_info *info)
{
    if (plan == NULL || info == NULL)
        return MPI_ERR_ARG;
    *info = plan->set->info;
    return MPI_SUCCESS;
}

int msgsched_free(struct msgsched_plan **plan)
{
    if (plan == NULL || *plan == NULL)
        return MPI_ERR_ARG;
    if ((*plan)->flying)
        return MPI_ERR_REQUEST;
    plan_free(*plan);
    *plan = NULL;
    return MPI_SUCCESS;
}
