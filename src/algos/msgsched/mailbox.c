/* mailbox.c: sends records to ranks that do not expect them.
 *
 * A rank does not know how many other ranks have records for it. So each rank
 * marks its targets, and a reduce-scatter counts how many ranks have marked
 * each. Then each rank receives that number of messages from any source. Memory
 * and time: one number per rank, and the rank's own records.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "lane.h"

/* The records to send, sorted by target. */
struct outgoing {
    char *records;
    size_t *first; /* index of the first record of each rank; size + 1 values */
    int *marks;    /* 1 for each rank that gets records */
    MPI_Request *request;
    int nrequests;
    MPI_Datatype type; /* datatype of a record */
};

static void outgoing_open(struct outgoing *m, const struct ms_outbox *out,
                          size_t ranks, struct ms_agree *a)
{
    *m = (struct outgoing){.type = MPI_DATATYPE_NULL};
    m->records = ms_alloc(a, out->n, out->size);
    m->first = ms_alloc(a, ranks + 1, sizeof(*m->first));
    m->marks = ms_alloc(a, ranks, sizeof(*m->marks));
    m->request = ms_alloc(a, ranks, sizeof(MPI_Request));
}

static void outgoing_close(struct outgoing *m)
{
    if (m->type != MPI_DATATYPE_NULL)
        MPI_Type_free(&m->type);
    free(m->records);
    free(m->first);
    free(m->marks);
    free(m->request);
}

/* Sorts the records by target, keeping their order for each target. */
static void outgoing_sort(struct outgoing *m, const struct ms_outbox *out,
                          int size)
{
    size_t *next = m->first + 1;

    for (size_t i = 0; i < out->n; i++)
        next[out->to[i] + 1]++;
    for (int r = 0; r < size; r++) {
        m->marks[r] = next[r + 1] > 0;
        next[r + 1] += next[r];
    }
    for (size_t i = 0; i < out->n; i++)
        memcpy(m->records + next[out->to[i]]++ * out->size,
               (const char *)out->records + i * out->size, out->size);
}

static int outgoing_send(struct outgoing *m, size_t record,
                         const struct msgsched_plan *p)
{
    int rc = MPI_SUCCESS;

    for (int r = 0; r < p->comm->size && rc == MPI_SUCCESS; r++)
        if (m->marks[r])
            rc = MPI_Isend(m->records + m->first[r] * record,
                           (int)(m->first[r + 1] - m->first[r]), m->type, r,
                           p->tag, p->comm->comm, &m->request[m->nrequests++]);
    return rc;
}

static bool reserve(struct ms_inbox *in, size_t n, size_t record)
{
    size_t room = in->room;
    void *records;

    if (in->nrecords + n <= room)
        return true;
    room = 2 * room + n;
    records = realloc(in->records, room * record);
    if (records == NULL)
        return false;
    in->records = records;
    in->room = room;
    return true;
}

/* Receives a message from any source. If out of memory, it receives the message
 * all the same, but drops its data. */
static int take(struct ms_inbox *in, MPI_Datatype type, size_t record,
                const struct msgsched_plan *p, struct ms_agree *a)
{
    MPI_Status status;
    int n, rc = MPI_Probe(MPI_ANY_SOURCE, p->tag, p->comm->comm, &status);

    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Get_count(&status, type, &n);
    if (!reserve(in, (size_t)n, record)) {
        ms_note(a, MPI_ERR_NO_MEM);
        MPI_Recv(NULL, 0, type, status.MPI_SOURCE, p->tag, p->comm->comm,
                 MPI_STATUS_IGNORE);
        return MPI_SUCCESS;
    }
    rc = MPI_Recv((char *)in->records + in->nrecords * record, n, type,
                  status.MPI_SOURCE, p->tag, p->comm->comm, MPI_STATUS_IGNORE);
    in->sources[in->nsources++] = (struct ms_source){
        .rank = status.MPI_SOURCE, .first = in->nrecords, .n = (size_t)n};
    in->nrecords += (size_t)n;
    return rc;
}

static int by_rank(const void *a, const void *b)
{
    const struct ms_source *x = a, *y = b;

    return (x->rank > y->rank) - (x->rank < y->rank);
}

int ms_mailbox_exchange(const struct msgsched_plan *p,
                        const struct ms_outbox *out, struct ms_inbox *in,
                        struct ms_agree *a)
{
    struct outgoing m;
    int rc, senders = 0;

    *in = (struct ms_inbox){
        .sources = ms_alloc(a, (size_t)p->comm->size, sizeof(*in->sources))};
    outgoing_open(&m, out, (size_t)p->comm->size, a);
    rc = ms_agreed(a);
    if (rc != MPI_SUCCESS)
        goto out;
    outgoing_sort(&m, out, p->comm->size);
    ms_note(a, MPI_Type_contiguous((int)out->size, MPI_BYTE, &m.type));
    ms_note(a, MPI_Type_commit(&m.type));
    ms_note(a, MPI_Reduce_scatter_block(m.marks, &senders, 1, MPI_INT, MPI_SUM,
                                        p->comm->comm));
    ms_note(a, outgoing_send(&m, out->size, p));
    for (int i = 0; i < senders; i++)
        ms_note(a, take(in, m.type, out->size, p, a));
    ms_note(a, ms_requests_wait(m.nrequests, m.request));
    qsort(in->sources, in->nsources, sizeof(*in->sources), by_rank);
out:
    outgoing_close(&m);
    return rc;
}

void ms_inbox_free(struct ms_inbox *in)
{
    free(in->sources);
    free(in->records);
}
