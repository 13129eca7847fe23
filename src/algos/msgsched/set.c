/* set.c: both sides of a set of messages, as they go over the wire. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "set.h"

#include <stdlib.h>

#include "algos/counts.h"
#include "algos/msgsched/arrange.h"
#include "match.h"
#include "relay.h"
#include "tell.h"
#include "weigh.h"

/* What is only needed while a set is made. */
struct making {
    struct msgsched_plan *plan;
    enum msgsched_schedule schedule; /* never `auto` */
    struct ms_set *set;
    struct ms_agree *a;
    int nsend, nrecv;
    const struct msgsched_message *sends, *recvs;
    struct ms_item *items;
    struct ms_cut *cuts;
    size_t n;  /* of items */
    int *tags; /* of the pieces that are sent */
    struct ms_route route;
    struct ms_news news;
    int *receive; /* of each message of the news */
};

static const struct ms_engine *engine_of(enum msgsched_schedule schedule)
{
    switch (schedule) {
    case MSGSCHED_PERSISTENT:
        return &ms_engine_persistent;
    case MSGSCHED_DATATYPE:
        return &ms_engine_datatype;
    case MSGSCHED_NEIGHBOR:
        return &ms_engine_neighbor;
    default:
        return &ms_engine_bundles;
    }
}

static int no_memory(struct making *m)
{
    ms_refuse(m->a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    return ms_agreed(m->a);
}

/* Does the schedule ask what others send? */
static bool weighs(const struct msgsched_options *o)
{
    return o->schedule == MSGSCHED_REORDER || o->schedule == MSGSCHED_MERGE ||
           o->schedule == MSGSCHED_BOTH;
}

static void items_fill(struct making *m)
{
    const struct msgsched_plan *p = m->plan;
    int me = p->home->rank;

    for (int i = 0; i < m->nsend; i++) {
        const struct msgsched_message *s = &m->sends[i];
        MPI_Count size = 0;

        if (s->peer == MPI_PROC_NULL)
            continue;
        AS_COUNT(MPI_Type_size)(s->type, &size);
        m->items[m->n++] = (struct ms_item){
            .src = me,
            .dst = s->peer,
            .src_node = p->where[me],
            .dst_node = p->where[s->peer],
            .seq = i,
            .bytes = (int64_t)(size * s->count),
            .alpha = ms_alpha(1, 1),
            .tcopy = ms_tcopy(p, ms_where(p, s->peer)),
        };
    }
}

/* What is sent, in the order and the cuts that the schedule gives it. */
static bool out_fill(struct making *m)
{
    struct ms_side *out = &m->set->out;
    size_t ncuts = ms_arrange(&m->set->options, m->items, m->n, m->cuts);

    for (size_t i = 0; i < m->n; i++) {
        const struct ms_item *item = &m->items[i];
        const struct msgsched_message *s = &m->sends[item->seq];
        int shape = ms_shape(out, s->type);

        if (shape < 0)
            return false;
        m->tags[i] = s->tag;
        out->pieces[i] = (struct ms_piece){.displ = s->displ,
                                           .bytes = item->bytes,
                                           .shape = shape,
                                           .index = item->seq};
    }
    for (size_t k = 0; k < ncuts; k++)
        out->wires[k] = (struct ms_wire){
            .peer = m->items[m->cuts[k].first].dst,
            .packed = m->cuts[k].packed,
            .first = m->cuts[k].first,
            .n = m->cuts[k].n,
            .bytes = m->cuts[k].bytes,
        };
    out->npieces = m->n;
    out->nwires = ncuts;
    return ms_side_stage(out);
}

static int out_make(struct making *m)
{
    size_t n = (size_t)m->nsend + 1;
    struct ms_side *out = &m->set->out;
    int rc;

    m->items = malloc(n * sizeof(*m->items));
    m->cuts = malloc(n * sizeof(*m->cuts));
    m->tags = malloc(n * sizeof(*m->tags));
    out->pieces = malloc(n * sizeof(*out->pieces));
    out->wires = malloc(n * sizeof(*out->wires));
    if (m->items == NULL || m->cuts == NULL || m->tags == NULL ||
        out->pieces == NULL || out->wires == NULL)
        return no_memory(m);
    rc = ms_agreed(m->a);
    if (rc != MPI_SUCCESS)
        return rc;
    items_fill(m);
    m->set->options = m->plan->options;
    m->set->options.schedule = m->schedule;
    if (weighs(&m->set->options))
        rc = ms_weigh(m->plan, m->items, m->n, m->a);
    if (rc == MPI_SUCCESS && !out_fill(m))
        ms_refuse(m->a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    return rc;
}

/* The receives of one source, cut as it cuts. */
static bool source_fill(struct making *m, const struct ms_source *from)
{
    struct ms_side *in = &m->set->in;
    struct ms_wire *w = NULL;

    for (size_t i = from->first; i < from->first + from->n; i++) {
        const struct ms_told *told = &m->news.told[i];
        const struct msgsched_message *r = &m->recvs[m->receive[i]];
        int shape = ms_shape(in, r->type);

        if (shape < 0)
            return false;
        if (w == NULL) {
            w = &in->wires[in->nwires++];
            *w = (struct ms_wire){.peer = from->rank,
                                  .packed = told->packed,
                                  .first = in->npieces};
        }
        in->pieces[in->npieces++] = (struct ms_piece){.displ = r->displ,
                                                      .bytes = told->bytes,
                                                      .shape = shape,
                                                      .index = m->receive[i]};
        w->n++;
        w->bytes += told->bytes;
        if (told->last)
            w = NULL;
    }
    return true;
}

static bool in_fill(struct making *m)
{
    for (size_t s = 0; s < m->news.nsources; s++)
        if (!source_fill(m, &m->news.sources[s]))
            return false;
    for (int i = 0; i < m->nrecv; i++)
        if (m->recvs[i].peer == MPI_PROC_NULL)
            m->set->absent[m->set->nabsent++] = i;
    return ms_side_stage(&m->set->in);
}

static void in_make(struct making *m)
{
    struct ms_side *in = &m->set->in;
    size_t n = m->news.ntold + 1;

    m->receive = malloc(n * sizeof(*m->receive));
    in->pieces = malloc(n * sizeof(*in->pieces));
    in->wires = malloc(n * sizeof(*in->wires));
    m->set->absent = malloc(((size_t)m->nrecv + 1) * sizeof(int));
    if (m->receive == NULL || in->pieces == NULL || in->wires == NULL ||
        m->set->absent == NULL) {
        ms_refuse(m->a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
        return;
    }
    if (ms_well(m->a))
        ms_match(&m->news, m->nrecv, m->recvs, m->receive, m->a);
    if (ms_well(m->a) && !in_fill(m))
        ms_refuse(m->a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
}

/* The first of the wire messages to or from each rank stay: where each message
 * is by itself, they are the same on both sides. */
static void sample(struct making *m, struct ms_side *side)
{
    size_t *seen = calloc((size_t)m->plan->home->size, sizeof(*seen)), n = 0;

    if (seen == NULL) {
        ms_refuse(m->a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
        return;
    }
    for (size_t k = 0; k < side->nwires; k++)
        if (seen[side->wires[k].peer]++ < m->plan->sample)
            side->wires[n++] = side->wires[k];
    side->nwires = n;
    free(seen);
}

static int tell(struct making *m)
{
    struct ms_route *route = &m->route;
    struct ms_side *out = &m->set->out;
    int rc = MPI_SUCCESS;

    if (ms_route_asked(&m->set->options))
        rc = ms_route_make(m->plan, m->items, m->cuts, m->tags, out, route,
                           m->a);
    if (rc != MPI_SUCCESS)
        return rc;
    return route->shared
               ? ms_tell(m->plan, &route->view, route->tags, &m->news, m->a)
               : ms_tell(m->plan, out, m->tags, &m->news, m->a);
}

static int make_all(struct making *m)
{
    int rc = out_make(m);

    if (rc == MPI_SUCCESS)
        rc = tell(m);
    if (rc != MPI_SUCCESS)
        return rc;
    in_make(m);
    if (m->plan->sample > 0) {
        sample(m, &m->set->out);
        sample(m, &m->set->in);
    }
    rc = ms_agreed(m->a);
    if (rc == MPI_SUCCESS && m->route.shared)
        rc = ms_relay_make(m->plan, m->set, &m->route, m->a);
    if (rc != MPI_SUCCESS)
        return rc;
    m->set->engine = engine_of(m->set->options.schedule);
    rc = m->set->engine->open(m->plan, m->set, m->a);
    ms_set_count(m->plan, m->set); /* engines may have them packed */
    return rc == MPI_SUCCESS ? ms_agreed(m->a) : rc;
}

int ms_set_make(struct msgsched_plan *plan, enum msgsched_schedule schedule,
                int nsend, const struct msgsched_message sends[], int nrecv,
                const struct msgsched_message recvs[], struct ms_set **set,
                struct ms_agree *a)
{
    struct making m = {.plan = plan,
                       .schedule = schedule,
                       .set = calloc(1, sizeof(**set)),
                       .a = a,
                       .nsend = nsend,
                       .nrecv = nrecv,
                       .sends = sends,
                       .recvs = recvs};
    int rc = m.set == NULL ? no_memory(&m) : ms_agreed(a);

    if (rc == MPI_SUCCESS)
        rc = make_all(&m);
    ms_news_free(&m.news);
    ms_route_free(&m.route);
    free(m.items);
    free(m.cuts);
    free(m.tags);
    free(m.receive);
    if (rc == MPI_SUCCESS)
        *set = m.set;
    else
        ms_set_free(m.set);
    return rc;
}

void ms_set_free(struct ms_set *set)
{
    if (set == NULL)
        return;
    if (set->engine != NULL)
        set->engine->close(set);
    ms_relay_free(set->relay);
    ms_side_free(&set->out);
    ms_side_free(&set->in);
    free(set->absent);
    free(set);
}
