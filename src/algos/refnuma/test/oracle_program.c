/* oracle_program.c: a random program without races. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "oracle.h"
#include "random.h"

void oracle_wrong(const struct oracle *o, const struct shadow *s, size_t word,
                  const char *what, uint64_t got, uint64_t want)
{
    fprintf(stderr,
            "oracle: rank %d of %d: seed %" PRIu64 ", %s, step %" PRId64
            ", array %d, element %zu (of home %d): %s: got %016" PRIx64
            ", want %016" PRIx64 "\n",
            o->rank, o->ranks, o->seed, o->name, o->step, s->number,
            word * 8 / s->size, s->home[word / s->page_words], what, got, want);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

void oracle_check(const struct oracle *o, bool right, const char *what)
{
    if (right)
        return;
    fprintf(stderr,
            "oracle: rank %d of %d: seed %" PRIu64 ", %s, step %" PRId64
            ": %s\n",
            o->rank, o->ranks, o->seed, o->name, o->step, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void pass_split(struct oracle *o)
{
    oracle_check(o, refnuma_barrier_begin(o->context) == MPI_SUCCESS,
                 refnuma_failure());
    for (int i = 0; i < o->nshadows; i++)
        shadow_read_between(o, &o->shadows[i]);
    oracle_check(o, refnuma_barrier_end(o->context) == MPI_SUCCESS,
                 refnuma_failure());
    for (int i = 0; i < o->nshadows; i++)
        shadow_pass(o, &o->shadows[i]);
}

static void pass_unsubscribe(struct oracle *o)
{
    struct shadow *s =
        &o->shadows[random_below(&o->common, (uint64_t)o->nshadows)];
    size_t first = random_below(&o->mine, s->n);
    size_t count = random_below(&o->mine, s->n - first + 1);

    if (random_below(&o->mine, 3) == 0) { /* all of it */
        first = 0;
        count = s->n;
    }
    oracle_check(o, refnuma_unsubscribe(s->array, first, count) == MPI_SUCCESS,
                 refnuma_failure());
    for (int i = 0; i < o->nshadows; i++)
        shadow_pass(o, &o->shadows[i]);
    shadow_drop(o, s, first, count);
}

static void pass(struct oracle *o)
{
    uint64_t kind = random_below(&o->common, 20);

    if (kind < 3) {
        pass_split(o);
    } else if (kind == 3) {
        pass_unsubscribe(o);
    } else {
        oracle_check(o, refnuma_barrier(o->context) == MPI_SUCCESS,
                     refnuma_failure());
        for (int i = 0; i < o->nshadows; i++)
            shadow_pass(o, &o->shadows[i]);
    }
}

/* Where the library chooses how to find written pages, it is brought to change
 * its mind at any time, each rank by itself. */
static void change_mind(struct oracle *o, struct shadow *s)
{
    struct rn_detect *d = &s->array->detect;

    if (o->options.detect == REFNUMA_DETECT_AUTO &&
        random_below(&o->mine, 4) == 0)
        d->balance = d->watching ? -1 : 1; /* seconds */
}

static void step(struct oracle *o)
{
    uint64_t quiet = random_below(&o->common, 6); /* 0: nobody writes */

    for (int i = 0; i < o->nshadows; i++) {
        struct shadow *s = &o->shadows[i];

        change_mind(o, s);
        if (quiet > 0 && random_below(&o->common, 4) > 0)
            shadow_write(o, s);
        if (random_below(&o->mine, 2) == 0)
            shadow_read(o, s);
    }
    pass(o);
    for (int i = 0; i < o->nshadows; i++)
        shadow_verify(o, &o->shadows[i]);
    if (random_below(&o->common, 50) == 0) {
        struct shadow *s =
            &o->shadows[random_below(&o->common, (uint64_t)o->nshadows)];
        int number = s->number;

        shadow_close(o, s);
        shadow_open(o, s, number);
    }
}

bool oracle_program(struct oracle *o, int64_t steps)
{
    struct shadow shadows[3];
    int rc;

    o->common = o->seed * 2 + 1;
    o->mine = (o->seed * 64 + (uint64_t)o->rank) * 2 + 1;
    for (int i = 0; i < 20; i++) { /* small seeds begin alike */
        random_next(&o->common);
        random_next(&o->mine);
    }
    o->step = 0;
    o->shadows = shadows;
    o->nshadows = 1 + (int)random_below(&o->common, 3);
    rc = refnuma_init(MPI_COMM_WORLD, &o->options, &o->context);
    if (rc == MPI_ERR_UNSUPPORTED_OPERATION)
        return false;
    oracle_check(o, rc == MPI_SUCCESS, refnuma_failure());
    for (int i = 0; i < o->nshadows; i++)
        shadow_open(o, &shadows[i], i);
    for (o->step = 1; o->step <= steps; o->step++) {
        alarm(100); /* oracle.c says where it got stuck */
        step(o);
    }
    for (int i = 1; i < o->nshadows; i++) /* the first one with its context */
        shadow_close(o, &shadows[i]);
    shadow_forget(&shadows[0]);
    oracle_check(o, refnuma_finalize(&o->context) == MPI_SUCCESS,
                 "a context that cannot be freed");
    alarm(0);
    return true;
}
