/* put.c: microshmem-put: bytes put to the next rank, and a barrier of all. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/dsm.h"

#include <string.h>
#include "lib/digest.h"
#include "ops/registry.h"
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

/* Of the bytes that a rank puts in a launch. */
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

/* Counts words of 8 bytes, the last of which may be shorter. */
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
              .help = "of payload sent by a rank in a launch, synchronization "
                      "not counted; the most of all ranks"},
    [MESSAGES] = {"messages", "",
                  .help = "sent by a rank in a launch, synchronization not "
                          "counted; the most of all ranks"},
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
    .help = "-m bytes put into the memory of the next rank, and a barrier "
            "that delivers them",
    .flags = OP_OWN_MEMORY,
    .life = {.before = put_before,
             .check = put_check,
             .figures = figures,
             .pass_figures = put_figures},
};
