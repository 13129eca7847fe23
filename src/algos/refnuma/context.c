/* context.c: creation and release of contexts, their failures and statistics.
 */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A context has a duplicate of a communicator and the arrays that share its
 * barriers. The ranks first agree on the options and on what their machines
 * support, so that calls fail on all ranks or on none.
 */
#include "context.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "array.h"
#include "lib/digest.h"

/*
 * The value of words that were not delivered: a quiet NaN with random bits, one
 * for the whole process. If the program writes this value, it has read an
 * undefined element.
 */
static uint64_t undefined_word(void)
{
    static _Atomic uint64_t word;
    const uint64_t quiet = UINT64_C(0x7ff8) << 48, noise = quiet - 1;
    uint64_t drawn, none = 0;

    if (getrandom(&drawn, sizeof(drawn), 0) != sizeof(drawn))
        drawn = (uint64_t)(uintptr_t)&word * SCATTER_STEP;
    drawn = quiet | (drawn & noise >> 13) | 1;
    /* relaxed: it publishes no other data */
    atomic_compare_exchange_strong_explicit(
        &word, &none, drawn, memory_order_relaxed, memory_order_relaxed);
    return atomic_load_explicit(&word, memory_order_relaxed);
}

static uint64_t digest_of(const struct refnuma_options *o)
{
    uint64_t digest = digest_add(DIGEST_BEGIN, o->first_read);

    digest = digest_add(digest, o->detect);
    digest = digest_add(digest, o->touch);
    return digest_add(digest, o->check);
}

/* Finds out whether all ranks are on one node and have MPI_THREAD_MULTIPLE. */
static int ask_mpi(MPI_Comm comm, struct rn_machine *machine)
{
    MPI_Comm node;
    int n = 0, all = 0, level = MPI_THREAD_SINGLE, mine[2], every[2], rc;

    rc = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                             &node);
    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Comm_size(node, &n);
    MPI_Comm_size(comm, &all);
    MPI_Comm_free(&node);
    MPI_Query_thread(&level);
    mine[0] = n == all;
    mine[1] = level == MPI_THREAD_MULTIPLE;
    rc = MPI_Allreduce(mine, every, 2, MPI_INT, MPI_MIN, comm);
    machine->one_node = every[0];
    machine->thread_multiple = every[1];
    return rc;
}

/* Opens c->uffd on all ranks or on none. In the latter case sets *why to the
 * reason, the same on all ranks. */
static void open_uffd(struct refnuma *c, bool signal, bool *there,
                      const char **why)
{
    const char *reason = "no reason given";
    int rc = rn_uffd_open(&c->uffd, signal, &reason);

    c->has_uffd = rc == 0;
    *there = rn_agree(c->comm, rc == 0 ? MPI_SUCCESS : MPI_ERR_OTHER, reason) ==
             MPI_SUCCESS;
    if (*there)
        return;
    *why = refnuma_failure();
    if (c->has_uffd)
        rn_uffd_close(&c->uffd);
    c->has_uffd = false;
}

/* Finds the machine's properties, the same on all ranks. Opens c->uffd if the
 * options may need it. Returns an MPI error code. */
static int machine_ask(struct refnuma *c, const struct refnuma_options *asked,
                       struct rn_machine *machine)
{
    bool remote;
    int rc = ask_mpi(c->comm, machine);

    if (rc != MPI_SUCCESS)
        return rc;
    remote = asked->first_read == REFNUMA_DELIVER && !machine->one_node;
    machine->remote_windows =
        remote && machine->thread_multiple && rn_remote_windows(c->comm);
    machine->uffd = false;
    machine->no_uffd = "options do not ask for it";
    if (asked->touch == REFNUMA_TOUCH_FAULT &&
        (asked->detect != REFNUMA_DETECT_TWIN || remote))
        open_uffd(c, !remote, &machine->uffd, &machine->no_uffd);
    return MPI_SUCCESS;
}

/* Decides on the options and opens what they need. Collective, with the same
 * result on all ranks. */
static int open_context(struct refnuma *c, const struct refnuma_options *asked)
{
    struct rn_machine machine;
    const char *why = "";
    int rc = machine_ask(c, asked, &machine);

    if (rc != MPI_SUCCESS)
        return rn_fail_error(rc, "MPI failed",
                             "do other programs run with this MPI library?");
    c->one_node = machine.one_node;
    rc = rn_options_settle(asked, &machine, &c->options, &c->adaptive, &why);
    if (rc != 0)
        return rn_fail(MPI_ERR_UNSUPPORTED_OPERATION, why);
    if (c->has_uffd && c->options.detect == REFNUMA_DETECT_TWIN &&
        !c->adaptive) {
        rn_uffd_close(&c->uffd);
        c->has_uffd = false;
    }
    if (c->adaptive && rn_costs_measure(&c->uffd, c->page, &c->costs) != 0)
        c->adaptive = false;
    rn_messages_open(c);
    return MPI_SUCCESS;
}

static void context_close(struct refnuma *c)
{
    for (size_t i = 0; i < c->narrays; i++)
        rn_array_close(c->arrays[i]);
    rn_messages_close(c);
    if (c->has_uffd)
        rn_uffd_close(&c->uffd);
    if (c->comm != MPI_COMM_NULL)
        MPI_Comm_free(&c->comm);
    rn_extents_free(&c->drop_pages);
    free(c->arrays);
    free(c->message);
    free(c);
}

/* Duplicates the communicator and makes its errors return. Fails on all ranks
 * or on none. */
static int take_comm(struct refnuma *c, MPI_Comm comm)
{
    int inter = 0, rc = MPI_Comm_test_inter(comm, &inter);

    if (rc != MPI_SUCCESS || inter)
        return rn_fail(MPI_ERR_COMM, "not an intracommunicator");
    rc = MPI_Comm_dup(comm, &c->comm);
    if (rc != MPI_SUCCESS) {
        c->comm = MPI_COMM_NULL;
        return rn_fail_error(rc, "cannot duplicate the communicator",
                             "fewer communicators may help");
    }
    MPI_Comm_set_errhandler(c->comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(c->comm, &c->rank);
    MPI_Comm_size(c->comm, &c->ranks);
    return MPI_SUCCESS;
}

int refnuma_init(MPI_Comm comm, const struct refnuma_options *options,
                 struct refnuma **context)
{
    struct refnuma_options asked = refnuma_options_default();
    const char *why = "no memory for a context";
    struct refnuma *c;
    int rc;

    if (context != NULL)
        *context = NULL;
    if (comm == MPI_COMM_NULL)
        return rn_fail(MPI_ERR_ARG, "no communicator");
    if (options != NULL)
        asked = *options;
    c = calloc(1, sizeof(*c));
    rc = c == NULL ? MPI_ERR_NO_MEM : MPI_SUCCESS;
    if (context == NULL) {
        rc = MPI_ERR_ARG;
        why = "context is a null pointer";
    }
    rc = rn_agree_same(comm, digest_of(&asked), rc, why);
    if (rc != MPI_SUCCESS) {
        free(c);
        return rc;
    }
    c->comm = MPI_COMM_NULL;
    c->page = (size_t)sysconf(_SC_PAGESIZE);
    if (c->page < 4096)
        c->page = 4096;
    c->undefined = undefined_word();
    rc = take_comm(c, comm);
    if (rc == MPI_SUCCESS)
        rc = open_context(c, &asked);
    if (rc != MPI_SUCCESS) {
        context_close(c);
        return rc;
    }
    *context = c;
    rn_fail(MPI_SUCCESS, ""); /* forget failures that had no effect */
    return MPI_SUCCESS;
}

int refnuma_finalize(struct refnuma **context)
{
    if (context == NULL || *context == NULL)
        return rn_fail(MPI_ERR_ARG, "no context");
    if ((*context)->begun)
        return rn_fail(MPI_ERR_OTHER, "a barrier has begun but not ended");
    context_close(*context);
    *context = NULL;
    return MPI_SUCCESS;
}

/* Adds the array's current counts, with pages that no barrier has reported
 * yet. */
static void add_present(struct refnuma_info *sum, const struct refnuma_array *a)
{
    uint64_t opened =
        atomic_load_explicit(&a->mirror.nopened, memory_order_relaxed);
    int64_t fresh = (int64_t)(opened - a->mirror.taken + a->late.total);

    for (size_t i = 0; i < a->foreign.n; i++)
        sum->touched += (int64_t)a->foreign.v[i].pages.total;
    sum->touched += fresh;
    sum->shared += (int64_t)a->shared.total;
    sum->twins += (int64_t)a->twinned.total + fresh;
}

int refnuma_info(const struct refnuma *context,
                 const struct refnuma_array *array, struct refnuma_info *info)
{
    if (context == NULL || info == NULL)
        return rn_fail(MPI_ERR_ARG, "context or info is a null pointer");
    *info = (struct refnuma_info){0};
    if (array != NULL) {
        rn_info_add(info, array);
        add_present(info, array);
    } else {
        *info = context->count;
        for (size_t i = 0; i < context->narrays; i++)
            if (context->arrays[i] != NULL) {
                rn_info_add(info, context->arrays[i]);
                add_present(info, context->arrays[i]);
            }
        rn_messages_info(context, info);
    }
    info->page = (int64_t)context->page;
    info->uffd = context->has_uffd;
    return MPI_SUCCESS;
}
