/* model_queue.c: model of the published algorithm (../bcast.c). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "model.h"

enum { BUFFERS = 4, CALLS = 3, ALL_SHAPES = 9 };

enum role { ROOT, READER, ROLES };

enum step {
    RETURN,
    WAIT, /* for each set: wait until all readers have left */
    NREADERS,
    OP,
    SEE, /* wait until the set has this operation */
    /* for each fragment: */
    WRITE, /* begin to write the fragment */
    WRITTEN,
    CONTROL, /* wait for this rank's control word */
    CLEAR,
    NOTIFY, /* set the control of each child, one after the other */
    COPY,   /* begin to read the fragment */
    COPIED,
    LEAVE, /* leave the set after its last fragment */
    /* only in variants: */
    SEE_AHEAD, /* wait for the operation after that of the set */
};

/* Loops are repeated until the message ends. */
static const uint8_t programs[ROLES][AM_STEPS] = {
    [ROOT] = {AM_LOOP, WAIT, NREADERS, OP, WRITE, WRITTEN, NOTIFY, AM_AGAIN},
    [READER] = {AM_LOOP, SEE, CONTROL, CLEAR, NOTIFY, COPY, COPIED, LEAVE,
                AM_AGAIN},
};

struct shape {
    int s, q;
    bool chain;         /* the tree is a chain; otherwise flat */
    int length[CALLS];  /* lengths of the messages in fragments */
    bool paper_initial; /* shm_op[k] == 1 at first, as in the paper */
};

struct state {
    struct am_point point[AM_RANKS];
    uint8_t op[BUFFERS], nreaders[BUFFERS]; /* words of each set; op plus 1 */
    uint8_t control[AM_RANKS][BUFFERS], buffer[AM_RANKS][BUFFERS];
    struct rank_state {
        uint8_t fragment, op, index, child;
    } rank[AM_RANKS];
};

static const char overwritten[] = "a notification is overwritten before it is "
                                  "read",
                  stale[] = "a reader begins to copy what is not its fragment",
                  torn[] = "a fragment is overwritten while a reader copies it",
                  crowded[] = "more readers leave a set than were let in";

static const struct shape *shape_of(const struct am_config *c)
{
    return c->shape;
}

static int set_length(const struct am_config *c)
{
    return shape_of(c)->s / shape_of(c)->q;
}

static int role_of(const struct am_config *c, int rank, int op)
{
    return rank == c->calls.root[op - 1] ? ROOT : READER;
}

/* Returns the next child that [rank] notifies, or -1. */
static int child_of(const struct am_config *c, const struct state *st, int rank)
{
    int root = c->calls.root[st->point[rank].op - 1], p = c->calls.ranks;
    int v = (rank - root + p) % p, i = st->rank[rank].child;
    int child = v + 1 + i;

    if (shape_of(c)->chain ? i > 0 : v != 0)
        return -1;
    return child < p ? (child + root) % p : -1;
}

static bool set_ends(const struct am_config *c, const struct state *st,
                     int rank)
{
    const struct rank_state *r = &st->rank[rank];

    return r->fragment + 1 == shape_of(c)->length[st->point[rank].op - 1] ||
           (r->index + 1) % set_length(c) == 0;
}

/* True if this fragment does not need the access of this step. */
static bool nothing(const struct am_config *c, const void *state, int rank,
                    int step)
{
    const struct state *st = state;

    switch (step) {
    case WAIT:
    case NREADERS:
    case OP:
    case SEE:
    case SEE_AHEAD:
        return st->rank[rank].index % set_length(c) != 0;
    case NOTIFY:
        return child_of(c, st, rank) < 0;
    case LEAVE:
        return !set_ends(c, st, rank);
    default:
        return false;
    }
}

/* Moves to the next fragment. Returns false if there is none. */
static bool again(const struct am_config *c, void *state, int rank)
{
    struct state *st = state;
    struct rank_state *r = &st->rank[rank];

    if (set_ends(c, st, rank))
        r->index = (uint8_t)(++r->op % shape_of(c)->q * set_length(c));
    else
        r->index++;
    r->child = 0;
    return ++r->fragment < shape_of(c)->length[st->point[rank].op - 1];
}

static void begin_call(const struct am_config *c, void *state, int rank, int op)
{
    struct state *st = state;

    if (op == 1 && shape_of(c)->paper_initial)
        for (int k = 0; k < BUFFERS; k++)
            st->op[k] = 2;
    st->rank[rank].fragment = 0;
    if (op > c->calls.ncalls)
        st->rank[rank] = (struct rank_state){0};
}

static int step(const struct am_config *c, void *state, int rank, int step,
                const char **wrong)
{
    struct state *st = state;
    struct rank_state *r = &st->rank[rank];
    int op = st->point[rank].op, set = r->op % shape_of(c)->q;
    uint8_t *buffer = &st->buffer[c->calls.root[op - 1]][r->index], *control;
    uint8_t content = (uint8_t)(op * 32 + r->fragment);

    switch (step) {
    case WAIT:
        return st->nreaders[set] == 0 ? AM_NEXT : AM_WAIT;
    case SEE:
    case SEE_AHEAD:
        return st->op[set] == r->op + (step == SEE ? 1 : 2) ? AM_NEXT : AM_WAIT;
    case CONTROL:
        return st->control[rank][r->index] != 0 ? AM_NEXT : AM_WAIT;
    case NREADERS:
        st->nreaders[set] = (uint8_t)(c->calls.ranks - 1);
        break;
    case OP:
        st->op[set] = (uint8_t)(r->op + 1);
        break;
    case WRITE:
    case WRITTEN:
        *buffer = step == WRITE ? AM_BEING_WRITTEN : content;
        break;
    case CLEAR:
        st->control[rank][r->index] = 0;
        break;
    case NOTIFY:
        control = &st->control[child_of(c, st, rank)][r->index];
        if (*control != 0)
            *wrong = overwritten;
        *control = 1;
        r->child++;
        return child_of(c, st, rank) >= 0 ? AM_STAY : AM_NEXT;
    case COPY:
    case COPIED:
        if (*buffer != content)
            *wrong = step == COPY ? stale : torn;
        break;
    default: /* step LEAVE */
        if (st->nreaders[set]-- == 0)
            *wrong = crowded;
    }
    return AM_NEXT;
}

/* Checks that counters and controls have their initial values. */
static void check_end(const struct am_config *c, const void *state,
                      const char **wrong)
{
    const struct state *st = state;

    for (int k = 0; k < BUFFERS; k++) {
        if (st->nreaders[k] != 0)
            *wrong = "a set is left occupied";
        for (int r = 0; r < c->calls.ranks; r++)
            if (st->control[r][k] != 0)
                *wrong = "a control is left set";
    }
}

static const struct am_variant variants[] = {
    {"a root does not wait until the set is left", 0, ROOT, DROP(WAIT),
     overwritten},
    {"a root notifies before it copies", 0, ROOT, AFTER(NOTIFY, OP), stale},
    {"a reader leaves before its last copy", 0, READER, AFTER(LEAVE, NOTIFY),
     stale},
    {"a reader leaves its control as it is", 0, READER, DROP(CLEAR),
     overwritten},
    {"a reader waits for the operation after the set's", 0, READER,
     BECOMES(SEE, SEE_AHEAD), am_deadlock},
    /* harmless, because the controls are enough to protect the data */
    {"a root stores the operation before the readers", ALL_SHAPES, ROOT,
     AFTER(NREADERS, OP), NULL},
    {"readers do not wait for the operation", ALL_SHAPES, READER, DROP(SEE),
     NULL},
    {.name = NULL},
};

#define SHAPE(s, q, chain, one, two, three)                                    \
    {                                                                          \
        s, q, chain, {one, two, three}, false                                  \
    }
/* Messages shorter and longer than a set, in all orders. */
#define ALL_LENGTHS(s, q, chain)                                               \
    SHAPE(s, q, chain, 1, 1, 1), SHAPE(s, q, chain, 1, 1, 3),                  \
        SHAPE(s, q, chain, 1, 3, 1), SHAPE(s, q, chain, 1, 3, 3),              \
        SHAPE(s, q, chain, 3, 1, 1), SHAPE(s, q, chain, 3, 1, 3),              \
        SHAPE(s, q, chain, 3, 3, 1), SHAPE(s, q, chain, 3, 3, 3)

/* Shapes: messages longer than a set, longer than the queue, and short ones. */
static const struct shape shapes[] = {
    {2, 1, true, {3, 3, 1}, false},  {2, 2, true, {3, 1, 2}, false},
    {2, 2, false, {1, 3, 1}, false}, {2, 1, false, {3, 1, 2}, false},
    {1, 1, false, {2, 1, 3}, false}, {3, 1, true, {4, 2, 3}, false},
    {4, 2, false, {5, 3, 1}, false}, {4, 2, true, {3, 5, 2}, false},
    {4, 4, false, {6, 2, 5}, false}, {2, 2, false, {3, 1, 3}, true},
    ALL_LENGTHS(2, 1, true),         ALL_LENGTHS(2, 2, true),
    ALL_LENGTHS(2, 2, false),        ALL_LENGTHS(2, 1, false),
};

const struct am_machine am_queues = {
    AM_MACHINE("queues", CALLS, 1 << 16),
    .again = again,
    .end = check_end,
    .no_groups = true,
};
