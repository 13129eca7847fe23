/* plan.c: makes, updates and frees plans.
 *
 * A plan is made once and exchanged often, like persistent requests. Making it
 * is collective. The ranks agree on the options and on errors, measure the
 * costs of copies if the communicator does not have them yet, and make the set
 * of wire messages (set.c). If the schedule is `auto`, candidates are timed
 * first (trial.c).
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "auto.h"
#include "lib/digest.h"

static int *copy_ints(const int *from, size_t n)
{
    int *to = from != NULL ? malloc((n + 1) * sizeof(*to)) : NULL;

    if (to != NULL)
        memcpy(to, from, n * sizeof(*to));
    return to;
}

/* Replaces the user's node ids by numbers in the order of the nodes' lowest
 * ranks. Returns the number of nodes, or -1 if out of memory. */
static int ids_number(int *node, int size)
{
    int *names = malloc((size_t)size * sizeof(*names)), n = 0;

    if (names == NULL)
        return -1;
    for (int r = 0; r < size; r++) {
        int k = n - 1; /* try the previous rank's node first */

        while (k >= 0 && names[k] != node[r])
            k--;
        if (k < 0)
            names[k = n++] = node[r];
        node[r] = k;
    }
    free(names);
    return n;
}

/* Sets nodes and distances from the options. Default: nodes of the machine. */
static void nodes_take(struct msgsched_plan *p, struct ms_agree *a)
{
    const struct msgsched_options *o = &p->options;
    size_t own;

    p->where = p->comm->node;
    p->nnodes = p->comm->nnodes;
    if (o->node != NULL) {
        p->node = copy_ints(o->node, (size_t)p->comm->size);
        p->where = p->node;
        if (p->node != NULL)
            p->nnodes = ids_number(p->node, p->comm->size);
    }
    if (o->node != NULL && (p->node == NULL || p->nnodes < 0)) {
        ms_note(a, MPI_ERR_NO_MEM);
        return;
    }
    if (o->distance == NULL)
        return;
    if (o->distance_nodes != p->nnodes) {
        ms_refuse(a, MS_NODES, MPI_PROC_NULL, MPI_PROC_NULL);
        return;
    }
    for (size_t i = 0; i < (size_t)p->nnodes * (size_t)p->nnodes; i++)
        if (o->distance[i] < 0)
            ms_refuse(a, MS_NODES, MPI_PROC_NULL, MPI_PROC_NULL);
    own = (size_t)p->where[p->comm->rank] * (size_t)p->nnodes;
    p->distance = copy_ints(o->distance + own, (size_t)p->nnodes);
    if (p->distance == NULL)
        ms_note(a, MPI_ERR_NO_MEM);
}

/* Returns a hash of the options, computed by member because structures have
 * padding. */
static uint64_t options_sum(const struct msgsched_options *o, size_t size,
                            size_t nnodes)
{
    uint64_t sum = DIGEST_BEGIN;

#define OPTION(name, type, words, set, def, why, help)                         \
    sum = digest_bytes(sum, &o->name, sizeof(o->name));
#include "options.def"
#undef OPTION
    if (o->node != NULL)
        sum = digest_bytes(sum, o->node, size * sizeof(*o->node));
    if (o->distance != NULL)
        sum = digest_bytes(sum, o->distance,
                           nnodes * nnodes * sizeof(*o->distance));
    return sum;
}

/* Checks that the options are valid and the same on all ranks. */
static int options_agree(struct msgsched_plan *p, struct ms_agree *a)
{
    uint64_t sum[2], all[2];
    const char *why;
    int rc;

    nodes_take(p, a);
    rc = ms_agreed(a);
    if (rc != MPI_SUCCESS)
        return rc;
    sum[0] = options_sum(&p->options, (size_t)p->comm->size, (size_t)p->nnodes);
    sum[1] = ~sum[0];
    rc = ms_all(
        a, MPI_Allreduce(sum, all, 2, MPI_UINT64_T, MPI_MAX, p->comm->comm));
    if (rc != MPI_SUCCESS)
        return rc;
    if (all[0] != ~all[1])
        return ms_all_fail(a, MPI_ERR_ARG, "options differ between ranks");
    if (msgsched_options_check(&p->options, &why) != 0)
        return ms_all_fail(a, MPI_ERR_ARG, why);
    p->options.node = p->node;
    p->options.distance = NULL; /* the caller may free its distances */
    return MPI_SUCCESS;
}

/* Makes a new set of wire messages and a new list of completed receives.
 * Replaces the schedule `auto` by the fastest candidate. */
static int set_make(struct msgsched_plan *p, const struct ms_lists *l,
                    struct ms_set **set, int **arrived, struct ms_agree *a)
{
    enum msgsched_schedule schedule = p->options.schedule;
    int rc;

    ms_check_list(a, p->comm->size, l->nsend, l->sends);
    ms_check_list(a, p->comm->size, l->nrecv, l->recvs);
    *arrived =
        ms_alloc(a, l->nrecv > 0 ? (size_t)l->nrecv : 0, sizeof(**arrived));
    if (p->tag < 0)
        ms_note(a, MPI_ERR_NO_MEM);
    rc = ms_agreed(a);
    if (rc == MPI_SUCCESS && ms_measures(&p->options))
        rc = ms_measure(p->comm, a);
    if (rc == MPI_SUCCESS && schedule == MSGSCHED_AUTO)
        rc = ms_try(p, l, &schedule, a);
    return rc == MPI_SUCCESS ? ms_set_make(p, schedule, l, set, a) : rc;
}

static int plan_fill(struct msgsched_plan *p, const struct ms_lists *l,
                     struct ms_agree *a)
{
    int rc = options_agree(p, a);

    if (rc != MPI_SUCCESS)
        return rc;
    p->tag = ms_comm_tag(p->comm);
    return set_make(p, l, &p->set, &p->arrived, a);
}

static void plan_free(struct msgsched_plan *p)
{
    ms_set_free(p->set);
    if (p->tag >= 0)
        ms_comm_untag(p->comm, p->tag);
    ms_comm_put(p->comm);
    free(p->node);
    free(p->distance);
    free(p->arrived);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

/* Opens the shared state of the communicator. Until the duplicate exists, the
 * ranks agree over the caller's communicator. */
static int comm_open(MPI_Comm comm, struct ms_comm **shared, struct ms_agree *a)
{
    int inter = 1, rank = 0, rc = MPI_SUCCESS;

    if (comm != MPI_COMM_NULL) {
        rc = MPI_Comm_test_inter(comm, &inter);
        MPI_Comm_rank(comm, &rank);
    }
    ms_agree_open(a, comm, rank);
    if (rc == MPI_SUCCESS && inter)
        rc = MPI_ERR_COMM;
    if (rc != MPI_SUCCESS)
        return ms_all_fail(a, rc, "not an intracommunicator");
    rc = ms_comm_get(comm, shared, a);
    if (rc == MPI_SUCCESS)
        a->comm = (*shared)->comm;
    return rc;
}

int msgsched_plan(MPI_Comm comm, int nsend,
                  const struct msgsched_message sends[], int nrecv,
                  const struct msgsched_message recvs[],
                  const struct msgsched_options *options,
                  struct msgsched_plan **plan, struct msgsched_failure *why)
{
    const struct ms_lists lists = {nsend, nrecv, sends, recvs};
    double start = MPI_Wtime(), measured;
    struct msgsched_plan *p;
    struct ms_comm *shared = NULL;
    struct ms_agree a;
    int rc = comm_open(comm, &shared, &a);

    if (shared == NULL)
        goto out;
    p = calloc(1, sizeof(*p));
    if (p == NULL || plan == NULL)
        ms_refuse(&a, p == NULL ? MS_MEMORY : MS_OUTPUT, MPI_PROC_NULL,
                  MPI_PROC_NULL);
    rc = ms_agreed(&a);
    if (rc != MPI_SUCCESS) {
        free(p);
        ms_comm_put(shared);
        goto out;
    }
    pthread_mutex_init(&p->lock, NULL);
    p->comm = shared;
    p->tag = -1;
    p->driver = al_gpu_driver();
    p->options = options != NULL ? *options : msgsched_options_default();
    measured = shared->costs.seconds;
    rc = plan_fill(p, &lists, &a);
    if (rc != MPI_SUCCESS) {
        plan_free(p);
    } else {
        p->set->info.plan_seconds =
            MPI_Wtime() - start - (shared->costs.seconds - measured);
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
    const struct ms_lists lists = {nsend, nrecv, sends, recvs};
    double start = MPI_Wtime();
    struct ms_set *set = NULL;
    struct ms_agree a;
    int *arrived = NULL, rc;

    if (plan == NULL)
        return MPI_ERR_ARG;
    ms_agree_open(&a, plan->comm->comm, plan->comm->rank);
    if (plan->in_flight || plan->error != MPI_SUCCESS)
        ms_refuse(&a, plan->in_flight ? MS_IN_FLIGHT : MS_BROKEN, MPI_PROC_NULL,
                  MPI_PROC_NULL);
    rc = set_make(plan, &lists, &set, &arrived, &a);
    if (rc == MPI_SUCCESS) {
        ms_set_free(plan->set);
        plan->set = set;
        set->info.plan_seconds = MPI_Wtime() - start;
        free(plan->arrived);
        plan->arrived = arrived;
        plan->narrived = plan->reported = 0;
    } else {
        free(arrived);
    }
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
    if ((*plan)->in_flight)
        return MPI_ERR_REQUEST;
    plan_free(*plan);
    *plan = NULL;
    return MPI_SUCCESS;
}
