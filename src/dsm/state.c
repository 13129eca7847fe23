/* state.c: state of algorithms that use MPI only, and their data transfers. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "dsm/state.h"

#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "mpi/agree.h"

struct dsm_state *dsm_state_open(void **state, const struct op_args *a)
{
    struct dsm_state *s = xcalloc(1, sizeof(*s));

    *state = s;
    s->comm = a->comm;
    s->memory[0] = s->memory[1] = DSM_MEMORY_NONE;
    return s;
}

static void messages_free(struct dsm_messages *m)
{
    for (int i = 0; i < m->n; i++)
        if (m->v[i].type != MPI_DOUBLE && m->v[i].type != MPI_BYTE)
            MPI_Type_free(&m->v[i].type);
    free(m->v);
}

void dsm_state_close(void *state, struct op_args *a)
{
    struct dsm_state *s = state;

    (void)a;
    for (int i = 0; i < 2; i++) {
        dsm_memory_close(&s->memory[i]);
        messages_free(&s->out[i]);
        messages_free(&s->in[i]);
    }
    free(s->counts);
    free(s->displs);
    free(s->requests);
    free(s->statuses);
    free(s);
}

void dsm_message_add(struct dsm_messages *list, struct dsm_message m)
{
    XAPPEND(list->v, list->n, m);
}

int dsm_target_open(struct dsm_state *s, bool window, size_t bytes,
                    char **cause)
{
    size_t n = (size_t)s->in[0].n + (size_t)s->out[0].n;
    int rc = window ? dsm_memory_window(s->memory, s->comm, bytes, cause)
                    : dsm_memory_private(s->memory, bytes, cause);

    s->requests = xcalloc(n + 1, sizeof(*s->requests));
    s->statuses = xcalloc(n + 1, sizeof(*s->statuses));
    s->from = s->to = s->memory[0].base;
    return rc;
}

/* ---- data transfer ------------------------------------------------------- */

int dsm_p2p(void *state)
{
    struct dsm_state *s = state;
    const struct dsm_messages *in = &s->in[s->pass.launch & s->turns];
    const struct dsm_messages *out = &s->out[s->pass.launch & s->turns];
    int n = 0, rc = MPI_SUCCESS;

    for (int i = 0; i < in->n && rc == MPI_SUCCESS; i++) {
        const struct dsm_message *m = &in->v[i];

        rc = MPI_Irecv(s->to + m->here, m->count, m->type, m->peer, 0, s->comm,
                       &s->requests[n++]);
    }
    for (int i = 0; i < out->n && rc == MPI_SUCCESS; i++) {
        const struct dsm_message *m = &out->v[i];

        rc = MPI_Isend(s->from + m->here, m->count, m->type, m->peer, 0,
                       s->comm, &s->requests[n++]);
    }
    return rc != MPI_SUCCESS ? rc : MPI_Waitall(n, s->requests, s->statuses);
}

int dsm_put(void *state)
{
    const struct dsm_state *s = state;
    const struct dsm_messages *out = &s->out[s->pass.launch & s->turns];
    int rc = MPI_SUCCESS;

    for (int i = 0; i < out->n && rc == MPI_SUCCESS; i++) {
        const struct dsm_message *m = &out->v[i];

        rc = MPI_Put(s->from + m->here, m->count, m->type, m->peer, m->there,
                     m->count, m->type, s->memory[0].win);
    }
    return first_of(rc, MPI_Win_fence(s->fence, s->memory[0].win));
}

int dsm_shared(void *state)
{
    const struct dsm_state *s = state;
    int rc = MPI_Win_sync(s->memory[0].win);

    rc = first_of(rc, MPI_Barrier(s->comm));
    return first_of(rc, MPI_Win_sync(s->memory[0].win));
}

int dsm_mpi_barrier(void *state, const struct op_args *a)
{
    (void)state;
    return MPI_Barrier(a->comm);
}

/* The barrier is needed because a fence that ends no epoch may not
 * synchronize. */
int dsm_epoch_begin(void *state, const struct op_args *a)
{
    const struct dsm_state *s = state;
    int rc = MPI_Barrier(a->comm);

    return rc != MPI_SUCCESS
               ? rc
               : MPI_Win_fence(MPI_MODE_NOPRECEDE, s->memory[0].win);
}
