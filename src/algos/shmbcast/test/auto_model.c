/* auto_model.c: what the machines of the broadcasts' algorithms have in common.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "auto_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <string.h>

const char am_deadlock[] = "deadlock";

/* As receive() in auto/bcast.c has it. */
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

int am_step(const struct am_config *c, const struct am_point *p, int rank)
{
    const struct am_variant *v = c->variant;
    int role;

    if (p->op > c->calls.ncalls)
        return 0;
    role = c->machine->role(c, rank, p->op);
    return v != NULL && v->role == role ? c->program[p->at]
                                        : c->machine->programs[role][p->at];
}

/* The number of [step] in a program, which has it. */
static int find(const uint8_t program[AM_STEPS], int step)
{
    int i = 0;

    while (program[i] != step)
        assert_true(++i < AM_STEPS);
    return i;
}

static void change(uint8_t program[AM_STEPS], const struct am_change *change)
{
    int at = find(program, change->step), last = find(program, change->last);

    if (change->how == AM_BECOMES) {
        program[at] = (uint8_t)change->other;
        return;
    }
    memmove(program + at, program + last + 1, (size_t)(AM_STEPS - last - 1));
    if (change->how == AM_DROP)
        return;
    at = change->other != 0 ? find(program, change->other) + 1 : 0;
    memmove(program + at + 1, program + at, (size_t)(AM_STEPS - at - 1));
    program[at] = (uint8_t)change->step;
}

static void end(const void *config, const void *state, const char **wrong)
{
    const struct am_config *c = config;
    const struct am_point *points = state;

    for (int r = 0; r < c->calls.ranks; r++)
        if (points[r].op <= c->calls.ncalls)
            *wrong = am_deadlock;
    if (*wrong == NULL && c->machine->end != NULL)
        c->machine->end(c, state, wrong);
}

static struct search_result search_calls(const struct am_config *c)
{
    const struct am_machine *m = c->machine;
    const struct search_machine machine = {.config = c,
                                           .ranks = c->calls.ranks,
                                           .bytes = m->bytes,
                                           .room = m->room,
                                           .step = m->step,
                                           .end = end};
    _Alignas(uint64_t) uint8_t start[256] = {0};

    assert_true(m->bytes <= sizeof(start));
    for (int r = 0; r < c->calls.ranks; r++)
        m->begin(c, start, r);
    return search(&machine, start);
}

/* The next sequence of roots, as if counting; false after the last. */
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

void am_search_all(const struct am_machine *m, const void *shape,
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
        struct am_config c = {
            .machine = m, .calls = groups[i], .shape = shape, .variant = v};

        c.calls.ncalls = m->ncalls;
        if (v != NULL) {
            memcpy(c.program, m->programs[v->role], AM_STEPS);
            change(c.program, &v->change);
        }
        do {
            struct search_result r = search_calls(&c);

            states += r.states;
            searches++;
            if (r.wrong != NULL && seen == NULL)
                fail_search(&c.calls, name, r.wrong);
            if (r.wrong != NULL && strcmp(r.wrong, seen) == 0)
                return;
        } while (next_roots(&c.calls));
    }
    if (seen != NULL)
        fail_msg("%s: not seen: %s", name, seen);
    print_message("# %s: %lu states in %lu searches\n", name, states, searches);
}
