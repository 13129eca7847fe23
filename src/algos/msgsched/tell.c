/* tell.c: senders tell receivers what comes, and how it is cut. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tell.h"

#include <stdlib.h>

static void told_fill(const struct ms_side *out, const int *tags,
                      struct ms_told *told, int *to)
{
    size_t n = 0;

    for (size_t k = 0; k < out->nwires; k++) {
        const struct ms_wire *w = &out->wires[k];

        for (size_t i = 0; i < w->n; i++, n++) {
            to[n] = w->peer;
            told[n] = (struct ms_told){
                .bytes = out->pieces[w->first + i].bytes,
                .tag = tags[w->first + i],
                .last = i + 1 == w->n,
                .packed = w->packed,
            };
        }
    }
}

int ms_tell(const struct msgsched_plan *p, const struct ms_side *out,
            const int *tags, struct ms_news *news, struct ms_agree *a)
{
    struct ms_told *told = malloc((out->npieces + 1) * sizeof(*told));
    int *to = malloc((out->npieces + 1) * sizeof(*to)), rc;
    struct ms_outbox box = {
        .records = told, .to = to, .n = out->npieces, .size = sizeof(*told)};
    struct ms_inbox in;

    if (told != NULL && to != NULL)
        told_fill(out, tags, told, to);
    else
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    rc = ms_mail(p, &box, &in, a);
    *news = (struct ms_news){.sources = in.sources,
                             .told = in.records,
                             .nsources = in.nsources,
                             .ntold = in.nrecords};
    free(told);
    free(to);
    return rc;
}

void ms_news_free(struct ms_news *news)
{
    free(news->sources);
    free(news->told);
}
