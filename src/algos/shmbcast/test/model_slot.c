/* model_slot.c: model of ranks that use slots (slot.c). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "model.h"

/* A short message is in its slot's buffer, a long one in the long buffer. */
enum { SLOTS = 2, LONGS = 1 };

enum role {
    ROOT,
    READER,
    RELAY,      /* leader of a group without the root */
    IDLE,       /* expects no bytes; takes part at its next call */
    IDLE_RELAY, /* a leader that expects no bytes takes part at once */
    ROLES
};

enum step {
    RETURN,
    WORD,    /* wait for the operation in the source's slot */
    CLAIM,   /* wait for each rank's done, as far as it is unknown */
    WRITE,   /* begin to write this rank's slot */
    WRITTEN, /* end of the write */
    PUBLISH, /* store the slot's word */
    COPY,    /* begin to read the source's slot */
    COPIED,  /* end of the read */
    DONE,    /* store `done` */
    /* only in mistakes: */
    WORD_ANY,    /* accept whatever operation is in the slot */
    CLAIM_GROUP, /* wait only for this rank's group */
    CLAIM_FIRST, /* remember done of the first rank instead of the last */
    CLAIM_WORD,  /* wait until the word may be written, but not the buffer */
};

static const uint8_t programs[ROLES][AM_STEPS] = {
    [ROOT] = {CLAIM, WRITE, WRITTEN, PUBLISH, DONE},
    [READER] = {WORD, COPY, COPIED, DONE},
    [RELAY] = {WORD, CLAIM, WRITE, WRITTEN, PUBLISH, COPY, COPIED, DONE},
    [IDLE] = {WORD, DONE},
    [IDLE_RELAY] = {WORD, CLAIM, WRITE, WRITTEN, PUBLISH, DONE},
};

static const char late[] = "a slot is used again before its rank has read it",
                  stale[] = "a rank begins to copy what is not its message",
                  torn[] = "a message is overwritten while a rank copies it";

static const struct am_variant variants[] = {
    {"a root does not wait", 0, ROOT, DROP(CLAIM), late},
    {"a root waits for its group alone", 0, ROOT, BECOMES(CLAIM, CLAIM_GROUP),
     late},
    {"a root takes the first of the others for the last", 0, ROOT,
     BECOMES(CLAIM, CLAIM_FIRST), stale},
    {"a root waits for the buffer of a long message as for a word", 0, ROOT,
     BECOMES(CLAIM, CLAIM_WORD), stale},
    {"a root's word comes before its message", 0, ROOT, AFTER(PUBLISH, CLAIM),
     stale},
    {"a leader's word comes before its message", 0, RELAY,
     AFTER(PUBLISH, CLAIM), stale},
    {"a reader takes the message of any operation", 0, READER,
     BECOMES(WORD, WORD_ANY), stale},
    {"a reader is done before it has read", 0, READER, AFTER(DONE, WORD),
     stale},
    {"a reader is done while it reads", 0, READER, AFTER(DONE, COPY), torn},
    {"a rank that wants nothing is done at once", 1, IDLE, AFTER(DONE, 0),
     late},
    {"a leader that wants nothing passes nothing on", 1, IDLE_RELAY,
     DROP_ALL(WORD, PUBLISH), am_deadlock},
    /* harmless, because the root has waited for all ranks */
    {"a leader does not wait", 0, RELAY, DROP(CLAIM), NULL},
    {.name = NULL},
};

struct shape {
    int idle;               /* rank that never expects any bytes, or -1 */
    bool lengthy[AM_CALLS]; /* true for calls of long messages */
};

struct state {
    struct am_point point[AM_RANKS];
    uint8_t done[AM_RANKS];
    uint8_t word[AM_RANKS][SLOTS], message[AM_RANKS][SLOTS + LONGS];
    struct rank_state {
        uint8_t all_done;  /* lower bound of `done` on all other ranks */
        struct am_ask ask; /* to ask for done */
    } rank[AM_RANKS];
};

static int role_of(const struct am_config *c, int rank, int op)
{
    const struct shape *shape = c->shape;
    bool relays = am_relays(c, rank, op);

    if (rank == c->calls.root[op - 1])
        return ROOT;
    if (rank == shape->idle)
        return relays ? IDLE_RELAY : IDLE;
    return relays ? RELAY : READER;
}

static void begin_call(const struct am_config *c, void *state, int rank, int op)
{
    if (op > c->calls.ncalls)
        ((struct state *)state)->rank[rank] = (struct rank_state){0};
}

static bool is_long(const struct am_config *c, int op)
{
    return ((const struct shape *)c->shape)->lengthy[op - 1];
}

static int buffer_of(const struct am_config *c, int op)
{
    return is_long(c, op) ? SLOTS + op % LONGS : op % SLOTS;
}

static bool claims(int step)
{
    return step == CLAIM || step >= CLAIM_GROUP;
}

/* True if a rank with [done] no longer needs what this operation overwrites. */
static bool claimed(const struct am_config *c, int done, int op, int step)
{
    return done + (is_long(c, op) && step != CLAIM_WORD ? LONGS : SLOTS) >= op;
}

static bool nothing(const struct am_config *c, const void *state, int rank,
                    int step)
{
    const struct state *st = state;

    return claims(step) &&
           claimed(c, st->rank[rank].all_done, st->point[rank].op, step);
}

/* Reads `done` of one other rank. */
static int claim(const struct am_config *c, struct state *st, int rank, int how)
{
    struct rank_state *r = &st->rank[rank];
    const int *leader = c->calls.leader;
    int other = am_next(c, &r->ask, rank), op = st->point[rank].op;
    bool skip = how == CLAIM_GROUP && leader[other] != leader[rank];
    uint8_t done = skip ? (uint8_t)op : st->done[other];

    if (!claimed(c, done, op, how))
        return AM_WAIT;
    if (!am_asked(c, &r->ask, done,
                  (done > r->ask.least) == (how == CLAIM_FIRST)))
        return AM_STAY;
    r->all_done = r->ask.least;
    r->ask.least = 0;
    return AM_NEXT;
}

static int step(const struct am_config *c, void *state, int rank, int step,
                const char **wrong)
{
    struct state *st = state;
    int op = st->point[rank].op, source = am_source(c, rank, op);
    uint8_t word = st->word[source][op % SLOTS];
    bool begins = step == WRITE || step == COPY;

    switch (step) {
    case WORD:
        if (word > op)
            *wrong = late;
        return word >= op ? AM_NEXT : AM_WAIT;
    case WORD_ANY:
        return word > 0 ? AM_NEXT : AM_WAIT;
    case COPY:
    case COPIED:
    case WRITE:
    case WRITTEN: /* by a root, or by a leader from its source's slot */
        if (source != rank && st->message[source][buffer_of(c, op)] != op)
            *wrong = begins ? stale : torn;
        if (step == WRITE || step == WRITTEN)
            st->message[rank][buffer_of(c, op)] =
                begins ? AM_BEING_WRITTEN : (uint8_t)op;
        return AM_NEXT;
    case PUBLISH:
        st->word[rank][op % SLOTS] = (uint8_t)op;
        return AM_NEXT;
    case DONE:
        st->done[rank] = (uint8_t)op;
        return AM_NEXT;
    default: /* step CLAIM and its variants */
        return claim(c, st, rank, step);
    }
}

/* The second shape is for mistakes of ranks that expect no bytes. */
static const struct shape shapes[] = {
    {-1, {true, true, false, false, false}},
    {1, {true, true, false, false, false}},
    {-1, {false, true, true, false, true}},
    {0, {false}},
    {2, {false, false, true, true, false}},
};

const struct am_machine am_slots = {
    AM_MACHINE("slots", AM_CALLS, 1 << 13),
};
