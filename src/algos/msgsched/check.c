/* check.c: are the arguments of a plan as they must be? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "check.h"
#include "algos/counts.h"

static enum ms_reason wrong(const struct msgsched_message *m, int size)
{
    MPI_Count bytes, total;

    if (m->peer == MPI_PROC_NULL)
        return MS_FINE;
    if (m->peer < 0 || m->peer >= size)
        return MS_PEER; /* MPI_ANY_SOURCE too */
    if (m->tag < 0)
        return MS_TAG; /* MPI_ANY_TAG too */
    if (m->count < 0)
        return MS_COUNT;
    if (m->type == MPI_DATATYPE_NULL ||
        AS_COUNT(MPI_Type_size)(m->type, &bytes) != MPI_SUCCESS ||
        bytes == MPI_UNDEFINED)
        return MS_TYPE;
    if (__builtin_mul_overflow(bytes, m->count, &total) || total > INT64_MAX)
        return MS_COUNT;
    return MS_FINE;
}

void ms_check_list(struct ms_agree *a, int size, int n,
                   const struct msgsched_message *list)
{
    if (n < 0 || (n > 0 && list == NULL))
        ms_refuse(a, MS_LENGTH, MPI_PROC_NULL, MPI_PROC_NULL);
    for (int i = 0; i < n && ms_well(a); i++) {
        enum ms_reason reason = wrong(&list[i], size);

        if (reason != MS_FINE)
            ms_refuse(a, reason, list[i].peer, list[i].tag);
    }
}

/* FNV-1a, value by value: structures have gaps. */
static uint64_t add(uint64_t sum, const void *value, size_t n)
{
    const unsigned char *byte = value;

    for (size_t i = 0; i < n; i++)
        sum = (sum ^ byte[i]) * UINT64_C(0x100000001b3);
    return sum;
}

uint64_t ms_check_sum(const struct msgsched_options *o, int size, int nnodes)
{
    const int64_t words[] = {
        o->schedule,
        o->dist,
        o->heavy,
        o->group,
        o->weight,
        o->intra,
        o->across,
        o->scope,
        o->progress,
        o->wmin,
        o->wmax,
        o->tcopy,
        o->fixed,
        o->inflight,
        o->throttle,
        o->senders,
        o->synchronous,
        o->node != NULL,
        o->distance != NULL,
    };
    uint64_t sum = add(UINT64_C(0xcbf29ce484222325), words, sizeof(words));

    sum = add(sum, &o->alpha, sizeof(o->alpha));
    if (o->node != NULL)
        sum = add(sum, o->node, (size_t)size * sizeof(*o->node));
    if (o->distance != NULL)
        sum = add(sum, o->distance,
                  (size_t)nnodes * (size_t)nnodes * sizeof(*o->distance));
    return sum;
}

void ms_check_distance(struct ms_agree *a, const int *distance, int nnodes)
{
    if (distance == NULL)
        return;
    for (size_t i = 0; i < (size_t)nnodes * (size_t)nnodes; i++)
        if (distance[i] < 0)
            ms_refuse(a, MS_NODES, MPI_PROC_NULL, MPI_PROC_NULL);
}
