/* test_auto_ring.c: searches all interleavings of ranks that use rings. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "auto_model.h"

/* Positions count units. A root's piece is one unit; others take all available
 * units. The machine of test_auto_slot.c checks the reuse of slots. */
enum { AR_UNITS = 3, AR_CALLS = 3 };

enum role {
    ROOT,
    READER,
    RELAY, /* leader of a group without the root */
    ROLES
};

enum step {
    RETURN,
    TOLD,      /* wait for the source's slot */
    TELL,      /* store the own slot's word, once a call */
    LAY,       /* if the ring size has changed, wait until all ranks have
                * finished the last call */
    AVAILABLE, /* wait for a head, unless the slot announced the first piece */
    CLAIM,     /* wait for each rank's tail, unless it is known */
    WRITE,     /* begin to write into the own ring */
    WRITTEN,   /* end the write */
    HEAD,      /* store head */
    COPY,      /* begin to read from the source's ring */
    COPIED,    /* end the read */
    TAIL,      /* store tail */
    PASS,      /* store tail at the end of the message */
    /* steps of variants only: */
    LAY_OWN,       /* compare with this root's last call only */
    AVAILABLE_ANY, /* take a unit whether it is available or not */
    CLAIM_ONE_OFF, /* wait as if the ring had one unit more */
    CLAIM_GROUP,   /* wait for the own group only */
    CLAIM_ROOT,    /* wait for the root of this call too */
    CLAIM_FREE,    /* assume that the root has read as far as the others */
    PASS_SILENTLY, /* end the message, but store no tail */
    PASS_SHORT,    /* end the message, but do not count its last unit */
};

struct ar_shape {
    int units[AR_CALLS], length[AR_CALLS]; /* units of a ring and of a
                                            * message, by call */
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
        uint8_t from, got, n; /* position of the message; units copied; units
                               * being copied */
        uint8_t all_tail;     /* lower bound of all other ranks' tails */
        uint8_t asked, seen;  /* number of ranks asked; lowest tail seen */
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
 * [rank] will overwrite. */
static bool claimed(const struct am_config *c, const struct state *st, int rank,
                    int tail, int step)
{
    const struct rank_state *r = &st->rank[rank];

    return r->from + r->got + r->n <=
           tail + units(c, st->point[rank].op) + (step == CLAIM_ONE_OFF);
}

/* True if every rank has finished the calls with another ring size. */
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

/* Repeats the loop until the message has ended. */
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

/* Reads the tail of one other rank. */
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

/* Checks that the source's ring has the units being copied. */
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

/* Takes a step that does not wait. */
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
    /* harmless, because the root has waited for all ranks */
    {"a leader does not wait", RELAY, DROP(CLAIM), NULL},
    {"a leader believes that the root is as far as the others", RELAY,
     BECOMES(CLAIM, CLAIM_FREE), NULL},
    {"a root remembers tails that are in its message", ROOT,
     BECOMES(CLAIM, CLAIM_FREE), NULL},
};

/* Variants for rings whose size changes. */
static const struct am_variant size_variants[] = {
    {"a root does not wait before a ring of another size", ROOT, DROP(LAY),
     ar_stale},
    {"a root waits for another size than its own last alone", ROOT,
     BECOMES(LAY, LAY_OWN), ar_stale},
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
