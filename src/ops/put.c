/* put.c: microshmem-put: bytes put to the next rank, and a barrier of all. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/dsm.h"

#include <string.h>
#include "lib/scatter.h"
#include "ops/registry.h"

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

/* Bytes 8 * word, ... of what a rank puts in a launch. */
static uint64_t word_of(uint64_t launch, int rank, size_t word)
{
    return scatter(scatter(launch * SCATTER_STEP + (uint64_t)rank) + word);
}

static size_t length(const struct put *p, size_t word)
{
    size_t rest = p->bytes - 8 * word;

    return rest < 8 ? rest : 8;
}

static int put_before(void *state, const struct op_args *a)
{
    struct put *p = a->memory;

    (void)state;
    p->launch++;
    for (size_t i = 0; 8 * i < p->bytes; i++) {
        uint64_t word = word_of(p->launch, p->rank, i);

        memcpy(p->source + 8 * i, &word, length(p, i));
    }
    return MPI_SUCCESS;
}

/* Counts words. */
static long put_check(void *state, const struct op_args *a)
{
    const struct put *p = a->memory;
    long wrong = 0;

    (void)state;
    for (size_t i = 0; 8 * i < p->bytes; i++) {
        uint64_t word = word_of(p->launch, p->from, i);

        wrong += memcmp(p->target + 8 * i, &word, length(p, i)) != 0;
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
    values[SENT] = p->sent;
    values[MESSAGES] = p->messages;
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
