/* tell.c: senders tell receivers what comes, and how it is cut. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tell.h"

#include <stdlib.h>

#include "requests.h"

/* What this rank tells, by target. */
struct telling {
    struct ms_told *told;
    size_t *first; /* of each rank's; size + 1 of them */
    int *tells;    /* 1 for each rank that is told something */
    MPI_Request *request;
    int nrequests;
    MPI_Datatype type; /* struct ms_told */
};

static bool telling_open(struct telling *t, const struct ms_side *out, int size)
{
    size_t ranks = (size_t)size;

    *t = (struct telling){.type = MPI_DATATYPE_NULL};
    t->told = malloc((out->npieces + 1) * sizeof(*t->told));
    t->first = calloc(ranks + 2, sizeof(*t->first));
    t->tells = calloc(ranks, sizeof(*t->tells));
    t->request = malloc(ranks * sizeof(MPI_Request));
    return t->told != NULL && t->first != NULL && t->tells != NULL &&
           t->request != NULL;
}

static void telling_close(struct telling *t)
{
    if (t->type != MPI_DATATYPE_NULL)
        MPI_Type_free(&t->type);
    free(t->told);
    free(t->first);
    free(t->tells);
    free(t->request);
}

/* The pieces of `out` by target; for each in the order of the wire. */
static void telling_sort(struct telling *t, const struct ms_side *out,
                         const int *tags, int size)
{
    size_t *next = t->first + 1;

    for (size_t k = 0; k < out->nwires; k++)
        next[out->wires[k].peer + 1] += out->wires[k].n;
    for (int r = 0; r < size; r++) {
        t->tells[r] = next[r + 1] > 0;
        next[r + 1] += next[r];
    }
    for (size_t k = 0; k < out->nwires; k++) {
        const struct ms_wire *w = &out->wires[k];

        for (size_t i = 0; i < w->n; i++)
            t->told[next[w->peer]++] = (struct ms_told){
                .bytes = out->pieces[w->first + i].bytes,
                .tag = tags[w->first + i],
                .last = i + 1 == w->n,
                .packed = w->packed,
            };
    }
}

static int telling_send(struct telling *t, const struct msgsched_plan *p)
{
    int rc = MPI_SUCCESS;

    for (int r = 0; r < p->home->size && rc == MPI_SUCCESS; r++)
        if (t->tells[r])
            rc = MPI_Isend(t->told + t->first[r],
                           (int)(t->first[r + 1] - t->first[r]), t->type, r,
                           p->tag, p->home->comm, &t->request[t->nrequests++]);
    return rc;
}

static bool news_reserve(struct ms_news *news, size_t n)
{
    size_t room = news->room;
    struct ms_told *told;

    if (news->ntold + n <= room)
        return true;
    room = 2 * room + n;
    told = realloc(news->told, room * sizeof(*told));
    if (told == NULL)
        return false;
    news->told = told;
    news->room = room;
    return true;
}

/* From whichever source is next. Without memory the message is taken all the
 * same, and its contents are lost. */
static int news_take(struct ms_news *news, const struct telling *t,
                     const struct msgsched_plan *p, struct ms_agree *a)
{
    MPI_Status status;
    int n, rc = MPI_Probe(MPI_ANY_SOURCE, p->tag, p->home->comm, &status);

    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Get_count(&status, t->type, &n);
    if (!news_reserve(news, (size_t)n)) {
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
        MPI_Recv(NULL, 0, t->type, status.MPI_SOURCE, p->tag, p->home->comm,
                 MPI_STATUS_IGNORE);
        return MPI_SUCCESS;
    }
    rc = MPI_Recv(news->told + news->ntold, n, t->type, status.MPI_SOURCE,
                  p->tag, p->home->comm, MPI_STATUS_IGNORE);
    news->sources[news->nsources++] = (struct ms_source){
        .rank = status.MPI_SOURCE, .first = news->ntold, .n = (size_t)n};
    news->ntold += (size_t)n;
    return rc;
}

static int by_rank(const void *a, const void *b)
{
    const struct ms_source *x = a, *y = b;

    return (x->rank > y->rank) - (x->rank < y->rank);
}

int ms_tell(const struct msgsched_plan *p, const struct ms_side *out,
            const int *tags, struct ms_news *news, struct ms_agree *a)
{
    struct telling t;
    int rc, tellers = 0;

    *news = (struct ms_news){
        .sources = malloc((size_t)p->home->size * sizeof(*news->sources))};
    if (!telling_open(&t, out, p->home->size) || news->sources == NULL)
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    rc = ms_agreed(a);
    if (rc != MPI_SUCCESS)
        goto out;
    telling_sort(&t, out, tags, p->home->size);
    ms_note(
        a, MPI_Type_contiguous((int)sizeof(struct ms_told), MPI_BYTE, &t.type));
    ms_note(a, MPI_Type_commit(&t.type));
    ms_note(a, MPI_Reduce_scatter_block(t.tells, &tellers, 1, MPI_INT, MPI_SUM,
                                        p->home->comm));
    ms_note(a, telling_send(&t, p));
    for (int i = 0; i < tellers; i++)
        ms_note(a, news_take(news, &t, p, a));
    ms_note(a, ms_requests_wait(t.nrequests, t.request));
    qsort(news->sources, news->nsources, sizeof(*news->sources), by_rank);
out:
    telling_close(&t);
    return rc;
}

void ms_news_free(struct ms_news *news)
{
    free(news->sources);
    free(news->told);
}
