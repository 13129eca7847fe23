/* openmpi_proof.c: the messages of a call tell which algorithm Open MPI used.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An algorithm is proved if the messages are those that it is known for, or at
 * least not native's. Some algorithms need several elements for each rank; with
 * fewer the library uses another one and says nothing. That shows if the
 * messages are those of another algorithm, and go between other ranks as soon
 * as there are many elements.
 */
#include "adapters/openmpi_proof.h"

#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "ops/layout.h"

static const char *const verdicts[] = {
    [PROOF_NONE] = "not proved: messages cannot be counted",
    [PROOF_EMPTY] = "not proved: there are no messages",
    [PROOF_SAME] = "not proved: native sends the same messages",
    [PROOF_OTHER] = "native sends other messages",
    [PROOF_SHAPE] = "the messages are those of this algorithm",
};

/* Elements for each rank that suffice for all algorithms. */
enum { ELEMENTS_EACH = 8 };

/* The name without the prefix. */
static const char *name_of(const struct library_algo *algo)
{
    return strchr(algo->algo.name, '/') + 1;
}

/* True if the condition holds on all ranks of the communicator. */
static bool everywhere(MPI_Comm comm, bool condition)
{
    int mine = condition, all = 0;

    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, comm);
    return all;
}

/* True if all ranks sent the messages of that algorithm; *known: if these are
 * known. */
static bool is_expected(const struct op_args *args, const char *op,
                        const char *name, const struct messages *m, bool *known)
{
    uint64_t to;

    *known =
        messages_expected(op, name, args->rank, args->size, args->root, &to);
    return everywhere(args->comm, *known && to == m->to);
}

/* Finds the messages of the call if there are enough elements for each rank,
 * and buffers of its own. */
static int many_elements(const struct op *op, const struct op_args *args,
                         MPI_Comm comm, struct messages *m)
{
    const struct counts equal = {.rule = counts_find("equal")};
    struct op_args many = *args;
    struct dtype type = {.size = args->type_size};
    MPI_Aint lower, extent;
    MPI_Count send, recv;
    char *cause;
    int rc;

    MPI_Type_get_extent(args->type, &lower, &extent);
    type.extent = (size_t)extent;
    many.count = (MPI_Count)ELEMENTS_EACH * args->size;
    rc = layout_open(&many, op, &equal, &type) == 0 ? MPI_SUCCESS
                                                    : MPI_ERR_OTHER;
    layout_elements(op, &many, false, &send, &recv);
    many.sendbuf = xcalloc((size_t)send + 1, type.extent);
    many.recvbuf = xcalloc((size_t)recv + 1, type.extent);
    messages_begin(m, comm);
    if (rc == MPI_SUCCESS)
        rc = library_try(&many, comm, &cause);
    messages_end();
    if (rc != MPI_SUCCESS)
        free(cause);
    free(many.sendbuf);
    free(many.recvbuf);
    layout_close(&many);
    return rc;
}

/* True if the call would send messages between other ranks if there were many
 * elements. */
static bool differs_with_many(const struct library_algo *algo, MPI_Comm comm,
                              const struct op_args *args,
                              const struct messages *m)
{
    struct messages many = {0};

    return args->count > 0 && args->count < ELEMENTS_EACH * args->size &&
           everywhere(args->comm, many_elements(algo->op, args, comm, &many) ==
                                      MPI_SUCCESS) &&
           !everywhere(args->comm, m->to == many.to);
}

/* Returns an algorithm of the operation, not this one, that sends these
 * messages; NULL: none is known. */
static const char *other_sender(const struct library_algo *algo,
                                const struct op_args *args,
                                const struct messages *m)
{
    const char *op = algo->op->name, *name;
    size_t next = 0;
    bool known;

    while ((name = messages_name(op, &next)) != NULL)
        if (strcmp(name, name_of(algo)) != 0 &&
            is_expected(args, op, name, m, &known))
            return name;
    return NULL;
}

/* Judges the messages m of a call on comm; native's are `native`. Sets *cause
 * if the library used another algorithm. */
static enum verdict judge(const struct library_algo *algo,
                          const struct op_args *args, MPI_Comm comm,
                          const struct messages *m,
                          const struct messages *native, char **cause)
{
    const char *op = algo->op->name;
    const char *other = other_sender(algo, args, m);
    bool same =
        everywhere(args->comm, m->sent == native->sent && m->to == native->to);
    bool known, expected = is_expected(args, op, name_of(algo), m, &known);

    if (everywhere(args->comm, m->sent == 0))
        return PROOF_EMPTY;
    if (expected)
        return same && other != NULL ? PROOF_SAME : PROOF_SHAPE;
    if (known || (other != NULL && differs_with_many(algo, comm, args, m)))
        *cause = xasprintf("the library used %s instead: the messages of a "
                           "call show it",
                           other != NULL ? other : "another algorithm");
    return same ? PROOF_SAME : PROOF_OTHER;
}

int proof_find(struct proof *p, const struct library_algo *algo,
               struct op_args *args, MPI_Comm comm, char **cause)
{
    struct op_args original = *args;
    struct messages m, native;
    int rc;

    *p = (struct proof){.verdict = PROOF_NONE};
    if (!messages_counted() || args->size > MESSAGES_RANKS)
        return library_try(args, comm, cause);
    messages_begin(&m, comm);
    rc = library_try(args, comm, cause);
    messages_end();
    if (rc != MPI_SUCCESS)
        return rc;
    messages_begin(&native, original.comm);
    rc = original.run(original.state, &original);
    messages_end();
    if (rc != MPI_SUCCESS)
        return rc;
    p->verdict = judge(algo, &original, comm, &m, &native, cause);
    p->nranks = args->size;
    MPI_Gather(&m.sent, 1, MPI_LONG, p->sent, 1, MPI_LONG, 0, original.comm);
    return *cause == NULL ? MPI_SUCCESS : MPI_ERR_UNSUPPORTED_OPERATION;
}

void proof_record(const struct proof *p, json_t *to)
{
    json_object_set_new(to, "proof", json_string(verdicts[p->verdict]));
    if (p->nranks > 0) {
        json_t *sent = json_array();

        for (int i = 0; i < p->nranks; i++)
            json_array_append_new(sent, json_integer(p->sent[i]));
        json_object_set_new(to, "messages", sent);
    }
}
