/* set.c: makes a set: the wire messages that a rank sends and receives.
 *
 * Each rank arranges and cuts the messages that it sends (arrange.c) and
 * notifies the receivers, who match them to their receives (match.c). With
 * scope `node`, a wire message for several ranks of a node gets a leader
 * (relay.c). Memory: this rank's messages, and one number per rank.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "algos/type.h"
#include "engine.h"
#include "relay.h"

/* State while making a set. */
struct making {
    struct msgsched_plan *plan;
    struct ms_set *set;
    struct ms_agree *a;
    const struct ms_lists *lists;
    struct ms_item *items;
    struct ms_cut *cuts;
    size_t n;       /* number of items */
    int64_t *place; /* offsets of shared wire messages at their leaders */
    struct ms_inbox incoming; /* notices received */
    int *receive;             /* index of the receive for each notice */
};

/* Returns the size from which messages are not merged. */
static int64_t tcopy(const struct msgsched_plan *p, enum ms_where where)
{
    return p->options.tcopy != MSGSCHED_MEASURED ? p->options.tcopy
                                                 : p->comm->costs.tcopy[where];
}

/* ---- sends -------------------------------------------------------------- */

/* True if the schedule depends on the messages of other ranks. */
static bool weighs(const struct msgsched_options *o)
{
    const struct ms_schedule *s = ms_schedule_of(o);

    return s->order == MS_BY_RULE || s->cut == MS_CUT_GROW;
}

static void items_fill(struct making *m)
{
    const struct msgsched_plan *p = m->plan;
    int me = p->comm->rank;

    for (int i = 0; i < m->lists->nsend; i++) {
        const struct msgsched_message *s = &m->lists->sends[i];
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
            .tcopy = tcopy(p, ms_where(p->comm, s->peer)),
        };
    }
}

/* True if all messages to a peer become one element of a derived datatype. */
static bool joins(const struct ms_set *set)
{
    return ms_schedule_of(&set->options)->cut == MS_CUT_PEER;
}

/* Fills in the sending side, in the order and cuts of the schedule. */
static void out_fill(struct making *m)
{
    struct ms_side *out = &m->set->out;
    size_t ncuts = ms_arrange(&m->set->options, m->items, m->n, m->cuts);

    for (size_t i = 0; i < m->n; i++) {
        const struct ms_item *item = &m->items[i];
        const struct msgsched_message *s = &m->lists->sends[item->seq];

        out->pieces[i] = (struct ms_piece){.displ = s->displ,
                                           .bytes = item->bytes,
                                           .shape = ms_shape(out, s->type),
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
    ms_side_ready(out, joins(m->set), m->a);
}

static int out_make(struct making *m)
{
    size_t n = (size_t)m->lists->nsend;
    int rc;

    m->items = ms_alloc(m->a, n, sizeof(*m->items));
    m->cuts = ms_alloc(m->a, n, sizeof(*m->cuts));
    m->place = ms_alloc(m->a, n, sizeof(*m->place));
    ms_side_open(&m->set->out, n, m->a);
    rc = ms_agreed(m->a);
    if (rc != MPI_SUCCESS)
        return rc;
    items_fill(m);
    if (weighs(&m->set->options))
        rc = ms_weigh(m->plan, m->items, m->n, m->a);
    if (rc == MPI_SUCCESS)
        out_fill(m);
    return rc;
}

/* ---- receives ----------------------------------------------------------- */

/* Adds the wire messages from one source, cut as that source cuts them. */
static void source_fill(struct making *m, const struct ms_source *from)
{
    const struct ms_notice *notices = m->incoming.records;
    struct ms_side *in = &m->set->in;
    struct ms_wire *w = NULL;

    for (size_t i = from->first; i < from->first + from->n; i++) {
        const struct ms_notice *notice = &notices[i];
        const struct msgsched_message *r = &m->lists->recvs[m->receive[i]];

        if (w == NULL) {
            w = &in->wires[in->nwires++];
            *w = (struct ms_wire){.peer = from->rank,
                                  .packed = notice->packed,
                                  .shared = notice->shared,
                                  .first = in->npieces,
                                  .at = (MPI_Aint)notice->at};
        }
        in->pieces[in->npieces++] =
            (struct ms_piece){.displ = r->displ,
                              .bytes = notice->bytes,
                              .shape = ms_shape(in, r->type),
                              .index = m->receive[i]};
        w->n++;
        w->bytes += notice->bytes;
        if (notice->last)
            w = NULL;
    }
}

static void in_fill(struct making *m)
{
    for (size_t s = 0; s < m->incoming.nsources; s++)
        source_fill(m, &m->incoming.sources[s]);
    for (int i = 0; i < m->lists->nrecv; i++)
        if (m->lists->recvs[i].peer == MPI_PROC_NULL)
            m->set->absent[m->set->nabsent++] = i;
}

static void in_make(struct making *m)
{
    m->receive = ms_alloc(m->a, m->incoming.nrecords, sizeof(*m->receive));
    m->set->absent =
        ms_alloc(m->a, (size_t)m->lists->nrecv, sizeof(*m->set->absent));
    ms_side_open(&m->set->in, m->incoming.nrecords, m->a);
    if (ms_well(m->a))
        ms_match(&m->incoming, m->lists, m->receive, m->a);
    if (ms_well(m->a))
        in_fill(m);
}

/* ---- the whole set ------------------------------------------------------- */

/* Fills in set->info. */
static void count(const struct msgsched_plan *p, struct ms_set *set)
{
    struct msgsched_info *info = &set->info;

    info->schedule = set->options.schedule;
    if (ms_merges(&set->options)) {
        info->tcopy_same = tcopy(p, MS_SAME_NODE);
        if (p->comm->nnodes > 1)
            info->tcopy_other = tcopy(p, MS_OTHER_NODE);
    }
    if (ms_measures(&p->options))
        info->measure_seconds = p->comm->costs.seconds;
    info->messages = (int64_t)set->out.npieces;
    for (size_t k = 0; k < set->out.nwires; k++) {
        const struct ms_wire *w = &set->out.wires[k];

        info->wire_messages += w->n > 0; /* not tokens, which have no pieces */
        info->bytes += w->bytes;
        info->copied += w->packed ? w->bytes : 0;
        info->largest = w->bytes > info->largest ? w->bytes : info->largest;
    }
    info->wire_bytes = info->bytes;
    for (size_t k = 0; k < set->in.nwires; k++)
        info->copied += set->in.wires[k].packed ? set->in.wires[k].bytes : 0;
}

static int make_all(struct making *m)
{
    struct ms_set *set = m->set;
    bool shared = false;
    int rc = out_make(m);

    if (rc == MPI_SUCCESS && ms_merges_nodes(&set->options))
        rc = ms_relay_plan(m->plan, m->items, &set->out, m->place, &shared,
                           m->a);
    if (rc == MPI_SUCCESS)
        rc = ms_notify(m->plan, &set->out, m->items, m->lists->sends, m->place,
                       &m->incoming, m->a);
    if (rc != MPI_SUCCESS)
        return rc;
    in_make(m);
    rc = ms_agreed(m->a);
    if (rc == MPI_SUCCESS && shared)
        rc = ms_relay_make(m->plan, set, m->items, m->place, m->a);
    if (rc != MPI_SUCCESS)
        return rc;
    ms_side_ready(&set->in, joins(set), m->a);
    set->engine = ms_schedule_of(&set->options)->post < MS_POST_AT_ONCE
                      ? &ms_pipeline
                      : &ms_at_once;
    rc = set->engine->open(m->plan, set, m->a);
    count(m->plan, set);
    return rc == MPI_SUCCESS ? ms_agreed(m->a) : rc;
}

int ms_set_make(struct msgsched_plan *plan, enum msgsched_schedule schedule,
                const struct ms_lists *lists, struct ms_set **set,
                struct ms_agree *a)
{
    struct making m = {.plan = plan,
                       .set = ms_alloc(a, 1, sizeof(**set)),
                       .a = a,
                       .lists = lists};
    int rc = ms_agreed(a);

    if (rc == MPI_SUCCESS) {
        m.set->options = plan->options;
        m.set->options.schedule = schedule;
        rc = make_all(&m);
    }
    ms_inbox_free(&m.incoming);
    free(m.items);
    free(m.cuts);
    free(m.place);
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
