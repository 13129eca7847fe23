/* memory.c: the buffers of a case: how many bytes, where, and if they fit. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/populate.h"
#include "lib/xmalloc.h"
#include "measure/gather.h"
#include "measure/memory.h"
#include "mpiperf/machine/sysfile.h"
#include "ops/layout.h"

static size_t bytes_of(MPI_Count elements, const struct bench_case *c)
{
    size_t bytes, n = (size_t)elements;

    return __builtin_mul_overflow(n, c->dtype->extent, &bytes) ? SIZE_MAX
                                                               : bytes;
}

/* Bytes of memory the kernel thinks can still be had; 0: it does not say. */
static size_t memory_available(void)
{
    FILE *f = fopen("/proc/meminfo", "r");
    unsigned long long kib = 0;
    char line[128];

    while (f != NULL && fgets(line, sizeof(line), f) != NULL)
        if (sscanf(line, "MemAvailable: %llu kB", &kib) == 1)
            break;
    if (f != NULL)
        fclose(f);
    return (size_t)kib * 1024;
}

/* Bytes this control group may still take; SIZE_MAX: no limit is known. */
static size_t memory_allowed(void)
{
    long max = sysfile_number("/sys/fs/cgroup/memory.max");
    long current = sysfile_number("/sys/fs/cgroup/memory.current");

    if (max < 0 || current < 0)
        return SIZE_MAX;
    return max > current ? (size_t)(max - current) : 0;
}

size_t memory_room(int ranks_per_node)
{
    size_t available = memory_available(), allowed = memory_allowed();

    if (available == 0 || allowed < available)
        available = allowed;
    return available / 10 * 9 / (size_t)ranks_per_node;
}

/* Touching more memory than there is would bring the out-of-memory killer. */
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

/* Other pages than the last pass's take memory for both, and for ballast. */
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

/* Rotating buffers have the same slots on all ranks: what is bound to one of
 * them, a window or a persistent request, is so everywhere. */
static void same_slots(MPI_Comm comm, struct buffers_spec *spec)
{
    unsigned long long mine[2] = {spec->send_bytes, spec->recv_bytes}, most[2];

    if (spec->span == 0 || MPI_Allreduce(mine, most, 2, MPI_UNSIGNED_LONG_LONG,
                                         MPI_MAX, comm) != MPI_SUCCESS)
        return;
    spec->send_bytes = (size_t)most[0];
    spec->recv_bytes = (size_t)most[1];
}

/* As many as the operation and all variants can prepare for; 0: no limit. */
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
        .numa = o->numa == NUMA_LOCAL        ? BUFFERS_NUMA_LOCAL
                : o->numa == NUMA_INTERLEAVE ? BUFFERS_NUMA_INTERLEAVE
                                             : o->numa_node,
        .shared = o->shared_memory ? b->comm : MPI_COMM_NULL,
        .span = o->buffer == BUFFER_COLD && !(op->flags & OP_NODATA)
                    ? 2 * b->h->cache_bytes
                    : 0,
        .slots = most_slots(c->choice),
        .arena = b->h->arena,
    };
    MPI_Count send, recv;
    int rc;

    if (o->shared_memory && b->h->ranks_per_node < a->size) {
        *cause = xstrdup("--memory=shared: the ranks are on several nodes");
        return -EXDEV;
    }
    layout_elements(op, a, c->rotate, &send, &recv);
    spec.send_bytes = bytes_of(send, c);
    spec.recv_bytes = bytes_of(recv, c);
    same_slots(b->control, &spec);
    pages_choose(&spec, b->h);
    /* All look before any takes: what a rank took is not available. */
    rc = memory_check(&spec, b->h->ranks_per_node, cause);
    rc = agree_reason(b->control, rc, cause);
    if (rc != 0)
        return rc;
    return agree_reason(b->control, buffers_open(buffers, &spec, cause), cause);
}
