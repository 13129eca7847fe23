/* test_protocols.c: searches all interleavings of ranks in the algorithms'
 * state machines. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/digest.h"
#include "lib/test/unit.h"
#include "model.h"

const char am_deadlock[] = "deadlock", am_endless[] = "no end is in reach";

static const uint32_t NONE = UINT32_MAX;

struct found {
    const struct am_config *c;
    char *states;    /* all states found so far, in the order found */
    uint32_t *next;  /* state after a step of each rank, or NONE */
    uint32_t *table; /* hash table: index of a state + 1; 0 if free */
    uint32_t n;
    const char *wrong;
};

static char *state_at(const struct found *f, uint32_t i)
{
    return f->states + i * f->c->machine->bytes;
}

static uint32_t hash(const struct found *f, const char *state)
{
    uint64_t h = digest_bytes(DIGEST_BEGIN, state, f->c->machine->bytes);

    return (uint32_t)(h >> 32) % (2 * f->c->machine->room);
}

/* Stores the state after the last one if it is new. Returns its index. */
static uint32_t remember(struct found *f)
{
    const struct am_machine *m = f->c->machine;
    const char *state = state_at(f, f->n);
    uint32_t at = hash(f, state);

    for (; f->table[at] != 0; at = (at + 1) % (2 * m->room))
        if (memcmp(state_at(f, f->table[at] - 1), state, m->bytes) == 0)
            return f->table[at] - 1;
    if (f->n == m->room) {
        f->wrong = "too many states for this search";
        return 0;
    }
    f->table[at] = ++f->n;
    return f->n - 1;
}

/* Returns the next step of the rank at [p]; 0 if its program or calls end. */
static int next_step(const struct am_config *c, const struct am_point *p,
                     int rank)
{
    const struct am_variant *v = c->variant;
    int role;

    if (p->op > c->calls.ncalls)
        return 0;
    role = c->machine->role(c, rank, p->op);
    return v != NULL && v->role == role ? c->program[p->at]
                                        : c->machine->programs[role][p->at];
}

/* Checks a state in which no rank can move: all calls must have ended well. */
static void check_end(struct found *f, const void *state)
{
    const struct am_point *points = state;

    for (int r = 0; r < f->c->calls.ranks; r++)
        if (points[r].op <= f->c->calls.ncalls)
            f->wrong = am_deadlock;
    if (f->wrong == NULL && f->c->machine->end != NULL)
        f->c->machine->end(f->c, state, &f->wrong);
}

/* as in receive() of auto/bcast.c */
int am_source(const struct am_config *c, int rank, int op)
{
    int root = c->calls.root[op - 1], leader = c->calls.leader[rank];

    return c->calls.leader[root] == leader || leader == rank ? root : leader;
}

bool am_relays(const struct am_config *c, int rank, int op)
{
    int root = c->calls.root[op - 1], members = 0;

    for (int r = 0; r < c->calls.ranks; r++)
        members += c->calls.leader[r] == rank;
    return members > 1 && c->calls.leader[root] != rank;
}

int am_next(const struct am_config *c, const struct am_ask *a, int rank)
{
    return (rank + 1 + a->asked) % c->calls.ranks;
}

bool am_asked(const struct am_config *c, struct am_ask *a, uint8_t counter,
              bool less)
{
    if (a->asked == 0 || less)
        a->least = counter;
    a->asked = (uint8_t)((a->asked + 1) % (c->calls.ranks - 1));
    return a->asked == 0;
}

/* Moves the rank to the next step that is an access, maybe of its next call. */
static void settle(const struct am_config *c, void *state, int rank)
{
    const struct am_machine *m = c->machine;
    struct am_point *p = (struct am_point *)state + rank;

    while (p->op <= c->calls.ncalls) {
        int step = p->op > 0 ? next_step(c, p, rank) : 0;

        if (step == 0) {
            p->op++;
            p->at = 0;
            m->begin(c, state, rank, p->op);
            continue;
        }
        if (step == AM_AGAIN && m->again(c, state, rank))
            while (next_step(c, p, rank) != AM_LOOP)
                p->at--;
        else if (step != AM_AGAIN && step != AM_LOOP &&
                 (m->nothing == NULL || !m->nothing(c, state, rank, step)))
            return;
        p->at++;
    }
}

/* Makes the rank take its next step. Returns false if it cannot move. */
static bool move(const struct am_config *c, void *state, int rank,
                 const char **wrong)
{
    struct am_point *points = state, *p = &points[rank];
    int step = next_step(c, p, rank), to = AM_NEXT;

    if (step == 0)
        return false;
    if (step == AM_TELL)
        p->told = p->op;
    else if (step == AM_TOLD)
        to =
            points[am_source(c, rank, p->op)].told >= p->op ? AM_NEXT : AM_WAIT;
    else
        to = c->machine->step(c, state, rank, step, wrong);
    if (to == AM_WAIT || to == AM_STAY)
        return to == AM_STAY;
    do
        p->at++;
    while (to != AM_NEXT && next_step(c, p, rank) != to);
    settle(c, state, rank);
    return true;
}

/* Finds all states that are reachable from the first. */
static void find_states(struct found *f)
{
    const struct am_machine *m = f->c->machine;
    int ranks = f->c->calls.ranks;

    remember(f);
    for (uint32_t i = 0; i < f->n && f->wrong == NULL; i++) {
        uint32_t *next = f->next + i * (size_t)ranks;
        int moved = 0;

        for (int r = 0; r < ranks && f->wrong == NULL; r++) {
            char *state = state_at(f, f->n);

            memcpy(state, state_at(f, i), m->bytes);
            next[r] = NONE;
            if (move(f->c, state, r, &f->wrong)) {
                moved = 1;
                next[r] = remember(f);
            }
        }
        if (!moved)
            check_end(f, state_at(f, i));
    }
}

/* True if no rank moves, or a step leads to a state that can reach an end. */
static int ends(const struct found *f, uint32_t i, const uint8_t *known)
{
    int ranks = f->c->calls.ranks, moves = 0;
    const uint32_t *next = f->next + i * (size_t)ranks;

    for (int r = 0; r < ranks; r++) {
        if (next[r] == NONE)
            continue;
        if (known[next[r]])
            return 1;
        moves = 1;
    }
    return !moves;
}

/* Finds states that cannot reach an end, such as ranks that poll forever. */
static void find_dead_ends(struct found *f)
{
    uint8_t *known = calloc(f->n, 1);
    uint32_t left = f->n, before;

    assert_non_null(known);
    do {
        before = left;
        for (uint32_t i = f->n; i-- > 0;)
            if (!known[i] && ends(f, i, known)) {
                known[i] = 1;
                left--;
            }
    } while (left > 0 && left < before);
    if (left > 0)
        f->wrong = am_endless;
    free(known);
}

/* Returns the index of [step] in a program, which must contain it. */
static int find(const uint8_t program[AM_STEPS], int step)
{
    int i = 0;

    while (program[i] != step)
        assert_true(++i < AM_STEPS);
    return i;
}

static void change(uint8_t program[AM_STEPS], const struct am_variant *v)
{
    int at = find(program, v->step), last = find(program, v->last);

    if (v->how == AM_BECOMES) {
        program[at] = (uint8_t)v->other;
        return;
    }
    memmove(program + at, program + last + 1, (size_t)(AM_STEPS - last - 1));
    if (v->how == AM_DROP)
        return;
    at = v->other != 0 ? find(program, v->other) + 1 : 0;
    memmove(program + at + 1, program + at, (size_t)(AM_STEPS - at - 1));
    program[at] = (uint8_t)v->step;
}

/* Searches all interleavings of the ranks' steps. Returns an error message or
 * NULL. Adds the number of states to [*states]. */
static const char *search(const struct am_config *c, unsigned long *states)
{
    const struct am_machine *m = c->machine;
    struct found f = {.c = c};

    f.states = calloc(m->room + 1, m->bytes);
    f.next = malloc(m->room * (size_t)c->calls.ranks * sizeof(*f.next));
    f.table = calloc(2 * m->room, sizeof(*f.table));
    assert_true(f.states != NULL && f.next != NULL && f.table != NULL);
    for (int r = 0; r < c->calls.ranks; r++)
        settle(c, f.states, r);
    find_states(&f);
    if (f.wrong == NULL)
        find_dead_ends(&f);
    free(f.states);
    free(f.next);
    free(f.table);
    *states += f.n;
    return f.wrong;
}

/* Sets the next sequence of roots, like counting. Returns false after the
 * last. */
static bool next_roots(struct am_calls *calls)
{
    for (int i = 0; i < calls->ncalls; i++) {
        if (++calls->root[i] < calls->ranks)
            return true;
        calls->root[i] = 0;
    }
    return false;
}

static void fail_search(const struct am_calls *calls, const char *name,
                        const char *wrong)
{
    fail_msg("%s: ranks %d, leaders %d %d %d, roots %d %d %d %d %d: %s", name,
             calls->ranks, calls->leader[0], calls->leader[1], calls->leader[2],
             calls->root[0], calls->root[1], calls->root[2], calls->root[3],
             calls->root[4], wrong);
}

/* Searches all sequences of roots: of 2 ranks, of 3 ranks, and of 3 ranks in
 * groups. The test fails if something goes wrong, or if the message of a
 * mistake does not appear. */
static void search_all(const struct am_machine *m, size_t shape,
                       const struct am_variant *v)
{
    static const struct am_calls groups[] = {
        {.ranks = 2},
        {.ranks = 3},
        {.ranks = 3, .leader = {0, 1, 1}},
        {.ranks = 3, .leader = {0, 0, 2}},
    };
    const char *name = v != NULL ? v->name : m->name;
    const char *seen = v != NULL ? v->seen : NULL;
    unsigned long states = 0, searches = 0;

    for (size_t i = 0; i < (m->no_groups ? 2 : 4); i++) {
        struct am_config c = {.machine = m,
                              .calls = groups[i],
                              .shape = (const char *)m->shapes +
                                       shape * m->shape_bytes,
                              .variant = v};

        c.calls.ncalls = m->ncalls;
        if (v != NULL) {
            memcpy(c.program, m->programs[v->role], AM_STEPS);
            change(c.program, v);
        }
        do {
            const char *wrong = search(&c, &states);

            searches++;
            if (wrong != NULL && seen == NULL)
                fail_search(&c.calls, name, wrong);
            if (wrong != NULL && strcmp(wrong, seen) == 0)
                return;
        } while (next_roots(&c.calls));
    }
    if (seen != NULL)
        fail_msg("%s: not seen: %s", name, seen);
    print_message("# %s: %lu states in %lu searches\n", name, states, searches);
}

/* Searches the machine, unchanged and with harmless changes, in all shapes. */
static void nothing_goes_wrong(void **machine)
{
    const struct am_machine *m = *machine;

    for (size_t shape = 0; shape < m->nshapes; shape++)
        search_all(m, shape, NULL);
    for (const struct am_variant *v = m->variants; v->name != NULL; v++)
        for (int shape = 0; v->seen == NULL && shape <= v->shape; shape++)
            search_all(m, (size_t)shape, v);
}

static void mistakes_are_seen(void **machine)
{
    const struct am_machine *m = *machine;

    for (const struct am_variant *v = m->variants; v->name != NULL; v++)
        if (v->seen != NULL)
            search_all(m, (size_t)v->shape, v);
}

UNIT_GROUP(protocols)
{
#define SEARCH(machine, function)                                              \
    {                                                                          \
#machine ": " #function, function, NULL, NULL, (void *)&machine        \
    }
    const struct CMUnitTest tests[] = {
        SEARCH(am_slots, nothing_goes_wrong),
        SEARCH(am_slots, mistakes_are_seen),
        SEARCH(am_rings, nothing_goes_wrong),
        SEARCH(am_rings, mistakes_are_seen),
        SEARCH(am_chunks, nothing_goes_wrong),
        SEARCH(am_chunks, mistakes_are_seen),
        SEARCH(am_queues, nothing_goes_wrong),
        SEARCH(am_queues, mistakes_are_seen),
        SEARCH(am_exchanges, nothing_goes_wrong),
        SEARCH(am_exchanges, mistakes_are_seen),
    };

    return cmocka_run_group_tests_name("protocols", tests, NULL, NULL);
}
