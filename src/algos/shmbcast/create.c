/* create.c: make and free handles; every step agreed by all ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "handle.h"

#include <errno.h>
#include <stdlib.h>

#include "agree.h"
#include "crowd.h"
#include "placement.h"
#include "segment.h"

/* The same parameters everywhere? Minimum and maximum in one reduction. */
static int params_same(const struct shmbcast_params *p, MPI_Comm comm,
                       int *same)
{
    int k = sb_tree_kind(p->tree)->kmin > 0 ? p->k : 0; /* else ignored */
    long long mine[] = {(long long)p->f, p->s, p->q, p->tree, k};
    enum { N = sizeof(mine) / sizeof(mine[0]) };
    long long in[2 * N], out[2 * N];
    int rc;

    for (int i = 0; i < N; i++) {
        in[i] = mine[i];
        in[N + i] = -mine[i];
    }
    rc = MPI_Allreduce(in, out, 2 * N, MPI_LONG_LONG, MPI_MAX, comm);
    *same = 1;
    for (int i = 0; i < N && rc == MPI_SUCCESS; i++)
        *same &= out[i] == -out[N + i];
    return rc;
}

static int check_args(struct sb_agree *a, const struct shmbcast_params *p)
{
    int rc, same;

    sb_note(a, SB_ARGUMENT, -shmbcast_params_check(p, NULL));
    rc = sb_agree(a);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = params_same(p, a->comm, &same);
    if (rc != MPI_SUCCESS)
        return sb_fail(a, "cannot agree with the other ranks", rc);
    if (!same)
        return sb_fail(a, "parameters differ between ranks", MPI_ERR_ARG);
    return MPI_SUCCESS;
}

static int check_machine(struct sb_agree *a, int size)
{
    MPI_Comm machine;
    int here = 0, rc;

    rc = MPI_Comm_split_type(a->comm, MPI_COMM_TYPE_SHARED, a->rank,
                             MPI_INFO_NULL, &machine);
    if (rc != MPI_SUCCESS)
        return sb_fail(a, "cannot find the ranks of this machine", rc);
    MPI_Comm_size(machine, &here);
    MPI_Comm_free(&machine);
    sb_note(a, SB_MACHINE, here != size ? EXDEV : 0);
    return MPI_SUCCESS;
}

/* Where a rank runs. */
struct place {
    cpu_set_t cpus; /* that it may run on */
    int node;       /* that it is on now */
};

/* The tree, and what this rank has to know of where the others are. */
static int look_around(struct shmbcast *h, struct sb_agree *a, int *nodes)
{
    size_t size = (size_t)h->size;
    struct place mine = {.node = sb_node_here()};
    struct place *places = calloc(size, sizeof(*places));
    cpu_set_t *cpus = calloc(size, sizeof(*cpus));
    int rc;

    if (nodes == NULL || places == NULL || cpus == NULL)
        sb_note(a, SB_MEMORY, ENOMEM);
    sb_note(a, SB_MEMORY,
            -sb_tree_init(&h->tree, h->params.tree, h->params.k, h->size));
    rc = sb_agree(a);
    if (rc != MPI_SUCCESS)
        goto out;
    sb_cpus_here(&mine.cpus);
    rc = MPI_Allgather(&mine, sizeof(mine), MPI_BYTE, places, sizeof(mine),
                       MPI_BYTE, a->comm);
    if (rc != MPI_SUCCESS) {
        rc = sb_fail(a, "cannot ask the other ranks where they are", rc);
        goto out;
    }
    for (size_t i = 0; i < size; i++) {
        cpus[i] = places[i].cpus;
        nodes[i] = places[i].node;
    }
    h->waiter.crowded = sb_crowded(cpus, h->size);
out:
    free(cpus);
    free(places);
    return rc;
}

/* First touch: this rank's pages come from this rank's node. */
static void touch(struct shmbcast *h, const int *nodes)
{
    const struct sb_layout *l = &h->layout;
    char *queue = (char *)sb_fragment(h->base, l, h->rank, 0) - l->data;

    if (h->rank == 0) {
        sb_leaders((int *)h->base, nodes, h->size);
        for (unsigned i = 0; i < h->nsets; i++) {
            struct sb_set *set = sb_set(h->base, l, i);

            /* relaxed: nobody else looks before the next agreement */
            atomic_store_explicit(&set->op, SB_OP_NONE, memory_order_relaxed);
            atomic_store_explicit(&set->nreaders, 0, memory_order_relaxed);
        }
    }
    for (unsigned i = 0; i < h->nsets * h->set_len; i++)
        atomic_store_explicit(sb_control(h->base, l, h->rank, i), 0,
                              memory_order_relaxed);
    for (size_t at = l->data; at < l->stride; at += l->page)
        *(volatile char *)(queue + at) = 0;
}

static int make_segment(struct shmbcast *h, struct sb_agree *a,
                        const int *nodes)
{
    int rc = sb_segment_open(a, &h->layout, &h->base);

    if (rc != MPI_SUCCESS)
        return rc;
    touch(h, nodes);
    sb_note(a, SB_READAHEAD, sb_segment_ready(h->base, &h->layout));
    rc = sb_agree(a); /* and nobody comes before all have touched theirs */
    sb_pages_count(sb_fragment(h->base, &h->layout, h->rank, 0) -
                       h->layout.data,
                   h->layout.stride, h->layout.page, nodes[h->rank],
                   &h->pages_local, &h->pages_remote);
    return rc;
}

static int build(struct shmbcast *h, struct sb_agree *a)
{
    const struct shmbcast_params *p = &h->params;
    int *nodes, rc;

    rc = check_machine(a, h->size);
    if (rc != MPI_SUCCESS)
        return rc;
    if (sb_layout_init(&h->layout, p, h->size) != 0)
        return sb_fail(a, "segment larger than the address space",
                       MPI_ERR_NO_SPACE);
    a->why.bytes = h->layout.bytes;
    h->nsets = (unsigned)p->q;
    h->set_len = (unsigned)(p->s / p->q);
    nodes = calloc((size_t)h->size, sizeof(*nodes));
    rc = look_around(h, a, nodes);
    if (rc == MPI_SUCCESS)
        rc = make_segment(h, a, nodes);
    free(nodes);
    return rc;
}

static void destroy(struct shmbcast *h)
{
    if (h->base != NULL)
        sb_segment_close(h->base, &h->layout);
    sb_tree_fini(&h->tree);
    free(h->stage.bytes);
    free(h);
}

/* [a] holds the duplicate, which the new handle takes over. */
static int create(struct sb_agree *a, const struct shmbcast_params *params,
                  struct shmbcast **out)
{
    struct shmbcast_params defaults = shmbcast_params_default();
    struct shmbcast *h = out != NULL ? calloc(1, sizeof(*h)) : NULL;
    int rc;

    if (params == NULL)
        params = &defaults;
    if (h == NULL)
        sb_note(a, SB_ARGUMENT, out == NULL ? EINVAL : ENOMEM);
    rc = check_args(a, params);
    if (rc == MPI_SUCCESS) {
        h->params = *params;
        h->waiter.comm = a->comm;
        for (int i = 0; i < SB_NBASIC; i++)
            h->basic[i].type = MPI_DATATYPE_NULL;
        h->rank = a->rank;
        MPI_Comm_size(a->comm, &h->size);
        rc = build(h, a);
    }
    if (rc == MPI_SUCCESS)
        *out = h;
    else if (h != NULL)
        destroy(h);
    return rc;
}

/*
 * Errors of [comm] itself have to come back too: by default they abort. Nor is
 * its info inherited: what the user asserts of [comm], such as that nobody
 * probes it with wildcards, is not true of the duplicate.
 */
static int duplicate(MPI_Comm comm, MPI_Comm *out)
{
    MPI_Errhandler users;
    int rc = MPI_Comm_get_errhandler(comm, &users);

    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    rc = MPI_Comm_dup_with_info(comm, MPI_INFO_NULL, out);
    MPI_Comm_set_errhandler(comm, users);
    MPI_Errhandler_free(&users); /* the reference */
    if (rc == MPI_SUCCESS)
        MPI_Comm_set_errhandler(*out, MPI_ERRORS_RETURN);
    return rc;
}

int shmbcast_create_why(MPI_Comm comm, const struct shmbcast_params *params,
                        struct shmbcast **h, struct shmbcast_failure *why)
{
    struct sb_agree a = {.comm = MPI_COMM_NULL, .why.rank = -1};
    int rc, inter = 0;

    if (comm == MPI_COMM_NULL) {
        rc = sb_fail(&a, "no communicator", MPI_ERR_COMM);
        goto out;
    }
    rc = MPI_Comm_test_inter(comm, &inter);
    if (rc == MPI_SUCCESS && inter) {
        rc = sb_fail(&a, "an intercommunicator", MPI_ERR_COMM);
        goto out;
    }
    if (rc == MPI_SUCCESS)
        rc = duplicate(comm, &a.comm);
    if (rc != MPI_SUCCESS) {
        rc = sb_fail(&a, "cannot duplicate the communicator", rc);
        goto out;
    }
    MPI_Comm_rank(a.comm, &a.rank);
    rc = create(&a, params, h);
    if (rc != MPI_SUCCESS)
        MPI_Comm_free(&a.comm);
out:
    if (why != NULL)
        *why = a.why;
    return rc;
}

int shmbcast_create(MPI_Comm comm, const struct shmbcast_params *params,
                    struct shmbcast **h)
{
    return shmbcast_create_why(comm, params, h, NULL);
}

int shmbcast_free(struct shmbcast **h)
{
    int rc;

    if (h == NULL || *h == NULL)
        return MPI_SUCCESS;
    rc = MPI_Comm_free(&(*h)->waiter.comm);
    destroy(*h);
    *h = NULL;
    return sb_error_class(rc);
}

void shmbcast_placement(const struct shmbcast *h, long *pages_local,
                        long *pages_remote)
{
    *pages_local = h->pages_local;
    *pages_remote = h->pages_remote;
}

int shmbcast_leader(const struct shmbcast *h, int rank)
{
    return rank >= 0 && rank < h->size ? ((const int *)h->base)[rank] : -1;
}

const struct shmbcast_params *shmbcast_params(const struct shmbcast *h)
{
    return &h->params;
}
