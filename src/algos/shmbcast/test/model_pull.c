/* model_pull.c: model of ranks that pull chunks (pull.c). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "model.h"

enum { AP_CHUNKS = 2, AP_CALLS = 2, FAILS = 1 /* one of the shapes */ };

enum role {
    ROOT,
    READER,
    ALONE, /* reader whose buffer has gaps: the root does not help */
    ROLES
};

enum step {
    RETURN,
    ADDRESS,    /* write the address of the buffer */
    RESET,      /* reset the count of helped chunks */
    OPEN,       /* store the operation and its chunks */
    LOOK,       /* a root: check whether a reader has finished */
    LOAD,       /* load the reader's open chunks */
    TAKE,       /* take an open chunk; load again if they have changed */
    ADDRESS_OF, /* read the address of the reader's buffer */
    COPY,       /* begin to copy a chunk */
    COPIED,     /* end the copy of the chunk */
    FAIL,       /* if the root cannot write: store `failed` */
    HELP,       /* count the chunk as helped */
    HELPED,     /* wait until all chunks that the root took have been counted */
    FAILED,     /* check whether the root has failed */
    START,      /* if it failed, or without help: begin to copy everything */
    FINISH,     /* end the copy of everything */
    DONE,       /* store `done`; the program gets its buffer back */
    /* only in variants: */
    LOOK_OPEN,  /* a reader without open chunks counts as finished */
    LOAD_ANY,   /* load chunks, of whatever operation */
    TAKE_BLIND, /* ignore that the chunks have changed */
};

struct ap_shape {
    int chunks;
    int alone;  /* rank whose buffer has gaps, or -1 */
    bool fails; /* roots cannot write */
};

static const char ap_lost[] = "a rank returns without all of its message",
                  ap_twice[] = "a chunk is copied twice",
                  ap_given[] =
                      "a rank copies from a buffer that its root has back",
                  ap_back[] =
                      "a root copies into a buffer that its rank has back",
                  ap_address[] = "a root does not know where a buffer is";

/* The loops: a root visits all other ranks until they have finished; a reader
 * repeats until no chunks are open. */
static const uint8_t programs[ROLES][AM_STEPS] = {
    [ROOT] = {AM_TELL, AM_LOOP, LOOK, LOAD, TAKE, ADDRESS_OF, COPY, COPIED,
              FAIL, HELP, AM_AGAIN, DONE},
    [READER] = {AM_TOLD, AM_TELL, ADDRESS, RESET, OPEN, AM_LOOP, LOAD, TAKE,
                COPY, COPIED, AM_AGAIN, HELPED, FAILED, START, FINISH, DONE},
    [ALONE] = {AM_TOLD, AM_TELL, START, FINISH, DONE},
};

/* The word with the operation and the number of its open chunks. */
struct open {
    uint8_t op, chunks;
};

struct state {
    struct am_point point[AM_RANKS];
    uint8_t done[AM_RANKS];
    uint8_t given[AM_RANKS]; /* operation that may read the root's buffer */
    struct want {
        struct open open;
        uint8_t address, helped,
            failed; /* address: operation to which the buffer belongs */
        uint8_t chunk[AP_CHUNKS]; /* operation of the data in each chunk */
    } want[AM_RANKS];
    struct rank_state {
        uint8_t
            other; /* distance to the rank that the root helps; 0 on a reader */
        uint8_t waiting; /* root: some rank has not finished */
        uint8_t taken;   /* reader: chunks taken; again: repeat the loop */
        uint8_t again;
        struct open seen;
        uint8_t chunk, address;
    } rank[AM_RANKS];
};

static const struct ap_shape *shape(const struct am_config *c)
{
    return c->shape;
}

static int role_of(const struct am_config *c, int rank, int op)
{
    if (rank == c->calls.root[op - 1])
        return ROOT;
    return rank == shape(c)->alone ? ALONE : READER;
}

/* Returns the rank whose chunks [rank] copies. */
static int whose(const struct am_config *c, const struct state *st, int rank)
{
    return (rank + st->rank[rank].other) % c->calls.ranks;
}

static void begin_call(const struct am_config *c, void *state, int rank, int op)
{
    struct state *st = state;

    st->rank[rank] = (struct rank_state){0};
    for (int i = 0; i < AP_CHUNKS; i++)
        st->want[rank].chunk[i] = 0;
    if (op <= c->calls.ncalls && role_of(c, rank, op) == ROOT) {
        st->rank[rank].other = 1;
        st->given[rank] = (uint8_t)op;
    }
}

static bool again(const struct am_config *c, void *state, int rank)
{
    struct state *st = state;
    struct rank_state *r = &st->rank[rank];
    bool more = r->again;

    r->again = r->chunk = r->address = 0;
    r->seen = (struct open){0};
    if (r->other == 0)
        return more;
    if (++r->other < c->calls.ranks)
        return true;
    more = r->waiting;
    r->other = 1;
    r->waiting = 0;
    return more;
}

static bool nothing(const struct am_config *c, const void *state, int rank,
                    int step)
{
    int op = ((const struct state *)state)->point[rank].op;

    if (step == AM_TELL) /* nobody reads it */
        return rank != c->calls.root[op - 1] && !am_relays(c, rank, op);
    return step == FAIL && !shape(c)->fails;
}

static bool has_chunks(struct open open, int op, int step)
{
    return open.chunks > 0 && (open.op == op || step == LOAD_ANY);
}

/* Models the compare-and-exchange in take() of pull.c. */
static int take(const struct am_config *c, struct state *st, int rank, int how)
{
    struct rank_state *r = &st->rank[rank];
    struct open *open = &st->want[whose(c, st, rank)].open;
    bool changed = open->op != r->seen.op || open->chunks != r->seen.chunks;

    if (changed && how != TAKE_BLIND) {
        r->seen = *open;
        return has_chunks(r->seen, st->point[rank].op, how) ? AM_STAY
                                                            : AM_AGAIN;
    }
    r->chunk = (uint8_t)(shape(c)->chunks - r->seen.chunks);
    *open = (struct open){r->seen.op, (uint8_t)(r->seen.chunks - 1)};
    r->seen = (struct open){0};
    r->taken += r->other == 0;
    r->again = 1;
    return AM_NEXT;
}

static void copy(const struct am_config *c, struct state *st, int rank,
                 bool end, const char **wrong)
{
    const struct rank_state *r = &st->rank[rank];
    int op = st->point[rank].op, whom = whose(c, st, rank);
    uint8_t *chunk = &st->want[whom].chunk[r->chunk];

    if (*chunk != (end ? AM_BEING_WRITTEN : 0))
        *wrong = ap_twice;
    if (st->given[c->calls.root[op - 1]] != op)
        *wrong = ap_given;
    if (whom != rank && r->address != op)
        *wrong = ap_address;
    if (st->point[whom].op != op)
        *wrong = ap_back;
    if (!end)
        *chunk = AM_BEING_WRITTEN;
    else if (whom == rank || !shape(c)->fails)
        *chunk = (uint8_t)op;
}

static void copy_all(const struct am_config *c, struct state *st, int rank,
                     bool end, const char **wrong)
{
    int op = st->point[rank].op;

    if (st->given[c->calls.root[op - 1]] != op)
        *wrong = ap_given;
    for (int i = 0; i < shape(c)->chunks && end; i++)
        st->want[rank].chunk[i] = (uint8_t)op;
}

static void end_call(const struct am_config *c, struct state *st, int rank,
                     const char **wrong)
{
    int op = st->point[rank].op;

    for (int i = 0; i < shape(c)->chunks; i++)
        if (rank != c->calls.root[op - 1] && st->want[rank].chunk[i] != op)
            *wrong = ap_lost;
    st->done[rank] = (uint8_t)op;
    st->given[rank] = 0;
}

static int step(const struct am_config *c, void *state, int rank, int step,
                const char **wrong)
{
    struct state *st = state;
    struct rank_state *r = &st->rank[rank];
    int whom = whose(c, st, rank);
    struct want *want = &st->want[whom];
    uint8_t op = st->point[rank].op;
    bool over;

    switch (step) {
    case ADDRESS:
        want->address = op;
        break;
    case RESET:
        want->helped = 0;
        break;
    case OPEN:
        want->open = (struct open){op, (uint8_t)shape(c)->chunks};
        break;
    case LOOK:
    case LOOK_OPEN:
        over = step == LOOK ? st->done[whom] >= op
                            : want->open.op == op && want->open.chunks == 0;
        r->waiting |= !over;
        return over ? AM_AGAIN : AM_NEXT;
    case LOAD:
    case LOAD_ANY:
        r->seen = want->open;
        return has_chunks(r->seen, op, step) ? AM_NEXT : AM_AGAIN;
    case TAKE:
    case TAKE_BLIND:
        return take(c, st, rank, step);
    case ADDRESS_OF:
        r->address = want->address;
        break;
    case COPY:
    case COPIED:
        copy(c, st, rank, step == COPIED, wrong);
        break;
    case FAIL:
        want->failed = op;
        break;
    case HELP:
        want->helped++;
        break;
    case HELPED:
        return want->helped >= shape(c)->chunks - r->taken ? AM_NEXT : AM_WAIT;
    case FAILED:
        return want->failed == op ? AM_NEXT : DONE;
    case START:
    case FINISH:
        copy_all(c, st, rank, step == FINISH, wrong);
        break;
    default: /* step DONE */
        end_call(c, st, rank, wrong);
    }
    return AM_NEXT;
}

/* There are two chunks, and both sides copy. Only the last two variants need
 * roots that cannot write. */
static const struct am_variant variants[] = {
    {"a root copies for whatever operation a rank is in", 0, ROOT,
     BECOMES(LOAD, LOAD_ANY), ap_back},
    {"a root reads where a buffer is before it sees open chunks", 0, ROOT,
     AFTER(ADDRESS_OF, LOOK), ap_address},
    {"a root does not see that a chunk was taken", 0, ROOT,
     BECOMES(TAKE, TAKE_BLIND), ap_twice},
    {"a root counts a chunk before it has copied it", 0, ROOT,
     AFTER(HELP, ADDRESS_OF), ap_lost},
    {"a root does not count what it has copied", 0, ROOT, DROP(HELP),
     am_endless},
    {"a root returns when no chunks are open", 0, ROOT,
     BECOMES(LOOK, LOOK_OPEN), ap_given},
    {"a reader opens chunks before it says where they are", 0, READER,
     AFTER(ADDRESS, OPEN), ap_address},
    {"a reader forgets help that it got", 0, READER, AFTER(RESET, OPEN),
     am_endless},
    {"a reader counts help that it got before", 0, READER, DROP(RESET),
     ap_lost},
    {"a reader does not wait for help", 0, READER, DROP(HELPED), ap_lost},
    {"a reader does not see that a chunk was taken", 0, READER,
     BECOMES(TAKE, TAKE_BLIND), ap_twice},
    /* slower, but harmless */
    {"a root does not help", 0, ROOT, DROP_ALL(LOAD, HELP), NULL},
    {"a reader leaves all to the root", 0, READER, DROP_ALL(AM_LOOP, AM_AGAIN),
     NULL},
    {"a root that fails says so when it has counted the chunk", FAILS, ROOT,
     AFTER(FAIL, HELP), ap_lost},
    {"a reader does not ask whether the root failed", FAILS, READER,
     DROP_ALL(FAILED, FINISH), ap_lost},
    {.name = NULL},
};

static const struct ap_shape shapes[] = {
    {2, -1, false},
    [FAILS] = {1, -1, true},
    {2, 1, false},
};

const struct am_machine am_chunks = {
    AM_MACHINE("chunks", AP_CALLS, 1 << 18),
    .again = again,
};
