/* messages.c: a plug-in with an operation whose messages are in a file. */
/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines FROM TO COUNT in FILE; compile as mirror.c, then mpiexec -n 4 mpiperf
 * --plugin messages.so messages --messages=FILE --verify */
#include <mpiperf/op.h>
#include <mpiperf/params.h>
#include <stdio.h>
#include <stdlib.h>

struct messages_params {
    const char *file;
};

static const struct param rows[] = {
    {.name = "messages", .def = "none", .help = "file of lines FROM TO COUNT",
     .type = PARAM_FILE, .option = true, .arg = "FILE"},
    {0},
};
static const struct param_table table = {
    .owner = "messages", .rows = rows, .size = sizeof(struct messages_params)};

static void add(struct edge **v, int *n, struct edge e)
{
    *v = realloc(*v, sizeof(e) * (size_t)(*n + 1));
    (*v)[(*n)++] = e;
}

/* Message k of a sender has the tag k, and is its edge k. */
static int messages_edges(const struct op_args *a, struct edges *e,
                          char **cause)
{
    const struct messages_params *p = a->params;
    int from, to, count, *sent = calloc((size_t)a->size, sizeof(*sent));
    FILE *f = p->file != NULL ? fopen(p->file, "r") : NULL;

    (void)cause; /* MPI's own words will do */
    while (f != NULL && fscanf(f, "%d %d %d", &from, &to, &count) == 3) {
        int k = sent[from % a->size]++;

        if (from == a->rank)
            add(&e->out, &e->nout, (struct edge){to, k, count, k});
        if (to == a->rank)
            add(&e->in, &e->nin, (struct edge){from, k, count, k});
    }
    free(sent);
    return f != NULL ? fclose(f) : MPI_ERR_NO_SUCH_FILE;
}

/* Without a call: MPI_Irecv, MPI_Isend and MPI_Waitall of all edges. */
static const struct op messages = {
    .name = "messages", .help = "the messages in a file, all at once",
    .flags = OP_SINGLE, /* whatever -m says */
    .params = &table, .edges = messages_edges, .source = op_source_edge,
    .send = {EXT_EDGES, AT_ALL}, .recv = {EXT_EDGES, AT_ALL},
};

const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI, .ops = (const struct op *const[]){&messages, 0}};
