/* memory.c: allocates the buffers of a case if they fit into memory. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/memory.h"

#include <errno.h>
#include <stdint.h>
#include "lib/populate.h"
#include "lib/xmalloc.h"
#include "machine/sysfile.h"
#include "mpi/agree.h"
#include "ops/layout.h"

static size_t bytes_of(MPI_Count elements, const struct bench_case *c)
{
    size_t bytes, n = (size_t)elements;

    return __builtin_mul_overflow(n, c->dtype->extent, &bytes) ? SIZE_MAX
                                                               : bytes;
}

/* Returns nine tenths of the memory that the kernel reports as available, or
 * that this process's control groups may still allocate, whichever is less. */
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

/* Decides whether the buffers move to other physical pages after each pass.
 * This needs memory for old pages, new pages and ballast. */
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

/* Gives buffers on all ranks the largest size of any rank, and so the same
 * number of slots: windows and persistent requests are tied to a slot. */
static void same_slots(MPI_Comm comm, struct buffers_spec *spec)
{
    unsigned long long mine[2] = {spec->send_bytes, spec->recv_bytes}, most[2];

    if (spec->span == 0 || MPI_Allreduce(mine, most, 2, MPI_UNSIGNED_LONG_LONG,
                                         MPI_MAX, comm) != MPI_SUCCESS)
        return;
    spec->send_bytes = (size_t)most[0];
    spec->recv_bytes = (size_t)most[1];
}

/* Returns how many buffer slots the operation and all variants support; 0:
 * any. */
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
     * available memory. */
    rc = memory_check(&spec, b->h->ranks_per_node, cause);
    rc = agree_reason(b->control, rc, cause);
    if (rc != 0)
        return rc;
    return agree_reason(b->control, buffers_open(buffers, &spec, cause), cause);
}
