/* choose.c: the way of a message. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The choice is the root's alone and need not be agreed, since the slot tells
 * it. What a message's size and buffer leave open is learned (row.c), for each
 * state of the machine (states.c), kind of message and class of sizes. Only
 * readers can prefetch, and have to know before the message is there: with a
 * message they are told whether to do so for the next of its class.
 */
#include "choose.h"

#include "../clock.h"
#include "address.h"
#include "distance.h"
#include "look.h"
#include "pull.h"

/* Classes of messages that fit in slots are below. */
enum { SLOT_CLASSES = 16 };

/* Copying less by the kernel than a page of each is not worth a trial. */
enum { PULL_LEAST = 2048 };

/* A trial has no more calls ahead of it, however short the messages. */
enum { NEEDS_MOST = 64 };

/* Without learning, the longest message that readers prefetch. */
enum { ASK_MOST = SB_SHORT_MAX };

void sb_fixed_thresholds(struct shmbcast_auto_params *p)
{
    static const size_t slot = 2 << 10, pull = 64 << 10, direct = 8 << 10;

    if (p->slot == SHMBCAST_AUTO_LEARN)
        p->slot = slot;
    if (p->pull == SHMBCAST_AUTO_LEARN)
        p->pull = pull;
    if (p->direct == SHMBCAST_AUTO_LEARN)
        p->direct = direct;
}

/* What a threshold leaves: nothing but its ways, them among others, or others.
 */
enum { MUST = 1, MAY = 2 };

static int from(size_t threshold, size_t nbytes)
{
    return threshold == SHMBCAST_AUTO_LEARN ? MAY
           : nbytes >= threshold            ? MUST
                                            : 0;
}

static int up_to(size_t threshold, size_t nbytes)
{
    return threshold == SHMBCAST_AUTO_LEARN ? MAY
           : nbytes <= threshold            ? MUST
                                            : 0;
}

/* Past the caches. With learning all messages of a class may, or none. */
static bool may_go_past(const struct shmbcast_auto *h, size_t nbytes)
{
    unsigned class = sb_message_class(nbytes);

    return nbytes >= h->stream ||
           (h->learns && class > 0 && class < SB_CLASSES - 1 &&
            sb_class_most(class) >= h->stream);
}

/* The ways that the message can take: [*address] is where it is. */
static unsigned possible(const struct shmbcast_auto *h,
                         const struct sb_stream *st, size_t nbytes,
                         struct sb_address *address)
{
    unsigned direct = SB_BIT(SB_WAY_DIRECT), ways = 0;
    unsigned slot = SB_BIT(SB_WAY_SLOT) | SB_BIT(SB_WAY_ASK);
    unsigned pull = SB_BIT(SB_WAY_PULL), ring = SB_BIT(SB_WAY_RING);
    int may_direct = 0, may_slot = 0, may_pull = 0;

    *address = (struct sb_address){.at = (uintptr_t)st->at};
    if (h->regions != NULL && st->dense && nbytes > 0)
        may_direct = from(h->params.direct, nbytes);
    if (may_direct != 0) {
        *address = sb_address_of(h, st->at, nbytes);
        if (address->region == 0 ||
            (may_direct == MAY && nbytes <= SB_SHORT_MAX))
            may_direct = 0;
    }
    if (may_go_past(h, nbytes))
        direct = h->learns ? direct | SB_BIT(SB_WAY_PAST) : SB_BIT(SB_WAY_PAST);
    if (may_direct == MUST)
        return direct;
    if (nbytes <= SHMBCAST_AUTO_SLOT_MAX)
        may_slot = up_to(h->params.slot, nbytes);
    if (may_slot == MUST)
        return slot;
    if (st->dense && h->can_pull)
        may_pull = from(h->params.pull, nbytes);
    if (sb_pull_fine(nbytes, h->size) && h->learns)
        pull |= SB_BIT(SB_WAY_FINE);
    if (may_pull == MUST)
        return pull;
    if (may_direct == MAY)
        ways |= direct;
    if (may_slot == MAY)
        ways |= slot;
    if (may_pull == MAY && nbytes > PULL_LEAST && may_direct != MAY)
        ways |= pull;
    if (sb_ring_part(h) != 0)
        ring |= SB_BIT(SB_WAY_PART);
    /* up to SB_SHORT_MAX a slot has no more lines than a ring */
    if (may_slot == 0 || nbytes > SB_SHORT_MAX)
        ways |= ring;
    return ways;
}

/* Without learning: those that thresholds leave, in this order. */
static enum sb_way foremost(unsigned ways)
{
    static const enum sb_way order[] = {SB_WAY_PAST, SB_WAY_DIRECT, SB_WAY_SLOT,
                                        SB_WAY_PULL, SB_WAY_RING};
    size_t i = 0;

    while ((ways & SB_BIT(order[i])) == 0)
        i++;
    return order[i];
}

static bool is_told(const struct shmbcast_auto *h, unsigned class)
{
    return class < SLOT_CLASSES && (h->told >> class & 1) != 0;
}

/* A reader that was told so asks for the lines: is that what the way is? */
static bool as_told(const struct shmbcast_auto *h, unsigned class,
                    enum sb_way way)
{
    return !sb_way_is_slot(way) || is_told(h, class) == (way == SB_WAY_ASK);
}

static void set_told(struct shmbcast_auto *h, unsigned class, bool ask)
{
    if (class < SLOT_CLASSES)
        h->told = (h->told & ~(1u << class)) | (unsigned)ask << class;
}

static void tell(struct shmbcast_auto *h, unsigned class, bool ask)
{
    if (class == 0 || class >= SLOT_CLASSES)
        return;
    set_told(h, class, ask);
    h->flags |= ask ? SB_ASK : 0;
}

static void by_row(struct shmbcast_auto *h, struct sb_choice *c,
                   struct sb_row *row, unsigned class)
{
    enum sb_way next = sb_row_way(row, 1);

    c->way = sb_row_way(row, 0);
    if (sb_row_due(row)) {
        bool told = as_told(h, class, c->way);

        if (h->look.op == 0 && told) {
            h->flags |= SB_LOOK;
            c->row = row;
            c->begin = sb_now_ns();
        } else {
            c->way = sb_row_defer(row);
        }
        if (told && sb_row_settled(row))
            next = row->best;
    }
    tell(h, class, next == SB_WAY_ASK);
}

/* Are ways a matter of the class alone, and of where the message is? */
static bool by_class(const struct shmbcast_auto *h, const struct sb_stream *st)
{
    return h->learns && st->dense && h->params.slot == SHMBCAST_AUTO_LEARN &&
           h->params.pull == SHMBCAST_AUTO_LEARN &&
           (h->regions == NULL || h->params.direct == SHMBCAST_AUTO_LEARN);
}

/* Its calls are counted where they belong; there are no more. */
static void quick_end(struct shmbcast_auto *h, unsigned state,
                      enum sb_kind kind, unsigned class)
{
    struct sb_quick *q = &h->quick[kind][class];
    struct sb_row *row = h->learned.rows[state][kind][class];

    if (row != NULL)
        sb_row_count(row, q->given - q->left);
    if (q->next && row != NULL)
        sb_row_uncount(row);
    if (q->next)
        set_told(h, class, q->told);
    *q = (struct sb_quick){0};
}

static void quick_end_all(struct shmbcast_auto *h, unsigned state)
{
    for (int kind = 0; kind < SB_QUICK_KINDS; kind++)
        for (unsigned class = 0; class < SB_CLASSES; class ++)
            quick_end(h, state, (enum sb_kind)kind, class);
}

void sb_rows_settle(struct shmbcast_auto *h)
{
    quick_end_all(h, h->learned.states.now);
}

/* The best way for all calls up to the one before the next look, unless the
 * times of the last one or the distance are to be read earlier. */
static void quick_begin(struct shmbcast_auto *h, struct sb_quick *q,
                        const struct sb_row *row)
{
    uint64_t last = row->calls + 2 + row->lead;
    uint64_t n = row->due > last ? row->due - last : 0;
    uint64_t distance = h->distance.due > h->op ? h->distance.due - h->op : 0;
    uint64_t take = h->look.try_at > h->op ? h->look.try_at - h->op - 1 : 0;

    if (!sb_row_settled(row))
        return;
    n = n < distance ? n : distance;
    if (h->look.op != 0)
        n = n < take ? n : take;
    q->left = q->given = (uint32_t)n;
    q->way = (uint16_t)row->best;
    q->flags = row->best == SB_WAY_ASK ? SB_ASK : 0;
}

/* Without learning: all messages of the class go in slots, with the flags of
 * this one. */
static void quick_slots(struct shmbcast_auto *h, unsigned class)
{
    if (class == 0 || class == SB_CLASSES - 1 || h->learns ||
        sb_class_most(class) > h->params.slot)
        return;
    h->quick[SB_PLAIN][class] = (struct sb_quick){
        .left = UINT32_MAX,
        .given = UINT32_MAX,
        .way = SB_WAY_SLOT,
        .flags = (uint16_t)h->flags,
    };
}

/* The state now; what calls of the last one did ends with it. */
static unsigned state_now(struct shmbcast_auto *h)
{
    unsigned last = h->learned.states.now, now;
    uint32_t ns = h->last != NULL ? sb_row_estimate(h->last, h->last->best) : 0;

    now = sb_distance_state(h, ns);
    if (now != last)
        quick_end_all(h, last);
    return now;
}

/* Messages of the class until the part of the ring has been gone round. */
static uint16_t part_needs(const struct shmbcast_auto *h, unsigned class)
{
    size_t n = sb_ring_part(h) / sb_class_most(class);

    return (uint16_t)(n < 1 ? 1 : n < NEEDS_MOST ? n : NEEDS_MOST);
}

static enum sb_kind kind_of(bool dense, const struct sb_address *address)
{
    return !dense ? SB_PACKED : address->region != 0 ? SB_SHARED : SB_PLAIN;
}

static struct sb_row *row_of(struct shmbcast_auto *h, enum sb_kind kind,
                             unsigned class)
{
    if (kind != SB_PACKED)
        quick_end(h, h->learned.states.now, kind, class);
    h->last = sb_learned_row(&h->learned, state_now(h), kind, class);
    if (h->last != NULL)
        h->last->arms[SB_WAY_PART].needs = part_needs(h, class);
    return h->last;
}

/* The call that was chosen ahead. Another one may have begun to be looked at
 * since then: this is not, and the next is due. */
static void take_next(struct shmbcast_auto *h, struct sb_quick *q,
                      struct sb_choice *c)
{
    c->way = (enum sb_way)q->next_way;
    h->flags = q->next_flags;
    if (q->look != NULL && h->look.op != 0) {
        h->flags &= ~(unsigned)SB_LOOK;
    } else if (q->look != NULL) {
        c->row = q->look;
        c->begin = sb_now_ns();
    }
    q->next = false;
    q->look = NULL;
}

/* A call that is chosen already. */
static bool quickly(struct shmbcast_auto *h, const struct sb_stream *st,
                    size_t nbytes, unsigned class, struct sb_choice *c)
{
    struct sb_quick *q;

    if (!by_class(h, st))
        return false;
    c->address = sb_address_of(h, st->at, nbytes);
    q = &h->quick[kind_of(true, &c->address)][class];
    if (q->left == 0 && !q->next)
        return false;
    if (q->next) {
        take_next(h, q, c);
        return true;
    }
    q->left--;
    c->way = (enum sb_way)q->way;
    h->flags = q->flags;
    return true;
}

static struct sb_choice choose(struct shmbcast_auto *h,
                               const struct sb_stream *st, size_t nbytes,
                               unsigned class)
{
    struct sb_choice c = {0};
    unsigned ways = possible(h, st, nbytes, &c.address);
    enum sb_kind kind = kind_of(st->dense, &c.address);
    struct sb_row *row = NULL;

    h->flags = 0;
    if (h->learns && class > 0 && (ways & (ways - 1)) != 0) {
        sb_look_take(h);
        if (h->learns)
            row = row_of(h, kind, class);
    }
    if (row != NULL) {
        sb_row_ways(row, ways);
        by_row(h, &c, row, class);
        if (by_class(h, st))
            quick_begin(h, &h->quick[kind][class], row);
    } else {
        c.way = foremost(ways);
        tell(h, class, nbytes <= ASK_MOST);
        if (c.way == SB_WAY_SLOT)
            quick_slots(h, class);
    }
    return c;
}

struct sb_choice sb_choose(struct shmbcast_auto *h, const struct sb_stream *st,
                           size_t nbytes)
{
    unsigned class = sb_message_class(nbytes);
    struct sb_choice c = {0};

    h->flags = 0;
    if (h->forced != SB_WAY_NONE) {
        (void)possible(h, st, nbytes, &c.address);
        c.way = h->forced;
        return c;
    }
    return quickly(h, st, nbytes, class, &c) ? c : choose(h, st, nbytes, class);
}

void sb_choose_ahead(struct shmbcast_auto *h, const struct sb_stream *st,
                     size_t nbytes)
{
    unsigned class = sb_message_class(nbytes), flags = h->flags;
    struct sb_quick *q = &h->quick[SB_PLAIN][class];
    struct sb_choice c;
    bool told;

    if (class == 0 || q->left > 0 || h->forced != SB_WAY_NONE ||
        h->regions != NULL || !by_class(h, st))
        return;
    told = is_told(h, class);
    c = choose(h, st, nbytes, class);
    q->next = true;
    q->told = told;
    q->next_way = (uint16_t)c.way;
    q->next_flags = (uint16_t)h->flags;
    q->look = c.row;
    h->flags = flags;
}

/* The class whose bit tells about messages of [nbytes]; 0: none does. */
static unsigned told_class(size_t nbytes)
{
    unsigned class = sb_class(nbytes);

    return class < SLOT_CLASSES ? class : 0;
}

bool sb_asked(const struct shmbcast_auto *h, int root, size_t nbytes)
{
    return (h->asks[root] >> told_class(nbytes) & 1) != 0;
}

void sb_asks_set(struct shmbcast_auto *h, int root, size_t nbytes)
{
    unsigned class = told_class(nbytes);

    if (class == 0)
        return;
    h->asks[root] &= ~(1u << class);
    h->asks[root] |= (unsigned)((h->flags & SB_ASK) != 0) << class;
}
