/* protocol.c: the steps that a root and a reader take. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "protocol.h"

#include <stdint.h>
#include <string.h>

enum step {
    NEXT_CALL, /* local: also where calls and sets begin */
    ROOT_WAIT,
    ROOT_NREADERS,
    ROOT_OP,
    ROOT_COPY,
    ROOT_COPIED,
    ROOT_NOTIFY,
    READ_OP,
    READ_CONTROL,
    READ_CLEAR,
    READ_NOTIFY,
    READ_COPY,
    READ_COPIED,
    READ_LEAVE,
    DONE
};

/* All of bytes, so that states can be compared and hashed as they are. */
struct rank_state {
    uint8_t step, call, fragment, op, index, child, left;
};

struct state {
    uint8_t op[PR_SETS], nreaders[PR_SETS];
    uint8_t control[PR_RANKS][PR_BUFFERS];
    uint8_t buffer[PR_RANKS][PR_BUFFERS];
    struct rank_state rank[PR_RANKS];
};

enum { PR_NO_OP = 255, PR_BEING_WRITTEN = 255 };

/* The configuration and what a step found to be wrong. */
struct search_step {
    const struct pr_config *c;
    const char *wrong;
};

/* What the buffer of a call's fragment holds when it is written. */
static uint8_t content(const struct rank_state *r)
{
    return (uint8_t)(1 + r->call * 32 + r->fragment);
}

static int root_of(const struct pr_config *c, const struct rank_state *r)
{
    return c->calls[r->call].root;
}

static int last_fragment(const struct pr_config *c, const struct rank_state *r)
{
    return r->fragment + 1 == c->calls[r->call].nfragments;
}

/* Child number [i] of [rank], or -1. */
static int child_of(const struct pr_config *c, int rank, int root, int i)
{
    int v = (rank - root + c->p) % c->p, child = v + 1 + i;

    if (c->chain ? i > 0 : v != 0)
        return -1;
    return child < c->p ? (child + root) % c->p : -1;
}

static void begin_set(const struct pr_config *c, struct rank_state *r, int rank)
{
    r->index = (uint8_t)(r->op % c->q * (c->s / c->q));
    r->left = 0;
    r->child = 0;
    if (rank == root_of(c, r))
        r->step = c->bug == PR_ENTER_EARLY ? ROOT_NREADERS : ROOT_WAIT;
    else
        r->step = c->bug == PR_CONTROLS_ALONE ? READ_CONTROL : READ_OP;
}

/* Put a rank to the begin of call number r->call, or at the end. */
static void begin_call(const struct pr_config *c, struct rank_state *r,
                       int rank)
{
    r->fragment = 0;
    if (r->call == c->ncalls)
        *r = (struct rank_state){.step = DONE};
    else
        begin_set(c, r, rank);
}

/* After a fragment: the next buffer, set or call. */
static void fragment_done(const struct pr_config *c, struct rank_state *r,
                          int rank, enum step again)
{
    int end = (r->index + 1) % (c->s / c->q) == 0;
    int last = last_fragment(c, r);

    r->child = 0;
    r->index++;
    r->fragment++;
    if (!end && !last) {
        r->step = (uint8_t)again;
        return;
    }
    r->op++;
    if (last) {
        r->call++;
        begin_call(c, r, rank);
    } else {
        begin_set(c, r, rank);
    }
}

static int set_ends(const struct pr_config *c, const struct rank_state *r)
{
    return last_fragment(c, r) || (r->index + 1) % (c->s / c->q) == 0;
}

/* Tell the next child. 1 when all are told. */
static int notify_one(struct search_step *se, struct state *st, int rank)
{
    struct rank_state *r = &st->rank[rank];
    int child = child_of(se->c, rank, root_of(se->c, r), r->child);

    if (child < 0)
        return 1;
    if (st->control[child][r->index] != 0)
        se->wrong = "a notification is overwritten before it is read";
    st->control[child][r->index] = 1;
    r->child++;
    return child_of(se->c, rank, root_of(se->c, r), r->child) < 0;
}

/* One step of a root; 0 if it has to wait. */
static int root_step(struct search_step *se, struct state *st, int rank)
{
    const struct pr_config *c = se->c;
    struct rank_state *r = &st->rank[rank];
    int set = r->op % c->q, early = c->bug == PR_OPEN_EARLY;
    int notify_first = c->bug == PR_NOTIFY_EARLY;

    switch (r->step) {
    case ROOT_WAIT:
        if (st->nreaders[set] != 0)
            return 0;
        r->step = early ? ROOT_OP : ROOT_NREADERS;
        return 1;
    case ROOT_NREADERS:
        st->nreaders[set] = (uint8_t)(c->p - 1);
        r->step = !early ? ROOT_OP : ROOT_COPY;
        return 1;
    case ROOT_OP:
        st->op[set] = r->op;
        r->step = early          ? ROOT_NREADERS
                  : notify_first ? ROOT_NOTIFY
                                 : ROOT_COPY;
        return 1;
    case ROOT_COPY:
        st->buffer[rank][r->index] = PR_BEING_WRITTEN;
        r->step = ROOT_COPIED;
        return 1;
    case ROOT_COPIED:
        st->buffer[rank][r->index] = content(r);
        if (notify_first)
            fragment_done(c, r, rank, ROOT_NOTIFY);
        else
            r->step = ROOT_NOTIFY;
        return 1;
    default: /* ROOT_NOTIFY */
        if (notify_one(se, st, rank)) {
            if (notify_first)
                r->step = ROOT_COPY;
            else
                fragment_done(c, r, rank, ROOT_COPY);
        }
        return 1;
    }
}

static void reader_copied(struct search_step *se, struct state *st, int rank)
{
    struct rank_state *r = &st->rank[rank];

    if (set_ends(se->c, r) && !r->left)
        r->step = READ_LEAVE;
    else
        fragment_done(se->c, r, rank, READ_CONTROL);
}

static int reader_step(struct search_step *se, struct state *st, int rank)
{
    const struct pr_config *c = se->c;
    struct rank_state *r = &st->rank[rank];
    int set = r->op % c->q, root = root_of(c, r);
    int ahead = c->bug == PR_AHEAD && rank == 1 && r->call > 0;

    switch (r->step) {
    case READ_OP:
        if (st->op[set] != r->op + ahead)
            return 0;
        r->step = READ_CONTROL;
        return 1;
    case READ_CONTROL:
        if (st->control[rank][r->index] == 0)
            return 0;
        r->step = READ_CLEAR;
        return 1;
    case READ_CLEAR:
        if (c->bug != PR_NO_CLEAR)
            st->control[rank][r->index] = 0;
        r->step = READ_NOTIFY;
        if (child_of(c, rank, root, 0) < 0)
            r->step = READ_COPY;
        return 1;
    case READ_NOTIFY:
        if (!notify_one(se, st, rank))
            return 1;
        r->step = READ_COPY;
        if (c->bug == PR_LEAVE_EARLY && set_ends(c, r))
            r->step = READ_LEAVE;
        return 1;
    case READ_COPY:
        if (c->bug == PR_LEAVE_EARLY && set_ends(c, r) && !r->left) {
            r->step = READ_LEAVE;
            return 1;
        }
        if (st->buffer[root][r->index] != content(r))
            se->wrong = "a reader begins to copy what is not its fragment";
        r->step = READ_COPIED;
        return 1;
    case READ_COPIED:
        if (st->buffer[root][r->index] != content(r))
            se->wrong = "a fragment is overwritten while a reader copies it";
        reader_copied(se, st, rank);
        return 1;
    default: /* READ_LEAVE */
        if (st->nreaders[set]-- == 0)
            se->wrong = "more readers leave a set than were let in";
        if (c->bug == PR_LEAVE_EARLY && !r->left) {
            r->left = 1;
            r->step = READ_COPY;
        } else {
            fragment_done(c, r, rank, READ_CONTROL);
        }
        return 1;
    }
}

/* One step of [rank]; 0 if it has to wait or is done. */
static int one_step(struct search_step *se, struct state *st, int rank)
{
    struct rank_state *r = &st->rank[rank];

    if (r->step == DONE)
        return 0;
    return r->step < READ_OP ? root_step(se, st, rank)
                             : reader_step(se, st, rank);
}

/* Nobody can move: all have to be done, and everything as at the start. */
static void check_end(const void *config, const void *state, const char **wrong)
{
    const struct pr_config *c = config;
    const struct state *st = state;

    for (int r = 0; r < c->p; r++) {
        if (st->rank[r].step != DONE)
            *wrong = "deadlock";
        for (int i = 0; i < PR_BUFFERS; i++)
            if (st->control[r][i] != 0 && *wrong == NULL)
                *wrong = "a control is left set";
    }
    for (int k = 0; k < PR_SETS && *wrong == NULL; k++)
        if (st->nreaders[k] != 0)
            *wrong = "a set is left occupied";
}

static int step(const void *config, void *state, int rank, const char **wrong)
{
    struct search_step se = {.c = config};
    int moved = one_step(&se, state, rank);

    if (se.wrong != NULL)
        *wrong = se.wrong;
    return moved;
}

struct search_result pr_search(const struct pr_config *config)
{
    const struct search_machine machine = {.config = config,
                                           .ranks = config->p,
                                           .bytes = sizeof(struct state),
                                           .room = 1 << 18,
                                           .step = step,
                                           .end = check_end};
    struct state start = {0};

    memset(start.op, config->bug == PR_PAPER_INITIAL ? 1 : PR_NO_OP, PR_SETS);
    for (int r = 0; r < config->p; r++)
        begin_call(config, &start.rank[r], r);
    return search(&machine, &start);
}
