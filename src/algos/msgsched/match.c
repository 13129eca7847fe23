/* match.c: each message its receive. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "match.h"

#include <stdlib.h>
#include "algos/counts.h"

#include "sort.h"

/* One end of a message; ends of both sides meet in this order. */
struct end {
    int peer, tag;
    size_t place; /* in the news, or in the caller's list */
};

static int compare(const struct end *a, const struct end *b)
{
    int c = ms_order(a->peer, b->peer);

    return c != 0 ? c : ms_order(a->tag, b->tag);
}

static int in_order(const void *a, const void *b, void *arg)
{
    const struct end *x = a, *y = b;
    int c = compare(x, y);

    (void)arg;
    return c != 0 ? c : ms_order((int64_t)x->place, (int64_t)y->place);
}

static size_t told_ends(const struct ms_news *news, struct end *ends)
{
    size_t n = 0;

    for (size_t s = 0; s < news->nsources; s++) {
        const struct ms_source *from = &news->sources[s];

        for (size_t i = from->first; i < from->first + from->n; i++)
            ends[n++] = (struct end){
                .peer = from->rank, .tag = news->told[i].tag, .place = i};
    }
    ms_sort(ends, n, sizeof(*ends), in_order, NULL);
    return n;
}

static size_t recv_ends(const struct msgsched_message *recvs, int count,
                        struct end *ends)
{
    size_t n = 0;

    for (int i = 0; i < count; i++)
        if (recvs[i].peer != MPI_PROC_NULL)
            ends[n++] = (struct end){
                .peer = recvs[i].peer, .tag = recvs[i].tag, .place = (size_t)i};
    ms_sort(ends, n, sizeof(*ends), in_order, NULL);
    return n;
}

static bool fits(const struct msgsched_message *m, int64_t bytes)
{
    MPI_Count size = 0;

    AS_COUNT(MPI_Type_size)(m->type, &size);
    return size * m->count >= bytes;
}

static void meet(const struct ms_news *news, const struct end *told,
                 size_t ntold, const struct end *ends, size_t nends,
                 const struct msgsched_message *recvs, int *receive,
                 struct ms_agree *a)
{
    size_t i = 0, k = 0;

    while ((i < ntold || k < nends) && ms_well(a)) {
        int c = i == ntold ? 1 : k == nends ? -1 : compare(&told[i], &ends[k]);

        if (c < 0)
            ms_refuse(a, MS_NO_RECEIVE, told[i].peer, told[i].tag);
        else if (c > 0)
            ms_refuse(a, MS_NO_MESSAGE, ends[k].peer, ends[k].tag);
        else if (!fits(&recvs[ends[k].place], news->told[told[i].place].bytes))
            ms_refuse(a, MS_SHORT, ends[k].peer, ends[k].tag);
        else
            receive[told[i++].place] = (int)ends[k++].place;
    }
}

void ms_match(const struct ms_news *news, int n,
              const struct msgsched_message *recvs, int *receive,
              struct ms_agree *a)
{
    struct end *told = malloc((news->ntold + 1) * sizeof(*told));
    struct end *ends = malloc(((size_t)n + 1) * sizeof(*ends));

    if (told != NULL && ends != NULL) {
        size_t ntold = told_ends(news, told);

        meet(news, told, ntold, ends, recv_ends(recvs, n, ends), recvs, receive,
             a);
    } else {
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    }
    free(told);
    free(ends);
}
