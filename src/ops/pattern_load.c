/* pattern_load.c: loads the messages of each rank from a file that rank 0
 * reads. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/pattern.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "lib/file.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "ops/layout.h"
#include "ops/pattern_file.h"

static int file_read(const char *file, struct pattern *p, char **cause)
{
    FILE *f = NULL;
    int rc;

    errno = 0;
    if (file_irregular(file) || (f = fopen(file, "r")) == NULL) {
        *cause = xasprintf("%s: %s", SHOWN_FILE(file),
                           errno != 0 ? strerror(errno) : "not a regular file");
        return -1;
    }
    rc = pattern_read(f, file, p, cause);
    fclose(f);
    return rc;
}

static int64_t bytes_of(const struct pattern *p)
{
    int64_t bytes = 0;

    for (size_t i = 0; i < p->n; i++)
        bytes += p->messages[i].count * p->messages[i].bytes;
    return bytes;
}

/* Indexes of the head, an array that all ranks receive before the messages. */
enum { FAILED, RANKS, NODES, LINES, BYTES, DIGEST, HEAD };

/* Reads the file into *p on rank 0 (free it afterwards); broadcasts its
 * head. */
static int head_read(const char *file, MPI_Comm comm, struct pattern *p,
                     long long *head, char **cause)
{
    int rank, rc;

    *p = (struct pattern){0};
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        head[FAILED] = file_read(file, p, cause) != 0;
        head[RANKS] = p->ranks;
        head[NODES] = p->node != NULL;
        head[LINES] = (long long)p->n;
        head[BYTES] = bytes_of(p);
        head[DIGEST] = (long long)pattern_digest(p);
    }
    rc = MPI_Bcast(head, HEAD, MPI_LONG_LONG, 0, comm);
    return rc != MPI_SUCCESS ? rc : head[FAILED] ? MPI_ERR_FILE : MPI_SUCCESS;
}

int pattern_load_content(const char *file, MPI_Comm comm,
                         struct op_content *content, char **cause)
{
    long long head[HEAD] = {0};
    struct pattern p;
    int rc = head_read(file, comm, &p, head, cause);

    if (rc == MPI_SUCCESS)
        *content = (struct op_content){.bytes = head[BYTES],
                                       .digest = (uint64_t)head[DIGEST]};
    pattern_free(&p);
    return rc;
}

/* CHUNK: messages per broadcast. RANK_MOST: maximum number of messages that a
 * rank may send, or receive. */
enum { CHUNK = 1024, RANK_MOST = 1 << 22 };

struct load {
    const char *file;
    const struct op_args *a;
    struct edges *e;
    /* Messages of each rank so far: sent, and received. */
    int *sent, *received;
    int tag_most;
};

/* Appends n equal messages. The first is edge number `first` of its sender. */
static void edges_add(struct edge **edges, int *used, struct edge edge,
                      int first, int n)
{
    for (int i = 0; i < n; i++) {
        edge.block = first + i;
        XAPPEND(*edges, *used, edge);
    }
}

static void message_take(struct load *l, const struct pattern_message *m)
{
    struct edge edge = {.tag = m->tag,
                        .count = m->bytes / (int64_t)l->a->type_size};
    int n = (int)m->count, first = l->sent[m->src];

    l->sent[m->src] += n;
    l->received[m->dst] += n;
    edge.peer = m->dst;
    if (m->src == l->a->rank)
        edges_add(&l->e->out, &l->e->nout, edge, first, n);
    edge.peer = m->src;
    if (m->dst == l->a->rank)
        edges_add(&l->e->in, &l->e->nin, edge, first, n);
}

/* Checks a message. All ranks check all messages, so they fail together. */
static int message_check(const struct load *l, const struct pattern_message *m,
                         char **cause)
{
    bool sends = l->sent[m->src] + m->count > RANK_MOST;

    if (sends || l->received[m->dst] + m->count > RANK_MOST)
        *cause = xasprintf("%s: rank %d %s more than %d messages",
                           SHOWN_FILE(l->file), sends ? m->src : m->dst,
                           sends ? "sends" : "receives", RANK_MOST);
    else if (m->bytes % (int64_t)l->a->type_size != 0)
        *cause = xasprintf(
            "%s: a message of %lld bytes is not a multiple of elements of %zu",
            SHOWN_FILE(l->file), (long long)m->bytes, l->a->type_size);
    else if (m->tag > l->tag_most)
        *cause = xasprintf("%s: tag %d is above this MPI's maximum, %d",
                           SHOWN_FILE(l->file), m->tag, l->tag_most);
    else
        return MPI_SUCCESS;
    return MPI_ERR_ARG;
}

static int chunk_take(struct load *l, const struct pattern_message *m, int n,
                      char **cause)
{
    for (int i = 0; i < n; i++) {
        int rc = message_check(l, &m[i], cause);

        if (rc != MPI_SUCCESS)
            return rc;
        message_take(l, &m[i]);
    }
    return MPI_SUCCESS;
}

static int messages_load(struct load *l, const struct pattern *p,
                         long long lines, char **cause)
{
    struct pattern_message *chunk = xcalloc(CHUNK, sizeof(*chunk));
    int rc = MPI_SUCCESS;

    for (long long at = 0; at < lines && rc == MPI_SUCCESS; at += CHUNK) {
        int n = lines - at < CHUNK ? (int)(lines - at) : CHUNK;
        size_t bytes = (size_t)n * sizeof(*chunk);

        if (p->messages != NULL) /* rank 0 */
            memcpy(chunk, p->messages + at, bytes);
        rc = MPI_Bcast(chunk, (int)bytes, MPI_BYTE, 0, l->a->comm);
        if (rc == MPI_SUCCESS)
            rc = chunk_take(l, chunk, n, cause);
    }
    free(chunk);
    return rc;
}

static int nodes_load(const struct op_args *a, const struct pattern *p,
                      struct edges *e)
{
    size_t bytes = (size_t)a->size * sizeof(*e->node);

    e->node = xmalloc(bytes);
    if (p->node != NULL) /* rank 0 */
        memcpy(e->node, p->node, bytes);
    return MPI_Bcast(e->node, a->size, MPI_INT, 0, a->comm);
}

static int tag_most(MPI_Comm comm)
{
    int *value, there = 0;

    MPI_Comm_get_attr(comm, MPI_TAG_UB, &value, &there);
    return there ? *value : INT_MAX;
}

/* Checks that the file is for this number of ranks and has not changed since
 * content() read it. */
static int head_check(const char *file, const struct op_args *a,
                      const long long *head, char **cause)
{
    if (head[RANKS] != a->size)
        *cause =
            xasprintf("%s is for %lld ranks", SHOWN_FILE(file), head[RANKS]);
    else if ((uint64_t)head[DIGEST] != a->digest)
        *cause =
            xasprintf("%s has changed since the run began", SHOWN_FILE(file));
    else
        return MPI_SUCCESS;
    return MPI_ERR_ARG;
}

int pattern_load(const char *file, const struct op_args *a, struct edges *e,
                 char **cause)
{
    long long head[HEAD] = {0};
    struct load l = {.file = file, .a = a, .e = e};
    struct pattern p;
    int rc = head_read(file, a->comm, &p, head, cause);

    edges_alloc(e, 0, 0);
    if (rc == MPI_SUCCESS)
        rc = head_check(file, a, head, cause);
    if (rc == MPI_SUCCESS && head[NODES])
        rc = nodes_load(a, &p, e);
    if (rc == MPI_SUCCESS) {
        l.sent = xcalloc((size_t)a->size, sizeof(*l.sent));
        l.received = xcalloc((size_t)a->size, sizeof(*l.received));
        l.tag_most = tag_most(a->comm);
        rc = messages_load(&l, &p, head[LINES], cause);
    }
    free(l.sent);
    free(l.received);
    pattern_free(&p);
    return rc;
}
