/* put.c: microshmem-put: each rank puts bytes to the next rank; a barrier
 * follows. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "dsm/state.h"

#include <string.h>
#include "dsm/table.h"
#include "lib/digest.h"
#include "mpi/agree.h"
#include "ops/setup.h"
#include "ops/verify.h"

void put_open(struct put *p, struct op_args *a)
{
    *p = (struct put){
        .bytes = (size_t)a->count * a->type_size,
        .rank = a->rank,
        .to = (a->rank + 1) % a->size,
        .from = (a->rank + a->size - 1) % a->size,
    };
    a->memory = p;
}

/* Returns the key for the bytes that a rank puts in a launch. */
static uint64_t key(uint64_t launch, int rank)
{
    return scatter(launch * SCATTER_STEP + (uint64_t)rank);
}

static int put_before(void *state, const struct op_args *a)
{
    struct put *p = a->memory;

    (void)state;
    verify_bytes(key(++p->pass.launch, p->rank), 0, p->source, p->bytes);
    return MPI_SUCCESS;
}

/* Returns how many 8-byte words are wrong; the last word may be shorter. */
static long put_check(void *state, const struct op_args *a)
{
    const struct put *p = a->memory;
    unsigned char word[8];
    long wrong = 0;

    (void)state;
    for (size_t i = 0; i < p->bytes; i += sizeof(word)) {
        size_t n = p->bytes - i < sizeof(word) ? p->bytes - i : sizeof(word);

        verify_bytes(key(p->pass.launch, p->from), i, word, n);
        wrong += memcmp(p->target + i, word, n) != 0;
    }
    return wrong;
}

enum { SENT, MESSAGES };
static const struct figure figures[] = {
    [SENT] = {"sent", "B",
              .help = "payload sent by a rank in a launch, without "
                      "synchronization; maximum over ranks"},
    [MESSAGES] = {"messages", "",
                  .help = "messages sent by a rank in a launch, without "
                          "synchronization; maximum over ranks"},
    {0},
};

static void put_figures(void *state, const struct op_args *a, double *values)
{
    const struct put *p = a->memory;

    (void)state;
    values[SENT] = p->pass.account.sent;
    values[MESSAGES] = p->pass.account.messages;
}

const struct op op_microshmem_put = {
    .name = "microshmem-put",
    .help = "puts -m bytes into the memory of the next rank; a barrier "
            "delivers them",
    .flags = OP_OWN_MEMORY,
    .life = {.before = put_before,
             .check = put_check,
             .figures = figures,
             .pass_figures = put_figures},
};

/* ---- algorithms ---------------------------------------------------------- */

/* Opens the target first, because it may be in a window. */
static int put_both_open(void **state, struct op_args *a, bool window,
                         char **cause)
{
    struct dsm_state *r = dsm_state_open(state, a);
    int n, rc;

    put_open(&r->p, a);
    n = (int)r->p.bytes;
    dsm_message_add(r->out, (struct dsm_message){r->p.to, n, MPI_BYTE, 0, 0});
    dsm_message_add(r->in, (struct dsm_message){r->p.from, n, MPI_BYTE, 0, 0});
    r->fence = MPI_MODE_NOSUCCEED;
    r->pass.account.sent = (double)r->p.bytes;
    r->pass.account.messages = 1;
    rc = dsm_target_open(r, window, r->p.bytes, cause);
    rc = first_of(rc, dsm_memory_private(&r->memory[1], r->p.bytes, cause));
    r->p.target = r->memory[0].base;
    r->p.source = r->memory[1].base;
    r->from = r->memory[1].base;
    return rc;
}
DSM_OPENS(put_both)

static int put_fence_run(void *state, const struct op_args *a)
{
    (void)a;
    return dsm_put(state);
}

static int put_p2p_run(void *state, const struct op_args *a)
{
    return first_of(dsm_p2p(state), MPI_Barrier(a->comm));
}

const struct algo *const put_algos[] = {
    DSM_ALGO("microshmem-put", "put-fence", put_fence_run, dsm_state_close,
             "MPI_Put and MPI_Win_fence", .open = put_both_put_open,
             .before = dsm_epoch_begin),
    DSM_ALGO("microshmem-put", "p2p", put_p2p_run, dsm_state_close,
             "MPI_Isend, MPI_Irecv, MPI_Waitall and MPI_Barrier",
             .open = put_both_p2p_open),
    NULL,
};
