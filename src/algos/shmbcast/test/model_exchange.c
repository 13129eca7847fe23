/* model_exchange.c: model of ranks that exchange blocks by slots (exchange.c).
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "model.h"

enum { SLOTS = 2, ROUNDS = 4 };

/* What a call is: all ranks read, only the root reads, or a barrier. */
enum kind { TO_ALL, TO_ROOT, BARRIER };

enum role {
    BOTH, /* writes its block, reads those of the others */
    ROOT, /* reads only, of a reduction */
    LEAF, /* writes only */
    WAIT, /* in a barrier */
    ROLES
};

enum step {
    RETURN,
    CLAIM,   /* wait for each rank's done, as far as it is unknown */
    WRITE,   /* begin to write this rank's slot */
    WRITTEN, /* end of the write */
    PUBLISH, /* store the slot's word */
    WORD,    /* wait for the word of the next rank's slot */
    COPY,    /* begin to read that slot */
    COPIED,  /* end of the read */
    HERE,    /* all others have finished the call before */
    FIRST,   /* rounds of a barrier: wait for the rank below this one, ... */
    AGAIN,   /* ... store the word for the second round, ... */
    SECOND,  /* ... wait for the rank two below */
    LEFT,    /* leave the barrier */
    DONE,    /* store `done` */
    /* only in mistakes: */
    WORD_ANY,     /* accept whatever operation is in the slot */
    HERE_NOW,     /* take this call for finished by all others */
    PUBLISH_HERE, /* store the word, and do HERE without having read */
};

static const uint8_t programs[ROLES][AM_STEPS] = {
    [BOTH] = {CLAIM, WRITE, WRITTEN, PUBLISH, AM_LOOP, WORD, COPY, COPIED,
              AM_AGAIN, HERE, DONE},
    [ROOT] = {AM_LOOP, WORD, COPY, COPIED, AM_AGAIN, HERE, DONE},
    [LEAF] = {CLAIM, WRITE, WRITTEN, PUBLISH, DONE},
    [WAIT] = {CLAIM, PUBLISH, FIRST, AGAIN, SECOND, LEFT, HERE, DONE},
};

static const char late[] = "a slot is used again before its rank has read it",
                  stale[] = "a rank begins to copy what is not its block",
                  torn[] = "a block is overwritten while a rank copies it",
                  early[] = "a rank leaves a barrier that another has not "
                            "begun";

static const struct am_variant variants[] = {
    {"a leaf does not wait", 1, LEAF, DROP(CLAIM), stale},
    {"a leaf's word comes before its block", 1, LEAF, AFTER(PUBLISH, CLAIM),
     stale},
    {"a leaf takes the others for finished", 1, LEAF,
     BECOMES(PUBLISH, PUBLISH_HERE), stale},
    {"a rank does not wait after reductions", 2, BOTH, DROP(CLAIM), stale},
    {"a rank takes the others for finished too soon", 3, BOTH,
     BECOMES(HERE, HERE_NOW), stale},
    {"a rank's word comes before its block", 0, BOTH, AFTER(PUBLISH, CLAIM),
     stale},
    {"a rank takes the block of any operation", 0, BOTH,
     BECOMES(WORD, WORD_ANY), stale},
    {"a root takes the block of any operation", 1, ROOT,
     BECOMES(WORD, WORD_ANY), stale},
    {"a root is done before it has read", 1, ROOT, AFTER(DONE, 0), stale},
    {"a barrier does not wait before it stores its word", 4, WAIT, DROP(CLAIM),
     late},
    {"a barrier has one round", 4, WAIT, DROP_ALL(AGAIN, SECOND), early},
    {"a barrier has no first round", 4, WAIT, DROP(FIRST), early},
    /* harmless: a rank that has read all blocks of a call knows enough */
    {"a rank does not wait between calls to all", 0, BOTH, DROP(CLAIM), NULL},
    {.name = NULL},
};

struct shape {
    uint8_t kind[AM_CALLS];
};

struct state {
    struct am_point point[AM_RANKS];
    uint8_t done[AM_RANKS];
    uint8_t word[AM_RANKS][SLOTS], block[AM_RANKS][SLOTS];
    struct rank_state {
        uint8_t all_done;  /* lower bound of `done` on all other ranks */
        uint8_t read;      /* blocks read in this call */
        struct am_ask ask; /* to ask for done */
    } rank[AM_RANKS];
};

static int role_of(const struct am_config *c, int rank, int op)
{
    const struct shape *shape = c->shape;

    switch (shape->kind[op - 1]) {
    case TO_ALL:
        return BOTH;
    case TO_ROOT:
        return rank == c->calls.root[op - 1] ? ROOT : LEAF;
    default:
        return WAIT;
    }
}

static void begin_call(const struct am_config *c, void *state, int rank, int op)
{
    struct rank_state *r = &((struct state *)state)->rank[rank];

    r->read = 0;
    if (op > c->calls.ncalls)
        *r = (struct rank_state){0};
}

static bool nothing(const struct am_config *c, const void *state, int rank,
                    int step)
{
    const struct state *st = state;

    (void)c;
    return step == CLAIM &&
           st->rank[rank].all_done + SLOTS >= st->point[rank].op;
}

static bool again(const struct am_config *c, void *state, int rank)
{
    return ((struct state *)state)->rank[rank].read < c->calls.ranks - 1;
}

/* Reads `done` of one other rank. */
static int claim(const struct am_config *c, struct state *st, int rank)
{
    struct rank_state *r = &st->rank[rank];
    uint8_t done = st->done[am_next(c, &r->ask, rank)];

    if (done + SLOTS < st->point[rank].op)
        return AM_WAIT;
    if (!am_asked(c, &r->ask, done, done < r->ask.least))
        return AM_STAY;
    r->all_done = r->ask.least;
    r->ask.least = 0;
    return AM_NEXT;
}

/* Waits for round [round] of the rank [far] below. With two ranks there is one
 * round. */
static int heard(const struct am_config *c, const struct state *st, int rank,
                 int far, int round)
{
    int ranks = c->calls.ranks, op = st->point[rank].op;
    int from = (rank - far + ranks) % ranks;

    return far >= ranks || st->word[from][op % SLOTS] >= op * ROUNDS + round
               ? AM_NEXT
               : AM_WAIT;
}

static int step(const struct am_config *c, void *state, int rank, int step,
                const char **wrong)
{
    struct state *st = state;
    struct rank_state *r = &st->rank[rank];
    int op = st->point[rank].op, ranks = c->calls.ranks, at = op % SLOTS;
    int other = (rank + 1 + r->read) % ranks;
    int written = st->word[other][at] / ROUNDS;

    switch (step) {
    case CLAIM:
        return claim(c, st, rank);
    case WRITE:
    case WRITTEN:
        st->block[rank][at] = step == WRITE ? AM_BEING_WRITTEN : (uint8_t)op;
        return AM_NEXT;
    case WORD:
        if (written > op)
            *wrong = late;
        return written >= op ? AM_NEXT : AM_WAIT;
    case WORD_ANY:
        return written > 0 ? AM_NEXT : AM_WAIT;
    case COPY:
    case COPIED:
        if (st->block[other][at] != op)
            *wrong = step == COPY ? stale : torn;
        r->read = (uint8_t)(r->read + (step == COPIED));
        return AM_NEXT;
    case FIRST:
        return heard(c, st, rank, 1, 0);
    case SECOND:
        return heard(c, st, rank, 2, 1);
    case LEFT:
        for (int i = 0; i < ranks; i++)
            if (st->point[i].op < op)
                *wrong = early;
        return AM_NEXT;
    case DONE:
        st->done[rank] = (uint8_t)op;
        return AM_NEXT;
    case HERE:
    case HERE_NOW:
        r->all_done = (uint8_t)(op - (step == HERE));
        return AM_NEXT;
    default: /* PUBLISH and its variants, and AGAIN */
        st->word[rank][at] = (uint8_t)(op * ROUNDS + (step == AGAIN));
        if (step == PUBLISH_HERE)
            r->all_done = (uint8_t)(op - 1);
        return AM_NEXT;
    }
}

static const struct shape shapes[] = {
    {{TO_ALL, TO_ALL, TO_ALL, TO_ALL}},
    {{TO_ROOT, TO_ROOT, TO_ROOT, TO_ROOT}},
    {{TO_ROOT, TO_ROOT, TO_ALL, TO_ROOT}},
    {{TO_ALL, TO_ROOT, TO_ROOT, TO_ALL}},
    {{TO_ROOT, TO_ROOT, BARRIER, TO_ROOT}},
    {{BARRIER, TO_ROOT, TO_ROOT, BARRIER}},
};

const struct am_machine am_exchanges = {
    AM_MACHINE("exchanges", 4, 1 << 16),
    .no_groups = true,
    .again = again,
};
