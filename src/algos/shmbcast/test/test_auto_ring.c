/* test_auto_ring.c: no interleaving of the ranks goes wrong in the rings. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "auto_model.h"

/* Positions count units; a root's pieces are of one, others take what there
 * is. That a slot is not used too early is another machine's concern. */
enum { AR_UNITS = 3, AR_CALLS = 3 };

enum role {
    ROOT,
    READER,
    RELAY, /* leader of a group that the root is not in */
    ROLES
};

enum step {
    RETURN,
    TOLD,      /* wait for the slot of the one to read from */
    TELL,      /* store the own slot's word, once a call */
    LAY,       /* where rings are not as large as in the last call, wait until
                * all are through with that */
    AVAILABLE, /* wait for a head, unless the slot told of the first piece */
    CLAIM,     /* wait for tails, rank by rank, unless they are known */
    WRITE,     /* begin to write into the own ring */
    WRITTEN,   /* end */
    HEAD,      /* store head */
    COPY,      /* begin to read from the source's ring */
    COPIED,    /* end */
    TAIL,      /* store tail */
    PASS,      /* store tail: all of the message */
    /* in variants only */
    LAY_OWN,       /* the same, of the last call with this root */
    AVAILABLE_ANY, /* take a unit whether it is there or not */
    CLAIM_ONE_OFF, /* as if the ring had one unit more */
    CLAIM_GROUP,   /* wait for the own group alone */
    CLAIM_ROOT,    /* wait for the root of this call too */
    CLAIM_FREE,    /* believe that the root is as far as the others */
    PASS_SILENTLY, /* store no tail */
    PASS_SHORT,    /* do not count the last unit */
};

struct ar_shape {
    int units[AR_CALLS], length[AR_CALLS]; /* of rings, of messages, by call */
};

static const char ar_stale[] = "a rank begins to copy what is not its piece",
                  ar_torn[] = "a piece is overwritten while a rank copies it";

static const uint8_t programs[ROLES][AM_STEPS] = {
    [ROOT] = {LAY, AM_LOOP, CLAIM, WRITE, WRITTEN, HEAD, TELL, AM_AGAIN, PASS},
    [READER] = {TOLD, AM_LOOP, AVAILABLE, COPY, COPIED, TAIL, AM_AGAIN, PASS},
    [RELAY] = {TOLD, TELL, AM_LOOP, AVAILABLE, CLAIM, WRITE, WRITTEN, HEAD,
               COPY, COPIED, TAIL, AM_AGAIN, PASS},
};

struct state {
    struct am_point point[AM_RANKS];
    uint8_t told[AM_RANKS], head[AM_RANKS], tail[AM_RANKS];
    uint8_t ring[AM_RANKS][AR_UNITS];
    struct rank_state {
        uint8_t from, got, n; /* the message's position; copied, in hand */
        uint8_t all_tail;     /* all others are at least there */
        uint8_t asked, seen;  /* others, and how far they are */
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

/* Does one who has read up to [tail] no longer need what [rank] will write? */
static bool claimed(const struct am_config *c, const struct state *st, int rank,
                    int tail, int step)
{
    const struct rank_state *r = &st->rank[rank];

    return r->from + r->got + r->n <=
           tail + units(c, st->point[rank].op) + (step == CLAIM_ONE_OFF);
}

/* Has every rank read what lies in rings of another size? */
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
                        : step == TELL && r->got > 0;
}

/* Until the message is through. */
static bool again(const struct am_config *c, void *state, int rank)
{
    struct state *st = state;
    struct rank_state *r = &st->rank[rank];

    r->got += r->n;
    r->n = 1;
    return r->got < length(c, st->point[rank].op);
}

static void begin_call(const struct am_config *c, void *state, int rank)
{
    struct state *st = state;
    struct rank_state *r = &st->rank[rank];
    int op = st->point[rank].op + 1;

    st->point[rank] = (struct am_point){.op = (uint8_t)op};
    r->got = 0;
    r->n = 1;
    if (op > c->calls.ncalls)
        *r = (struct rank_state){0};
}

/* Ask how far one of the others is. */
static int claim(const struct am_config *c, struct state *st, int rank, int how)
{
    struct rank_state *r = &st->rank[rank];
    const int *leader = c->calls.leader;
    int other = (rank + 1 + r->asked) % c->calls.ranks;
    int root = c->calls.root[st->point[rank].op - 1];
    bool skip = (other == root && how != CLAIM_ROOT) ||
                (how == CLAIM_GROUP && leader[other] != leader[rank]);
    uint8_t tail = skip ? UINT8_MAX : st->tail[other];

    if (!claimed(c, st, rank, tail, how))
        return 0;
    if (r->asked == 0 || tail < r->seen)
        r->seen = tail;
    if (++r->asked < c->calls.ranks - 1)
        return 1;
    r->all_tail = r->seen < r->from || how == CLAIM_FREE ? r->seen : r->from;
    r->asked = r->seen = 0;
    return am_go(c, st, rank, 0);
}

/* How many units are there to be taken? */
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

/* Are the units in hand in the source's ring? */
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

/* A step that waits for nobody. */
static void take(const struct am_config *c, struct state *st, int rank,
                 int step, const char **wrong)
{
    struct rank_state *r = &st->rank[rank];
    int op = st->point[rank].op, end = r->from + r->got + r->n;

    switch (step) {
    case TELL:
        st->told[rank] = (uint8_t)op;
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
    default: /* PASS and its variants */
        r->from += (uint8_t)(length(c, op) - (step == PASS_SHORT));
        if (step != PASS_SILENTLY)
            st->tail[rank] = r->from;
    }
}

static int step(const struct am_config *c, void *state, int rank, int step,
                const char **wrong)
{
    struct state *st = state;
    int op = st->point[rank].op, n;

    if (claims(step))
        return claim(c, st, rank, step);
    switch (step) {
    case LAY:
    case LAY_OWN:
        if (!laid(c, st, rank, step))
            return 0;
        break;
    case TOLD:
        if (st->told[am_source(c, rank, op)] < op)
            return 0;
        break;
    case AVAILABLE:
        n = available(c, st, rank);
        if (n <= 0)
            return 0;
        st->rank[rank].n = (uint8_t)n;
        break;
    case AVAILABLE_ANY:
        break;
    default:
        take(c, st, rank, step, wrong);
    }
    return am_go(c, st, rank, 0);
}

static const struct am_machine ar_rings = {
    .name = "rings",
    .ncalls = AR_CALLS,
    .bytes = sizeof(struct state),
    .room = 1 << 15,
    .programs = programs,
    .role = role_of,
    .begin = begin_call,
    .step = step,
    .again = again,
    .nothing = nothing,
};

static const struct am_variant variants[] = {
    {"a root does not wait", ROOT, DROP(CLAIM), ar_stale},
    {"a root waits when it has written", ROOT, AFTER(CLAIM, WRITTEN), ar_stale},
    {"a root's ring is smaller than it thinks", ROOT,
     BECOMES(CLAIM, CLAIM_ONE_OFF), ar_stale},
    {"a root waits for its group alone", ROOT, BECOMES(CLAIM, CLAIM_GROUP),
     ar_stale},
    {"a head comes before its piece", ROOT, AFTER(HEAD, CLAIM), ar_stale},
    {"a root is told of before its first piece", ROOT, AFTER(TELL, 0),
     ar_stale},
    {"a leader's head comes before its piece", RELAY, AFTER(HEAD, CLAIM),
     ar_stale},
    {"a root does not count its own message", ROOT,
     BECOMES(PASS, PASS_SILENTLY), am_deadlock},
    {"a reader does not wait for the head", READER,
     BECOMES(AVAILABLE, AVAILABLE_ANY), ar_stale},
    {"a reader's tail comes while it reads", READER, AFTER(TAIL, COPY),
     ar_torn},
    {"a reader has no room for all and counts what fits", READER,
     BECOMES(PASS, PASS_SHORT), ar_stale},
    {"a leader's tail comes before it has passed on", RELAY,
     AFTER(TAIL, AVAILABLE), ar_stale},
    {"a leader waits for the root", RELAY, BECOMES(CLAIM, CLAIM_ROOT),
     am_deadlock},
    /* harmless, as the root has waited for all */
    {"a leader does not wait", RELAY, DROP(CLAIM), NULL},
    {"a leader believes that the root is as far as the others", RELAY,
     BECOMES(CLAIM, CLAIM_FREE), NULL},
    {"a root remembers tails that are in its message", ROOT,
     BECOMES(CLAIM, CLAIM_FREE), NULL},
};

/* Of rings whose size changes. */
static const struct am_variant size_variants[] = {
    {"a root does not wait before a ring of another size", ROOT, DROP(LAY),
     ar_stale},
    {"a root waits for another size than its own last alone", ROOT,
     BECOMES(LAY, LAY_OWN), ar_stale},
};

/* The first has a message longer than two rings; the last are of rings whose
 * size changes. */
static const struct ar_shape shapes[] = {
    {.units = {2, 2, 2}, .length = {5, 1, 2}},
    {.units = {3, 3, 3}, .length = {2, 4, 1}},
    {.units = {2, 2, 2}, .length = {1, 2, 3}},
    {.units = {3, 3, 3}, .length = {1, 2, 4}},
    {.units = {2, 3, 2}, .length = {3, 2, 3}},
    {.units = {3, 2, 3}, .length = {4, 3, 1}},
};

enum { NSHAPES = sizeof(shapes) / sizeof(shapes[0]), SIZE_CHANGES = 4 };

static void nothing_goes_wrong(void **state)
{
    (void)state;
    for (int i = 0; i < NSHAPES; i++)
        am_search_all(&ar_rings, &shapes[i], NULL);
}

static void mistakes_are_seen(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(variants) / sizeof(variants[0]); i++) {
        int n = variants[i].seen != NULL ? 1 : 2;

        for (int shape = 0; shape < n; shape++)
            am_search_all(&ar_rings, &shapes[shape], &variants[i]);
    }
}

static void mistakes_in_sizes_are_seen(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(size_variants) / sizeof(size_variants[0]);
         i++)
        am_search_all(&ar_rings, &shapes[SIZE_CHANGES], &size_variants[i]);
}

UNIT_GROUP(auto_ring)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_goes_wrong),
        cmocka_unit_test(mistakes_are_seen),
        cmocka_unit_test(mistakes_in_sizes_are_seen),
    };

    return cmocka_run_group_tests_name("auto_ring", tests, NULL, NULL);
}
