/* oracle.c: runs random programs in every valid configuration of one node, with
 * ORACLE_STEPS steps in each configuration. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "oracle.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "random.h"
#include "refnuma_mpi.h"

enum { PROGRAM = 50 }; /* maximum steps of a program */

static void step_begin(struct oracle *o, int64_t step)
{
    snprintf(o->position, sizeof(o->position),
             "oracle: rank %d of %d: seed %" PRIu64 ", %s, step %" PRId64 ": ",
             o->rank, o->ranks, o->seed, o->name, step);
}

void oracle_wrong(const struct oracle *o, const struct shadow *s, size_t word,
                  const char *what, uint64_t got, uint64_t want)
{
    fprintf(stderr,
            "%sarray %d, element %zu (of home %d): %s: got %016" PRIx64
            ", want %016" PRIx64 "\n",
            o->position, s->number, word * 8 / s->size,
            s->home[word / s->page_words], what, got, want);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

void oracle_check(const struct oracle *o, bool right, const char *what)
{
    if (right)
        return;
    fprintf(stderr, "%s%s\n", o->position, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

void oracle_must(const struct oracle *o, int rc)
{
    oracle_check(o, rc == MPI_SUCCESS, refnuma_failure());
}

static struct shadow *draw_shadow(struct oracle *o)
{
    return &o->shadows[random_below(&o->common, (uint64_t)o->nshadows)];
}

/* Runs a barrier: in one call, in halves, or by unsubscribing. */
static void pass(struct oracle *o)
{
    uint64_t kind = random_below(&o->common, 20);
    struct shadow *dropped = kind == 3 ? draw_shadow(o) : NULL;
    size_t first = 0, count = 0;

    if (kind < 3) {
        oracle_must(o, refnuma_barrier_begin(o->context));
        for (int i = 0; i < o->nshadows; i++)
            shadow_read_between(o, &o->shadows[i]);
        oracle_must(o, refnuma_barrier_end(o->context));
    } else if (dropped != NULL) {
        first = random_below(&o->mine, dropped->n);
        count = random_below(&o->mine, dropped->n - first + 1);
        if (random_below(&o->mine, 3) == 0) { /* this time the whole array */
            first = 0;
            count = dropped->n;
        }
        oracle_must(o, refnuma_unsubscribe(dropped->array, first, count));
    } else {
        oracle_must(o, refnuma_barrier(o->context));
    }
    for (int i = 0; i < o->nshadows; i++)
        shadow_pass(&o->shadows[i]);
    if (dropped != NULL)
        shadow_drop(dropped, first, count);
}

/* With detect=auto: makes the next barrier switch between comparing and
 * watching, on each rank independently. */
static void change_mind(struct oracle *o, struct shadow *s)
{
    struct rn_detect *d = &s->array->detect;

    if (o->options.detect == REFNUMA_DETECT_AUTO &&
        random_below(&o->mine, 4) == 0)
        d->balance = d->watching ? -1 : 1; /* this forces a switch */
}

static void step(struct oracle *o)
{
    uint64_t quiet = random_below(&o->common, 6); /* if 0, no rank writes */

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
        struct shadow *s = draw_shadow(o);
        int number = s->number;

        shadow_close(o, s);
        shadow_open(o, s, number);
    }
}

/* Runs a program of `steps` steps. Returns false if options were rejected. */
static bool program(struct oracle *o, int64_t steps)
{
    struct shadow shadows[3];
    int rc;

    o->common = o->seed * 2 + 1;
    o->mine = (o->seed * 64 + (uint64_t)o->rank) * 2 + 1;
    for (int i = 0; i < 20; i++) { /* small seeds give similar first numbers */
        random_next(&o->common);
        random_next(&o->mine);
    }
    step_begin(o, 0);
    o->shadows = shadows;
    o->nshadows = 1 + (int)random_below(&o->common, 3);
    rc = refnuma_init(MPI_COMM_WORLD, &o->options, &o->context);
    if (rc == MPI_ERR_UNSUPPORTED_OPERATION)
        return false;
    oracle_must(o, rc);
    for (int i = 0; i < o->nshadows; i++)
        shadow_open(o, &shadows[i], i);
    for (int64_t i = 1; i <= steps; i++) {
        step_begin(o, i);
        alarm(100);
        step(o);
    }
    for (int i = 1; i < o->nshadows; i++) /* finalize frees the first */
        shadow_close(o, &shadows[i]);
    shadow_forget(&shadows[0]);
    oracle_check(o, refnuma_finalize(&o->context) == MPI_SUCCESS,
                 "a context that cannot be freed");
    alarm(0);
    return true;
}

static struct oracle oracle;

/* Called if a barrier takes too long. Prints how far the rank is. */
static void stuck(int signal)
{
    (void)signal;
    if (write(STDERR_FILENO, oracle.position, strlen(oracle.position)) >= 0 &&
        write(STDERR_FILENO, "stuck\n", 6) >= 0)
        _exit(1);
    _exit(2);
}

/* Configurations. If `few` is true, fewer steps are run. */
static const struct configuration {
    const char *options; /* where they differ from the defaults */
    bool few;
} configurations[] = {
    {"detect=twin", false},
    {"detect=twin check=1", true},
    {"detect=twin touch=call", true},
    {"detect=uffd", false},
    {"detect=uffd check=1", true},
    {"first_read=deliver detect=twin", false},
    {"first_read=deliver detect=twin check=1", true},
    {"first_read=deliver detect=twin touch=call", true},
    {"first_read=deliver detect=uffd", false},
    {"first_read=deliver detect=uffd check=1", true},
    {"detect=auto", false},
    {"detect=auto check=1", true},
};

static void options_read(struct refnuma_options *o, const char *text)
{
    char name[16], value[16];

    *o = refnuma_options_default();
    for (int n; sscanf(text, "%15[^=]=%15s %n", name, value, &n) == 2;
         text += n)
        oracle_must(&oracle, refnuma_options_parse(o, name, value, NULL));
}

/* Runs programs with `steps` steps in total. Returns the number of steps done,
 * which is 0 if this machine does not support the configuration. */
static int64_t run(const struct configuration *c, int64_t steps, uint64_t seed)
{
    int64_t done = 0;

    oracle.name = c->options;
    options_read(&oracle.options, c->options);
    oracle.seed = seed;
    /* long runs do all steps, in each configuration */
    if (c->few && steps < 1000)
        steps = (steps + 2) / 3;
    while (done < steps) {
        int64_t now = steps - done < PROGRAM ? steps - done : PROGRAM;

        if (!program(&oracle, now))
            break;
        done += now;
        oracle.seed++;
    }
    if (done == 0 && oracle.rank == 0)
        printf("# skipped: %s: %s\n", oracle.name, refnuma_failure());
    return done;
}

/* Returns a number from the environment, or `usual`. */
static int64_t number_of(const char *name, int64_t usual)
{
    const char *text = getenv(name);

    return text != NULL ? atoll(text) : usual;
}

void case_oracle(void)
{
    int64_t steps = number_of("ORACLE_STEPS", 20), total = 0, done;
    uint64_t seed = (uint64_t)number_of("ORACLE_SEED", test_size);

    oracle.rank = test_rank;
    oracle.ranks = test_size;
    signal(SIGALRM, stuck);
    for (size_t i = 0; i < sizeof(configurations) / sizeof(configurations[0]);
         i++) {
        done = run(&configurations[i], steps, seed);
        total += done;
        /* only userfaultfd may be unsupported, because some kernels lack it */
        EXPECT(done > 0 || (oracle.options.detect == REFNUMA_DETECT_UFFD &&
                            getenv("REFNUMA_NEEDS_UFFD") == NULL));
    }
    EXPECT(total > 0);
    if (oracle.rank == 0)
        printf("%d ranks: %" PRId64 " steps\n", oracle.ranks, total);
}
