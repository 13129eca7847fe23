/* patterns.c: exchange by the patterns named, on some of the ranks there are:
 * every message checked bit by bit, and what there was of them told. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A line for each pattern and number of ranks, of all cases together:
 *     PATTERN RANKS: MESSAGES messages, WRONG wrong
 *     PATTERN RANKS: REASON
 * and for a file what else it said: "nodes 0 0 1".
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/buffers.h"
#include "ops/layout.h"
#include "ops/pattern.h"
#include "ops/registry.h"
#include "ops/setup.h"
#include "ops/verify.h"

enum { LAUNCHES = 2 };
static const int sizes[] = {1, 2, 3, 4, 7};
static const struct {
    const char *dtype;
    MPI_Count count;
} blocks[] = {{"byte", 0}, {"byte", 1}, {"byte", 3000}, {"int64", 700}};

/* What a case came to, of all ranks. */
struct outcome {
    long messages, wrong;
    char *reason; /* there are none; malloced */
};

static void fail_if(int rc, const char *what)
{
    if (rc == MPI_SUCCESS)
        return;
    fprintf(stderr, "patterns: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static long sum(long mine, MPI_Comm comm)
{
    long all = 0;

    MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, comm);
    return all;
}

/* Results that are wrong on this rank. */
static long launch(const struct op *op, const struct dtype *dtype,
                   struct op_args *a)
{
    struct buffers_spec spec = {.numa = BUFFERS_NUMA_LOCAL,
                                .shared = MPI_COMM_NULL};
    struct verify v = {.op = op, .dtype = dtype};
    struct buffers b;
    MPI_Count send, recv;
    char *cause = NULL;
    long wrong = 0;

    layout_elements(op, a, false, &send, &recv);
    spec.send_bytes = (size_t)send * dtype->extent;
    spec.recv_bytes = (size_t)recv * dtype->extent;
    fail_if(buffers_open(&b, &spec, &cause), "no memory");
    fail_if(setup_open(op, a, &b, &cause), "not set up");
    for (v.launch = 0; v.launch < LAUNCHES; v.launch++) {
        verify_prepare(&v, a);
        fail_if(a->run(a->state, a), "not launched");
        wrong += verify_check(&v, a);
    }
    setup_close(op, a, &b);
    buffers_close(&b);
    return wrong;
}

static void nodes_print(const struct op_args *a, const char *pattern)
{
    int last = a->edges.node[a->size - 1], *all;

    all = xcalloc((size_t)a->size, sizeof(*all));
    MPI_Gather(&a->edges.node[a->rank], 1, MPI_INT, all, 1, MPI_INT, 0,
               a->comm);
    for (int i = 0; a->rank == 0 && i < a->size; i++)
        fail_if(all[i] != a->edges.node[i], "other nodes on another rank");
    MPI_Bcast(&last, 1, MPI_INT, 0, a->comm);
    fail_if(last != a->edges.node[a->size - 1], "other nodes on other ranks");
    if (a->rank == 0) {
        printf("%s nodes", pattern);
        for (int i = 0; i < a->size; i++)
            printf(" %d", all[i]);
        putchar('\n');
    }
    free(all);
}

static struct outcome case_run(const char *pattern, const void *params,
                               const char *type, MPI_Count count,
                               uint64_t digest, MPI_Comm comm)
{
    const struct op *op = op_find("exchange");
    const struct dtype *dtype = dtype_find(type);
    const struct counts counts = {counts_find("equal"), 0};
    struct op_args a = {.count = count,
                        .type = dtype->mpi,
                        .type_size = dtype->size,
                        .comm = comm,
                        .params = params,
                        .digest = digest};
    struct outcome o = {0, 0, NULL};

    MPI_Comm_rank(comm, &a.rank);
    MPI_Comm_size(comm, &a.size);
    if (setup_edges(op, &a, &o.reason) == MPI_SUCCESS) {
        fail_if(layout_open(&a, op, &counts, dtype), "too large");
        fail_if(setup_call(op, &a) != NULL, "no call");
        o.messages = sum((long)op->traffic(&a).messages, comm);
        if (a.edges.node != NULL)
            nodes_print(&a, pattern);
        o.wrong = sum(launch(op, dtype, &a), comm);
    }
    setup_close(op, &a, NULL);
    layout_close(&a);
    return o;
}

static void outcome_print(const char *pattern, struct outcome o, MPI_Comm comm)
{
    int rank, size;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank == 0 && o.reason != NULL)
        printf("%s %d: %s\n", pattern, size, o.reason);
    else if (rank == 0)
        printf("%s %d: %ld messages, %ld wrong\n", pattern, size, o.messages,
               o.wrong);
    free(o.reason);
}

/* A file as bytes, as a type that may not fit them, and as if it had been
 * another one at first. */
static void file_run(const char *pattern, const void *params,
                     const struct op_content *content, MPI_Comm comm)
{
    const MPI_Count bytes = content->bytes;
    const uint64_t digest = content->digest;
    const struct outcome outcomes[] = {
        case_run(pattern, params, "byte", bytes, digest, comm),
        case_run(pattern, params, "int64", bytes / 8, digest, comm),
        case_run(pattern, params, "byte", bytes, digest + 1, comm),
    };

    for (size_t i = 0; i < sizeof(outcomes) / sizeof(outcomes[0]); i++)
        outcome_print(pattern, outcomes[i], comm);
}

static void name_run(const char *pattern, const void *params, MPI_Comm comm)
{
    struct outcome all = {0, 0, NULL};

    for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
        struct outcome o = case_run(pattern, params, blocks[i].dtype,
                                    blocks[i].count, 0, comm);

        fail_if(i > 0 && all.messages != o.messages, "not as many messages");
        free(all.reason);
        all = (struct outcome){o.messages, all.wrong + o.wrong, o.reason};
    }
    outcome_print(pattern, all, comm);
}

static void pattern_run(const char *pattern, MPI_Comm comm)
{
    struct params given = {0};
    char *cause = NULL;
    struct pattern_params *p;
    struct op_content content = {.bytes = -1};

    params_add(&given, PARAM_NO_OWNER, "pattern", pattern);
    p = params_values(&pattern_params, &given, &cause);
    fail_if(cause != NULL, cause);
    fail_if(op_find("exchange")->content(p, comm, &content, &cause),
            cause != NULL ? cause : "no file");
    if (content.bytes >= 0)
        file_run(pattern, p, &content, comm);
    else
        name_run(pattern, p, comm);
    free(p);
    params_free(&given);
}

int main(int argc, char **argv)
{
    int rank, world;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        MPI_Comm comm;

        if (sizes[i] > world)
            continue;
        MPI_Comm_split(MPI_COMM_WORLD, rank < sizes[i] ? 0 : MPI_UNDEFINED,
                       rank, &comm);
        for (int k = 1; k < argc && comm != MPI_COMM_NULL; k++)
            pattern_run(argv[k], comm);
        if (comm != MPI_COMM_NULL)
            MPI_Comm_free(&comm);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
