/* memory.c: the buffers of a case: how many bytes, where, and if they fit. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpiperf/measure/memory.h"

static size_t extent_bytes(enum extent e, const struct bench_case *c)
{
    size_t blocks = e == EXT_NONE ? 0 : e == EXT_ONE ? 1 : (size_t)c->procs;
    size_t bytes;

    if (__builtin_mul_overflow((size_t)c->count, c->dtype->extent, &bytes) ||
        __builtin_mul_overflow(bytes, blocks, &bytes))
        return SIZE_MAX;
    return bytes;
}

static int numa_of(const struct options *o)
{
    return o->numa == NUMA_LOCAL        ? BUFFERS_NUMA_LOCAL
           : o->numa == NUMA_INTERLEAVE ? BUFFERS_NUMA_INTERLEAVE
                                        : o->numa_node;
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
    unsigned long long max, current;
    FILE *f = fopen("/sys/fs/cgroup/memory.max", "r");
    FILE *g = fopen("/sys/fs/cgroup/memory.current", "r");
    size_t allowed = SIZE_MAX;

    if (f != NULL && g != NULL && fscanf(f, "%llu", &max) == 1 &&
        fscanf(g, "%llu", &current) == 1)
        allowed = max > current ? (size_t)(max - current) : 0;
    if (f != NULL)
        fclose(f);
    if (g != NULL)
        fclose(g);
    return allowed;
}

/* Touching more memory than there is would bring the out-of-memory killer. */
static int memory_check(const struct buffers_spec *spec, int ranks_per_node,
                        char **why)
{
    size_t need = buffers_bytes(spec), available = memory_available();
    size_t allowed = memory_allowed();

    if (available == 0 || allowed < available)
        available = allowed;
    if (need > 0 && need <= available / 10 * 9 / (size_t)ranks_per_node)
        return 0;
    *why = xasprintf("not enough memory for buffers of %zu bytes on each rank",
                     need);
    return -ENOMEM;
}

/* The lowest failing rank's reason reaches rank 0 and everybody's result. */
static int agree(MPI_Comm comm, int rc, char **why)
{
    int rank, lowest, mine;
    char text[256] = "";

    MPI_Comm_rank(comm, &rank);
    mine = rc == 0 ? INT_MAX : rank;
    if (MPI_Allreduce(&mine, &lowest, 1, MPI_INT, MPI_MIN, comm) !=
        MPI_SUCCESS)
        return -EIO;
    if (lowest == INT_MAX)
        return 0;
    if (rank == lowest && *why != NULL)
        snprintf(text, sizeof(text), "%s", *why);
    free(*why);
    MPI_Bcast(text, sizeof(text), MPI_CHAR, lowest, comm);
    *why = xasprintf("rank %d: %s", lowest, text);
    return -EIO;
}

int memory_open(struct buffers *buffers, const struct bench *b,
                const struct bench_case *c, char **why)
{
    const struct options *o = b->o;
    const struct op *op = c->choice->op;
    struct buffers_spec spec = {
        .send_bytes = extent_bytes(op->sendext, c),
        .recv_bytes = extent_bytes(op->recvext, c),
        .align = o->align,
        .hugepages = o->hugepages,
        .numa = numa_of(o),
        .span = o->buffer == BUFFER_COLD && !(op->flags & OP_NODATA)
                    ? 2 * b->h->cache_bytes
                    : 0,
    };
    int rc;

    /* All look before any takes: what a rank took is not available. */
    rc = agree(b->control, memory_check(&spec, b->h->ranks_per_node, why), why);
    return rc != 0 ? rc
                   : agree(b->control, buffers_open(buffers, &spec, why), why);
}
