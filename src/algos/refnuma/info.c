/* info.c: what arrays and barriers have cost. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "array.h"
#include "failure.h"

static int64_t relaxed(const _Atomic int64_t *n)
{
    return atomic_load_explicit(n, memory_order_relaxed);
}

void rn_info_add(struct refnuma_info *sum, const struct refnuma_array *a)
{
    sum->bytes += a->count.bytes;
    sum->runs += a->count.runs;
    sum->elements += a->count.elements;
    sum->compared += a->count.compared;
    sum->races += a->count.races;
    sum->undefined += a->count.undefined;
    sum->faults += relaxed(&a->mirror.faults);
    sum->delivered += relaxed(&a->mirror.delivered);
}

/* What it has now; pages that no barrier has told of yet too. */
static void add_present(struct refnuma_info *sum, const struct refnuma_array *a)
{
    uint64_t opened =
        atomic_load_explicit(&a->mirror.nnews, memory_order_relaxed);
    int64_t news = (int64_t)(opened - a->mirror.taken + a->late.pages);

    for (size_t i = 0; i < a->foreign.n; i++)
        sum->touched += (int64_t)a->foreign.v[i].pages.pages;
    sum->touched += news;
    sum->shared += (int64_t)a->shared.pages;
    sum->twins += (int64_t)a->twinned.pages + news;
}

int refnuma_info(const struct refnuma *context,
                 const struct refnuma_array *array, struct refnuma_info *info)
{
    if (context == NULL || info == NULL)
        return rn_fail(MPI_ERR_ARG, "no context, or no place for figures");
    *info = (struct refnuma_info){0};
    if (array != NULL) {
        rn_info_add(info, array);
        add_present(info, array);
    } else {
        *info = context->count;
        for (size_t i = 0; i < context->narrays; i++)
            if (context->arrays[i] != NULL) {
                rn_info_add(info, context->arrays[i]);
                add_present(info, context->arrays[i]);
            }
        rn_transport_info(context->transport, &info->neighbours,
                          &info->messages);
    }
    info->page = (int64_t)context->page;
    info->uffd = context->has_uffd;
    return MPI_SUCCESS;
}
