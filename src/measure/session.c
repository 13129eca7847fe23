/* session.c: measures the overhead of the harness and the longest time of a
 * start message; creates an operation's algorithms on a communicator; allocates
 * a case's buffers if they fit into memory. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/session.h"

#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "lib/populate.h"
#include "lib/xmalloc.h"
#include "machine/cgroup.h"
#include "machine/sysfile.h"
#include "measure/gather.h"
#include "measure/run.h"
#include "mpi/agree.h"
#include "mpi/nodes.h"
#include "ops/layout.h"
#include "ops/registry.h"

enum { T_BCAST_REPS = 20, T_BCAST_SAFETY = 2 };

/* A start is on time if its delay is at most this many clock readings. */
enum { TOLERANCE_READS = 4 };
static const double tolerance_min = 100e-9;

/*
 * Step 2 of the paper: measures the longest time from rank 0's reading of its
 * clock until a rank has received the reading, over several broadcasts. The
 * first is ignored, since it sets up connections.
 */
static int measure_t_bcast(const struct harness *h, double *longest)
{
    int rc = MPI_SUCCESS;

    *longest = tolerance_min;
    for (int i = 0; i < T_BCAST_REPS && rc == MPI_SUCCESS; i++) {
        struct turn_order order = {0};

        rc = MPI_Barrier(h->comm);
        if (rc != MPI_SUCCESS)
            break;
        order.first_start = clock_global_now(&h->clocks->model, &h->clock);
        rc = HARNESS_BCAST(&order, sizeof(order), MPI_BYTE, 0, h->comm);
        if (i > 0)
            *longest =
                fmax(*longest, clock_global_now(&h->clocks->model, &h->clock) -
                                   order.first_start);
    }
    return rc;
}

static int ranks_per_node(MPI_Comm comm, int *size)
{
    MPI_Comm node;
    int rc = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                                 &node);

    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Comm_size(node, size);
    return MPI_Comm_free(&node);
}

/* Returns the size of the largest cache of this rank's core. The C library is
 * asked only if the kernel lists no caches: for some processors it adds up
 * several last-level caches, of which a core uses one. */
static size_t cache_bytes(void)
{
    size_t listed = sysfile_cache(SYSFILE_CPUS, sched_getcpu());
    long l3 = sysconf(_SC_LEVEL3_CACHE_SIZE);
    long l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
    size_t unknown = (size_t)32 << 20;

    if (listed > 0)
        return listed;
    return l3 > 0 ? (size_t)l3 : l2 > 0 ? (size_t)l2 : unknown;
}

static int measured_done(void *user, size_t index, const struct result *rows,
                         size_t n, char **cause)
{
    const struct summary *s = &rows->time.summary;

    (void)index, (void)n, (void)cause;
    *(struct measured *)user = (struct measured){
        s->mean, s->median, s->rse, rows->pass.parts[PART_TIME].fine};
    return 0;
}

int harness_measure(struct harness *h, const struct op *op, long max_valid,
                    double max_time, struct measured *out)
{
    const struct method *window = &method_window;
    const struct run_events events = {.user = out, .done = measured_done};
    struct measuring how;
    char *cause;
    int rc;

    *out = (struct measured){NAN, NAN, NAN, NAN};
    measuring_default(&how, &window);
    how.min_valid = how.max_valid = max_valid;
    how.max_time = max_time;
    how.passes = 1;
    rc = run_one(h, op, &algo_native, NULL, &how, &events, &cause);
    free(cause);
    if (rc != 0)
        return MPI_ERR_OTHER;
    return HARNESS_BCAST(out, sizeof(*out), MPI_BYTE, 0, h->comm);
}

/* Sets null_overhead and the clock's read_cost from launches of the empty
 * operation. read_cost is a mean over rounds: with clock steps of 10 ns, the
 * trimmed mean of launches of 23 ns would be 20 ns. If few launches are valid
 * or if times scatter, read_cost keeps its value. */
static void calibrate(struct harness *h)
{
    struct measured m;

    if (harness_measure(h, null_ops[0], 200, 0.1, &m) != MPI_SUCCESS ||
        isnan(m.rounds))
        return;
    h->null_overhead = m.median;
    if (m.rse <= 0.1) /* the standard error is small */
        h->clock.read_cost = m.rounds > 2 * m.median && m.median > 0
                                 ? m.median /* some were interrupted */
                                 : m.rounds;
}

int harness_open(struct harness *h, MPI_Comm comm, const struct clock *clock,
                 struct clocks *clocks, const struct timer_quality *quality,
                 bool oversubscribed)
{
    double mine[4], most[4] = {0}, longest;
    int rc;

    *h = (struct harness){
        .comm = comm,
        .clock = *clock,
        .clocks = clocks,
        .tolerance = fmax(fmax(tolerance_min, 2 * quality->resolution),
                          TOLERANCE_READS * quality->read_cost),
        .null_overhead = NAN,
        .oversubscribed = oversubscribed,
    };
    MPI_Comm_rank(h->comm, &h->rank);
    MPI_Comm_size(h->comm, &h->size);
    rc = ranks_per_node(h->comm, &h->ranks_per_node);
    if (rc == MPI_SUCCESS)
        rc = measure_t_bcast(h, &longest);
    if (rc != MPI_SUCCESS)
        return rc;
    mine[0] = (double)cache_bytes();
    mine[1] = quality->resolution;
    mine[2] = h->ranks_per_node;
    mine[3] = longest;
    rc = MPI_Allreduce(mine, most, 4, MPI_DOUBLE, MPI_MAX, h->comm);
    if (rc != MPI_SUCCESS)
        return rc;
    h->cache_bytes = (size_t)most[0];
    h->step = most[1];
    h->ranks_per_node = (int)most[2];
    h->t_bcast = T_BCAST_SAFETY * most[3];
    calibrate(h);
    return MPI_SUCCESS;
}

/* Creates variant i. create() must fail on all ranks of the communicator or on
 * none. */
static void algo_open(struct session *b, size_t i)
{
    const struct variant *v = &b->choice->variants[i];
    const struct algo *algo = v->algo;
    char *cause = NULL;
    int rc;

    if (b->size < b->choice->op->ranks && !b->o->few_ranks)
        b->reasons[i] = xasprintf("needs %d ranks or more (--allow-one-rank)",
                                  b->choice->op->ranks);
    if (algo->create == NULL || b->reasons[i] != NULL)
        return;
    watchdog_algo(b->h->watchdog, v->label, PLACE_OPENING);
    rc = algo->create(b->comm, v->values, &b->states[i], &cause);
    watchdog_step(b->h->watchdog, PLACE_BEFORE);
    if (b->o->groups > 1)
        rc = agree_reason(b->control, rc, &cause);
    if (rc != MPI_SUCCESS)
        b->reasons[i] = cause != NULL ? cause : error_text(rc);
}

int session_open(struct session *b, const struct harness *h,
                 const struct measuring *o, const struct choice *choice,
                 int procs)
{
    MPI_Comm made;
    int rc;

    *b = (struct session){
        .h = h,
        .o = o,
        .choice = choice,
        .comm = MPI_COMM_NULL,
        .control = MPI_COMM_NULL,
        .states = xcalloc(choice->nvariants, sizeof(*b->states)),
        .reasons = xcalloc(choice->nvariants, sizeof(*b->reasons)),
    };
    rc = MPI_Comm_split(h->comm,
                        h->rank < procs ? h->rank / (procs / o->groups)
                                        : MPI_UNDEFINED,
                        h->rank, &b->comm);
    /* A communicator of all ranks takes time to make: the harness's is used. */
    b->control = h->comm;
    if (rc == MPI_SUCCESS && procs < h->size)
        rc = MPI_Comm_split(h->comm, h->rank < procs ? 0 : MPI_UNDEFINED,
                            h->rank, &b->control);
    if (rc != MPI_SUCCESS || b->comm == MPI_COMM_NULL)
        return rc;
    MPI_Comm_set_errhandler(b->comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(b->comm, &b->rank);
    MPI_Comm_size(b->comm, &b->size);
    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_set_errhandler(b->control, MPI_ERRORS_RETURN);
    if (rc == MPI_SUCCESS && choice->op->connect != NULL) {
        rc = choice->op->connect(b->comm, choice->values, &made);
        if (rc == MPI_SUCCESS)
            rc = MPI_Comm_free(&b->comm);
        if (rc == MPI_SUCCESS) {
            b->comm = made;
            rc = MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
        }
    }
    if (rc != MPI_SUCCESS)
        return rc;
    for (size_t i = 0; i < choice->nvariants; i++)
        algo_open(b, i);
    return MPI_SUCCESS;
}

void session_close(struct session *b)
{
    for (size_t i = 0; i < b->choice->nvariants; i++) {
        const struct algo *algo = b->choice->variants[i].algo;

        if (b->states[i] != NULL && algo->destroy != NULL)
            algo->destroy(b->states[i]);
        free(b->reasons[i]);
    }
    free(b->states);
    free(b->reasons);
    if (b->control != MPI_COMM_NULL && b->control != b->h->comm)
        MPI_Comm_free(&b->control);
    if (b->comm != MPI_COMM_NULL)
        MPI_Comm_free(&b->comm);
    *b = (struct session){0};
}

static size_t bytes_of(MPI_Count elements, const struct bench_case *c)
{
    size_t bytes, n = (size_t)elements;

    return __builtin_mul_overflow(n, c->dtype->extent, &bytes) ? SIZE_MAX
                                                               : bytes;
}

/* Nine tenths of the available memory, as the kernel reports it, or of what
 * this process's control groups may still allocate, whichever is less. */
size_t memory_room(int ranks_per_node)
{
    double available = sysfile_number("MemAvailable: %lf kB", "/proc/meminfo");
    size_t room = available > 0 ? (size_t)available * 1024 : SIZE_MAX;
    size_t allowed = cgroup_memory("");

    return (allowed < room ? allowed : room) / 10 * 9 / (size_t)ranks_per_node;
}

/* Refuses buffers that do not fit into memory: touching them would start the
 * kernel's out-of-memory killer. */
static int memory_check(const struct buffers_spec *spec, int ranks_per_node,
                        char **cause)
{
    size_t need = buffers_bytes(spec);
    size_t mapped = spec->arena != NULL ? spec->arena->touched : 0;

    if (spec->shared != MPI_COMM_NULL &&
        need > shm_room() / (size_t)ranks_per_node) {
        *cause = xasprintf("not enough room in /dev/shm for shared buffers of "
                           "%zu bytes on each rank",
                           need);
        return -ENOSPC;
    }
    if (need > 0 && need <= memory_room(ranks_per_node) + mapped)
        return 0;
    *cause = xasprintf(
        "not enough memory for buffers of %zu bytes on each rank", need);
    return -ENOMEM;
}

/* Decides whether the buffers move to other physical pages than in the previous
 * pass. This takes memory for old pages, new pages and ballast. */
static void pages_choose(struct buffers_spec *spec, const struct harness *h)
{
    size_t need = buffers_bytes(spec), room = memory_room(h->ranks_per_node);

    if (h->pages == NULL)
        return;
    if (need + pages_ballast(need) <= room)
        spec->pages = h->pages;
    else
        pages_release(h->pages);
}

/* Gives all ranks buffers of the same, largest size, and so the same number of
 * slots: windows and persistent requests are tied to a slot. */
static void same_slots(MPI_Comm comm, struct buffers_spec *spec)
{
    unsigned long long mine[2] = {spec->send_bytes, spec->recv_bytes}, most[2];

    if (spec->span == 0 || MPI_Allreduce(mine, most, 2, MPI_UNSIGNED_LONG_LONG,
                                         MPI_MAX, comm) != MPI_SUCCESS)
        return;
    spec->send_bytes = (size_t)most[0];
    spec->recv_bytes = (size_t)most[1];
}

/* Returns how many slots the operation and all variants support; 0 if any
 * number. */
static size_t most_slots(const struct choice *c)
{
    size_t most = c->op->life.slots;

    for (size_t i = 0; i < c->nvariants; i++) {
        size_t its = c->variants[i].algo->life.slots;

        if (most == 0 || (its != 0 && its < most))
            most = its;
    }
    return most;
}

int memory_open(struct buffers *buffers, const struct session *b,
                const struct bench_case *c, const struct op_args *a,
                char **cause)
{
    const struct measuring *o = b->o;
    const struct op *op = c->choice->op;
    struct buffers_spec spec = {
        .align = o->align,
        .hugepages = o->hugepages,
        .numa = o->numa,
        .shared = o->shared_memory ? b->comm : MPI_COMM_NULL,
        .span = o->buffer == BUFFER_COLD && !(op->flags & OP_NODATA)
                    ? 2 * b->h->cache_bytes
                    : 0,
        .threads = a->nthreads,
        .slots = most_slots(c->choice),
        .arena = b->h->arena,
    };
    MPI_Count send, recv;
    int rc;

    if (o->shared_memory && b->h->ranks_per_node < c->procs) {
        *cause = xstrdup("--memory=shared: the ranks are on several nodes");
        return -EXDEV;
    }
    layout_elements(op, a, c->rotate, &send, &recv);
    spec.send_bytes = bytes_of(send, c);
    spec.recv_bytes = bytes_of(recv, c);
    same_slots(b->control, &spec);
    pages_choose(&spec, b->h);
    /* All ranks check before any rank allocates, since allocations reduce the
     * memory that is available. */
    rc = memory_check(&spec, b->h->ranks_per_node, cause);
    rc = agree_reason(b->control, rc, cause);
    if (rc != 0)
        return rc;
    return agree_reason(b->control, buffers_open(buffers, &spec, cause), cause);
}
