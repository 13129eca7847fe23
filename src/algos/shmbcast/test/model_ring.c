/* model_ring.c: model of ranks that use rings (ring.c). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "model.h"

/* Positions count units. A root's piece is one unit; the others take all units
 * that are available. The machine of model_slot.c checks the reuse of slots. */
enum { AR_UNITS = 3, AR_CALLS = 3, SIZE_CHANGES = 4 /* one of the shapes */ };

enum role {
    ROOT,
    READER,
    RELAY, /* leader of a group without the root */
    ROLES
};

enum step {
    RETURN,
    LAY,       /* if the size of the ring has changed, wait until all ranks have
                * finished the last call */
    AVAILABLE, /* wait for a head; the slot may announce the first piece */
    CLAIM,     /* wait for each rank's tail, as far as it is unknown */
    WRITE,     /* begin to write into this rank's ring */
    WRITTEN,   /* end of the write */
    HEAD,      /* store head */
    COPY,      /* begin to read from the source's ring */
    COPIED,    /* end of the read */
    TAIL,      /* store tail */
    PASS,      /* store tail at the end of the message */
    /* only in variants: */
    LAY_OWN,       /* compare with the last call of this root only */
    AVAILABLE_ANY, /* take a unit whether it is available or not */
    CLAIM_ONE_OFF, /* wait as if the ring had one unit more */
    CLAIM_GROUP,   /* wait only for this rank's group */
    CLAIM_ROOT,    /* also wait for the root of this call */
    CLAIM_FREE,    /* assume that the root has read as far as the others */
    PASS_SILENTLY, /* end the message without storing the tail */
    PASS_SHORT,    /* end the message without counting its last unit */
};

struct ar_shape {
    int units[AR_CALLS], length[AR_CALLS]; /* units of a ring and of a message,
                                            * for each call */
};

static const char ar_stale[] = "a rank begins to copy what is not its piece",
                  ar_torn[] = "a piece is overwritten while a rank copies it";

static const uint8_t programs[ROLES][AM_STEPS] = {
    [ROOT] = {LAY, AM_LOOP, CLAIM, WRITE, WRITTEN, HEAD, AM_TELL, AM_AGAIN,
              PASS},
    [READER] = {AM_TOLD, AM_LOOP, AVAILABLE, COPY, COPIED, TAIL, AM_AGAIN,
                PASS},
    [RELAY] = {AM_TOLD, AM_TELL, AM_LOOP, AVAILABLE, CLAIM, WRITE, WRITTEN,
               HEAD, COPY, COPIED, TAIL, AM_AGAIN, PASS},
};

struct state {
    struct am_point point[AM_RANKS];
    uint8_t head[AM_RANKS], tail[AM_RANKS];
    uint8_t ring[AM_RANKS][AR_UNITS];
    struct rank_state {
        uint8_t from, got, n; /* position of the message; units copied; units
                               * being copied */
        uint8_t all_tail;     /* lower bound of all other ranks' tails */
        struct am_ask ask;    /* to ask for tails */
    } rank[AM_RANKS];
};

static int role_of(const struct am_config *c, int rank, int op)
{
    if (rank == c->calls.root[op - 1])
        return ROOT;
    return am_relays(c, rank, op) ? RELAY : READER;
}

static int units(const struct am_config *c, int op)
{
    return ((const struct ar_shape *)c->shape)->units[op - 1];
}

static int length(const struct am_config *c, int op)
{
    return ((const struct ar_shape *)c->shape)->length[op - 1];
}

static bool claims(int step)
{
    return step == CLAIM || (step >= CLAIM_ONE_OFF && step <= CLAIM_FREE);
}

/* True if a rank that has read up to [tail] no longer needs the units that
 * [rank] is about to overwrite. */
static bool claimed(const struct am_config *c, const struct state *st, int rank,
                    int tail, int step)
{
    const struct rank_state *r = &st->rank[rank];

    return r->from + r->got + r->n <=
           tail + units(c, st->point[rank].op) + (step == CLAIM_ONE_OFF);
}

/* True if every rank has finished the calls that used another ring size. */
static bool laid(const struct am_config *c, const struct state *st, int rank,
                 int step)
{
    int op = st->point[rank].op, last = op - 1;

    while (step == LAY_OWN && last > 0 && c->calls.root[last - 1] != rank)
        last--;
    if (last == 0 || units(c, last) == units(c, op))
        return true;
    for (int r = 0; r < c->calls.ranks; r++)
        if (st->point[r].op < op)
            return false;
    return true;
}

static bool nothing(const struct am_config *c, const void *state, int rank,
                    int step)
{
    const struct state *st = state;
    const struct rank_state *r = &st->rank[rank];

    return claims(step) ? claimed(c, st, rank, r->all_tail, step)
                        : step == AM_TELL && r->got > 0;
}

/* The loop is repeated until the message ends. */
static bool again(const struct am_config *c, void *state, int rank)
{
    struct state *st = state;
    struct rank_state *r = &st->rank[rank];

    r->got += r->n;
    r->n = 1;
    return r->got < length(c, st->point[rank].op);
}

static void begin_call(const struct am_config *c, void *state, int rank, int op)
{
    struct rank_state *r = &((struct state *)state)->rank[rank];

    r->got = 0;
    r->n = 1;
    if (op > c->calls.ncalls)
        *r = (struct rank_state){0};
}

/* Reads the tail of one other rank. */
static int claim(const struct am_config *c, struct state *st, int rank, int how)
{
    struct rank_state *r = &st->rank[rank];
    const int *leader = c->calls.leader;
    int other = am_next(c, &r->ask, rank);
    int root = c->calls.root[st->point[rank].op - 1];
    bool skip = (other == root && how != CLAIM_ROOT) ||
                (how == CLAIM_GROUP && leader[other] != leader[rank]);
    uint8_t tail = skip ? UINT8_MAX : st->tail[other], least;

    if (!claimed(c, st, rank, tail, how))
        return AM_WAIT;
    if (!am_asked(c, &r->ask, tail, tail < r->ask.least))
        return AM_STAY;
    least = r->ask.least;
    r->all_tail = least < r->from || how == CLAIM_FREE ? least : r->from;
    r->ask.least = 0;
    return AM_NEXT;
}

/* Returns the number of available units. */
static int available(const struct am_config *c, const struct state *st,
                     int rank)
{
    const struct rank_state *r = &st->rank[rank];
    int op = st->point[rank].op, source = am_source(c, rank, op);
    int at = r->from + r->got, n = st->head[source] - at;
    int size = units(c, op), to_end = size - at % size;
    int left = length(c, op) - r->got;

    if (r->got == 0 && source == c->calls.root[op - 1])
        n = 1;
    n = n < to_end ? n : to_end;
    return n < left ? n : left;
}

/* Checks that the source's ring holds the units that are being copied. */
static void check(const struct am_config *c, const struct state *st, int rank,
                  const char *otherwise, const char **wrong)
{
    const struct rank_state *r = &st->rank[rank];
    int op = st->point[rank].op, source = am_source(c, rank, op);
    int at = r->from + r->got;

    for (int i = at; i < at + r->n && source != rank; i++)
        if (st->ring[source][i % units(c, op)] != i + 1)
            *wrong = otherwise;
}

static void fill(const struct am_config *c, struct state *st, int rank,
                 bool whole)
{
    const struct rank_state *r = &st->rank[rank];
    int at = r->from + r->got;

    for (int i = at; i < at + r->n; i++)
        st->ring[rank][i % units(c, st->point[rank].op)] =
            whole ? (uint8_t)(i + 1) : AM_BEING_WRITTEN;
}

static int step(const struct am_config *c, void *state, int rank, int step,
                const char **wrong)
{
    struct state *st = state;
    struct rank_state *r = &st->rank[rank];
    int op = st->point[rank].op, end = r->from + r->got + r->n, n;

    switch (step) {
    case LAY:
    case LAY_OWN:
        return laid(c, st, rank, step) ? AM_NEXT : AM_WAIT;
    case AVAILABLE:
        n = available(c, st, rank);
        r->n = (uint8_t)(n > 0 ? n : r->n);
        return n > 0 ? AM_NEXT : AM_WAIT;
    case AVAILABLE_ANY:
        break;
    case WRITE:
    case WRITTEN:
        check(c, st, rank, step == WRITE ? ar_stale : ar_torn, wrong);
        fill(c, st, rank, step == WRITTEN);
        break;
    case HEAD:
        st->head[rank] = (uint8_t)end;
        break;
    case COPY:
    case COPIED:
        check(c, st, rank, step == COPY ? ar_stale : ar_torn, wrong);
        break;
    case TAIL:
        st->tail[rank] = (uint8_t)end;
        break;
    case PASS:
    case PASS_SILENTLY:
    case PASS_SHORT:
        r->from += (uint8_t)(length(c, op) - (step == PASS_SHORT));
        if (step != PASS_SILENTLY)
            st->tail[rank] = r->from;
        break;
    default: /* step CLAIM and its variants */
        return claim(c, st, rank, step);
    }
    return AM_NEXT;
}

static const struct am_variant variants[] = {
    {"a root does not wait", 0, ROOT, DROP(CLAIM), ar_stale},
    {"a root waits when it has written", 0, ROOT, AFTER(CLAIM, WRITTEN),
     ar_stale},
    {"a root's ring is smaller than it thinks", 0, ROOT,
     BECOMES(CLAIM, CLAIM_ONE_OFF), ar_stale},
    {"a root waits for its group alone", 0, ROOT, BECOMES(CLAIM, CLAIM_GROUP),
     ar_stale},
    {"a head comes before its piece", 0, ROOT, AFTER(HEAD, CLAIM), ar_stale},
    {"a root is told of before its first piece", 0, ROOT, AFTER(AM_TELL, 0),
     ar_stale},
    {"a leader's head comes before its piece", 0, RELAY, AFTER(HEAD, CLAIM),
     ar_stale},
    {"a root does not count its own message", 0, ROOT,
     BECOMES(PASS, PASS_SILENTLY), am_deadlock},
    {"a reader does not wait for the head", 0, READER,
     BECOMES(AVAILABLE, AVAILABLE_ANY), ar_stale},
    {"a reader's tail comes while it reads", 0, READER, AFTER(TAIL, COPY),
     ar_torn},
    {"a reader has no room for all and counts what fits", 0, READER,
     BECOMES(PASS, PASS_SHORT), ar_stale},
    {"a leader's tail comes before it has passed on", 0, RELAY,
     AFTER(TAIL, AVAILABLE), ar_stale},
    {"a leader waits for the root", 0, RELAY, BECOMES(CLAIM, CLAIM_ROOT),
     am_deadlock},
    /* harmless, because the root has waited for all ranks */
    {"a leader does not wait", 1, RELAY, DROP(CLAIM), NULL},
    {"a leader believes that the root is as far as the others", 1, RELAY,
     BECOMES(CLAIM, CLAIM_FREE), NULL},
    {"a root remembers tails that are in its message", 1, ROOT,
     BECOMES(CLAIM, CLAIM_FREE), NULL},
    {"a root does not wait before a ring of another size", SIZE_CHANGES, ROOT,
     DROP(LAY), ar_stale},
    {"a root waits for another size than its own last alone", SIZE_CHANGES,
     ROOT, BECOMES(LAY, LAY_OWN), ar_stale},
    {.name = NULL},
};

/* The first shape has a message longer than two rings; in the last shapes, the
 * size of the rings changes. */
static const struct ar_shape shapes[] = {
    {.units = {2, 2, 2}, .length = {5, 1, 2}},
    {.units = {3, 3, 3}, .length = {2, 4, 1}},
    {.units = {2, 2, 2}, .length = {1, 2, 3}},
    {.units = {3, 3, 3}, .length = {1, 2, 4}},
    {.units = {2, 3, 2}, .length = {3, 2, 3}},
    {.units = {3, 2, 3}, .length = {4, 3, 1}},
};

const struct am_machine am_rings = {
    AM_MACHINE("rings", AR_CALLS, 1 << 15),
    .again = again,
};
