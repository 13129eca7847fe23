/* relay_make.c: assigns leaders to shared wire messages (scope=node).
 *
 * In each leader's memory, the wire messages of a source follow those of lower
 * ranks; a prefix sum over one number per rank gives the offsets. The notices
 * of messages (match.c) tell each owner the offset of its part, and one more
 * message tells each leader the owners of the parts. Leaders and owners number
 * the parts in the same order, so one number identifies a part in an exchange
 * (relay.c).
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "relay.h"

#include <stdlib.h>

/* What a source sends to the leader about one part. */
struct announced {
    int64_t at, bytes;
    int owner;
    int last; /* last part of its wire message */
};

/* ---- choice of leaders -------------------------------------------------- */

static int leader_of(const struct msgsched_plan *p, int node, int source)
{
    int n = 0, left;

    for (int r = 0; r < p->comm->size; r++)
        n += p->where[r] == node;
    left = n > 0 ? source % n : -1;
    for (int r = 0; r < p->comm->size; r++)
        if (p->where[r] == node && left-- == 0)
            return r;
    return -1;
}

/* True if the ranks of each node of the plan are on one physical node. */
static bool nodes_share_memory(const struct msgsched_plan *p, int *machine)
{
    for (int k = 0; k < p->nnodes; k++)
        machine[k] = -1;
    for (int r = 0; r < p->comm->size; r++) {
        int *at = &machine[p->where[r]];

        if (*at >= 0 && *at != p->comm->node[r])
            return false;
        *at = p->comm->node[r];
    }
    return true;
}

/* True if all messages of a wire message are for one rank. Comparing the first
 * and the last suffices, because messages to the same rank are adjacent. */
static bool for_one(const struct ms_item *items, const struct ms_wire *w)
{
    return items[w->first].dst == items[w->first + w->n - 1].dst;
}

/* Sets the leader of each shared wire message, and its offset in the data that
 * this rank sends to that leader. bytes[r] becomes the total for leader r.
 * Returns true if there are shared wire messages. */
static bool leaders_set(const struct msgsched_plan *p,
                        const struct ms_item *items, struct ms_side *out,
                        int64_t *place, int64_t *bytes)
{
    int node = -1, leader = -1;
    bool any = false;

    for (size_t k = 0; k < out->nwires; k++) {
        struct ms_wire *w = &out->wires[k];

        w->shared = !for_one(items, w);
        if (!w->shared)
            continue;
        if (items[w->first].dst_node != node) {
            node = items[w->first].dst_node;
            leader = leader_of(p, node, p->comm->rank);
        }
        any = true;
        w->peer = leader;
        place[k] = bytes[leader];
        bytes[leader] += (int64_t)ms_lines((size_t)w->bytes);
    }
    return any;
}

int ms_relay_plan(const struct msgsched_plan *p, const struct ms_item *items,
                  struct ms_side *out, int64_t *place, bool *shared,
                  struct ms_agree *a)
{
    size_t ranks = (size_t)p->comm->size;
    int64_t *bytes = ms_alloc(a, 2 * ranks, sizeof(*bytes)), *before;
    int *machine = ms_alloc(a, (size_t)p->nnodes, sizeof(*machine));
    int any = 0, rc = ms_agreed(a);

    *shared = false;
    if (rc == MPI_SUCCESS && !nodes_share_memory(p, machine))
        rc = ms_all_fail(
            a, MPI_ERR_ARG,
            "scope node needs shared memory between the ranks of each node");
    if (rc != MPI_SUCCESS)
        goto out;
    any = leaders_set(p, items, out, place, bytes);
    rc = ms_all(a, MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX,
                                 p->comm->comm));
    if (rc != MPI_SUCCESS || !any)
        goto out;
    *shared = true;
    before = bytes + ranks; /* bytes from lower ranks to each leader */
    rc = ms_all(a, MPI_Exscan(bytes, before, p->comm->size, MPI_INT64_T,
                              MPI_SUM, p->comm->comm));
    for (size_t k = 0; k < out->nwires && p->comm->rank > 0; k++)
        if (out->wires[k].shared)
            place[k] += before[out->wires[k].peer];
out:
    free(bytes);
    free(machine);
    return rc;
}

/* ---- leader: bundles and the owners of their parts ----------------------- */

static int announce(const struct msgsched_plan *p, const struct ms_side *out,
                    const struct ms_item *items, const int64_t *place,
                    struct ms_inbox *inbox, struct ms_agree *a)
{
    struct announced *all = ms_alloc(a, out->npieces, sizeof(*all));
    int *to = ms_alloc(a, out->npieces, sizeof(*to)), rc;
    struct ms_outbox outbox = {.records = all, .to = to, .size = sizeof(*all)};
    size_t n = 0;

    for (size_t k = 0; k < out->nwires && ms_well(a); k++) {
        const struct ms_wire *w = &out->wires[k];

        for (size_t i = w->first; w->shared && i < w->first + w->n; i++) {
            if (i == w->first || items[i].dst != items[i - 1].dst) {
                to[n] = w->peer;
                all[n++] =
                    (struct announced){.at = place[k], .owner = items[i].dst};
            }
            all[n - 1].bytes += items[i].bytes;
            all[n - 1].last = i + 1 == w->first + w->n;
        }
    }
    outbox.n = n;
    rc = ms_mailbox_exchange(p, &outbox, inbox, a);
    free(all);
    free(to);
    return rc;
}

static void part_add(struct ms_relay *r, int64_t *count, int source,
                     const struct announced *from, bool first)
{
    struct ms_bundle *b;

    if (first)
        r->bundles[r->nbundles++] = (struct ms_bundle){
            .source = source, .at = from->at, .first = r->nparts};
    if (from->owner == r->comm->rank)
        r->nself++;
    else if (count[from->owner] == 0)
        r->owners[r->nowners++] = from->owner;
    b = &r->bundles[r->nbundles - 1];
    b->n++;
    b->bytes += from->bytes;
    r->parts[r->nparts++] =
        (struct ms_part){.owner = from->owner, .number = count[from->owner]++};
}

static void bundles_fill(struct ms_relay *r, const struct ms_inbox *inbox,
                         struct ms_agree *a)
{
    const struct announced *all = inbox->records;
    int64_t *count = ms_alloc(a, (size_t)r->comm->size, sizeof(*count));

    r->bundles = ms_alloc(a, inbox->nrecords, sizeof(*r->bundles));
    r->parts = ms_alloc(a, inbox->nrecords, sizeof(*r->parts));
    r->owners = ms_alloc(a, inbox->nrecords, sizeof(*r->owners));
    for (size_t s = 0; s < inbox->nsources && ms_well(a); s++) {
        const struct ms_source *from = &inbox->sources[s];

        for (size_t i = from->first; i < from->first + from->n; i++)
            part_add(r, count, from->rank, &all[i],
                     i == from->first || all[i - 1].last);
    }
    free(count);
}

/* ---- owner: shares and their leaders ------------------------------------- */

static int by_leader(const void *a, const void *b, void *me)
{
    const struct ms_share *x = a, *y = b;
    int c = ms_order(x->leader == *(int *)me, y->leader == *(int *)me);

    if (c == 0)
        c = ms_order(x->leader, y->leader);
    return c != 0 ? c
                  : ms_order((int64_t)x->wire.first, (int64_t)y->wire.first);
}

/* Moves shared wire messages from `in` to the relay's shares. */
static void shares_take(struct ms_relay *r, const struct msgsched_plan *p,
                        struct ms_side *in)
{
    int source = -1, leader = -1, me = p->comm->rank;
    size_t n = 0;

    for (size_t k = 0; k < in->nwires; k++) {
        struct ms_wire *w = &in->wires[k];

        if (!w->shared) {
            in->wires[n++] = *w;
            continue;
        }
        if (w->peer != source) {
            source = w->peer;
            leader = leader_of(p, p->where[me], source);
        }
        r->shares[r->nshares++] =
            (struct ms_share){.wire = *w, .leader = leader};
    }
    in->nwires = n;
    ms_sort(r->shares, r->nshares, sizeof(*r->shares), by_leader, &me);
}

static void shares_fill(struct ms_relay *r, const struct msgsched_plan *p,
                        struct ms_set *set, struct ms_agree *a)
{
    struct ms_side *in = &set->in;

    r->shares = ms_alloc(a, in->nwires, sizeof(*r->shares));
    r->groups = ms_alloc(a, in->nwires, sizeof(*r->groups));
    r->number = ms_alloc(a, in->nwires, sizeof(*r->number));
    if (!ms_well(a))
        return;
    shares_take(r, p, in);
    for (size_t i = 0; i < r->nshares; i++) {
        if (i == 0 || r->shares[i].leader != r->shares[i - 1].leader)
            r->groups[r->ngroups++] =
                (struct ms_group){.leader = r->shares[i].leader,
                                  .first = i,
                                  .release = MPI_REQUEST_NULL};
        r->shares[i].group = r->ngroups - 1;
        r->groups[r->ngroups - 1].n++;
        set->info.copied += r->shares[i].wire.bytes;
    }
}

/* ---- shared memory of a node -------------------------------------------- */

/* Allocates the same size on all ranks, in the order of ranks, because SMPI
 * supports no other layout. */
static int window_make(struct ms_relay *r)
{
    enum { PAGE = 4096 };
    int64_t most = 0;
    int rc;

    for (size_t i = 0; i < r->nbundles; i++) {
        int64_t end = r->bundles[i].at + r->bundles[i].bytes;

        most = end > most ? end : most;
    }
    most = (most / PAGE + 1) * PAGE;
    rc = MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT64_T, MPI_MAX,
                       r->comm->local);
    if (rc != MPI_SUCCESS)
        return rc;
    r->size = (size_t)most;
    rc = MPI_Win_allocate_shared((MPI_Aint)most, 1, MPI_INFO_NULL,
                                 r->comm->local, &r->memory, &r->win);
    if (rc != MPI_SUCCESS) {
        r->win = MPI_WIN_NULL;
        return rc;
    }
    MPI_Win_set_errhandler(r->win, MPI_ERRORS_RETURN);
    return MPI_Win_lock_all(MPI_MODE_NOCHECK, r->win);
}

/* Translates a rank of comm to its rank among the ranks of its physical
 * node. */
static int local_rank(const struct ms_comm *c, int rank)
{
    int n = 0;

    for (int r = 0; r < rank; r++)
        n += c->node[r] == c->node[rank];
    return n;
}

static void memory_find(struct ms_relay *r)
{
    const struct ms_comm *c = r->comm;
    char *first = r->memory - (size_t)local_rank(c, c->rank) * r->size;

    for (size_t i = 0; i < r->ngroups; i++)
        r->groups[i].memory =
            first + (size_t)local_rank(c, r->groups[i].leader) * r->size;
}

/* ---- making and freeing -------------------------------------------------- */

int ms_relay_make(struct msgsched_plan *p, struct ms_set *set,
                  const struct ms_item *items, const int64_t *place,
                  struct ms_agree *a)
{
    struct ms_relay *r = ms_alloc(a, 1, sizeof(*r));
    struct ms_inbox inbox = {0};
    int rc = ms_agreed(a);

    if (rc != MPI_SUCCESS) {
        free(r);
        return rc;
    }
    *r = (struct ms_relay){.comm = p->comm,
                           .tag = ms_comm_tag(p->comm),
                           .notice = ms_comm_tag(p->comm),
                           .win = MPI_WIN_NULL};
    set->relay = r;
    if (r->tag < 0 || r->notice < 0)
        ms_note(a, MPI_ERR_NO_MEM);
    rc = announce(p, &set->out, items, place, &inbox, a);
    if (rc == MPI_SUCCESS) {
        bundles_fill(r, &inbox, a);
        shares_fill(r, p, set, a);
        rc = ms_agreed(a);
    }
    ms_inbox_free(&inbox);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = ms_agreed_on(a, window_make(r));
    if (rc == MPI_SUCCESS)
        memory_find(r);
    return rc;
}

/* Waits for the requests of the last exchange's releases. */
static void releases_drain(struct ms_relay *r)
{
    for (size_t i = 0; i < r->nowners; i++)
        MPI_Recv(NULL, 0, MPI_BYTE, r->owners[i], r->tag, r->comm->comm,
                 MPI_STATUS_IGNORE);
    for (size_t i = 0; i < r->ngroups; i++)
        ms_requests_wait(1, &r->groups[i].release);
}

void ms_relay_free(struct ms_relay *r)
{
    if (r == NULL)
        return;
    if (r->used)
        releases_drain(r);
    if (r->win != MPI_WIN_NULL) {
        MPI_Win_unlock_all(r->win);
        MPI_Win_free(&r->win);
    }
    if (r->tag >= 0)
        ms_comm_untag(r->comm, r->tag);
    if (r->notice >= 0)
        ms_comm_untag(r->comm, r->notice);
    free(r->bundles);
    free(r->parts);
    free(r->owners);
    free(r->shares);
    free(r->groups);
    free(r->number);
    free(r);
}
