/* oracle.c: refnuma_oracle [STEPS [SEED]]: runs random programs in every legal
 * configuration of one node, STEPS steps in each. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "oracle.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "random.h"

enum { PROGRAM = 50 }; /* most steps of a program */

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

    if (random_below(&o->mine, 3) == 0) { /* unsubscribe from the whole array */
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

/* With detect=auto, makes the next barrier switch between comparing and
 * watching, on each rank independently. */
static void change_mind(struct oracle *o, struct shadow *s)
{
    struct rn_detect *d = &s->array->detect;

    if (o->options.detect == REFNUMA_DETECT_AUTO &&
        random_below(&o->mine, 4) == 0)
        d->balance = d->watching ? -1 : 1; /* forces a switch */
}

static void step(struct oracle *o)
{
    uint64_t quiet = random_below(&o->common, 6); /* 0: no rank writes */

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

/* Runs a program of `steps` steps. False if the options were refused. */
static bool program(struct oracle *o, int64_t steps)
{
    struct shadow shadows[3];
    int rc;

    o->common = o->seed * 2 + 1;
    o->mine = (o->seed * 64 + (uint64_t)o->rank) * 2 + 1;
    for (int i = 0; i < 20; i++) { /* sequences of small seeds start alike */
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

/* Called if a barrier takes too long: prints the rank's position. */
static void stuck(int signal)
{
    (void)signal;
    fprintf(stderr,
            "oracle: rank %d of %d is stuck: seed %" PRIu64
            ", %s, step %" PRId64 "\n",
            oracle.rank, oracle.ranks, oracle.seed, oracle.name, oracle.step);
    _exit(1);
}

static const char *const reads[] = {"undefined", "deliver"};
static const char *const detects[] = {"auto", "twin", "uffd"};

#define UNDEFINED .first_read = REFNUMA_UNDEFINED
#define DELIVER .first_read = REFNUMA_DELIVER
#define TWIN .detect = REFNUMA_DETECT_TWIN
#define UFFD .detect = REFNUMA_DETECT_UFFD
#define CALL .touch = REFNUMA_TOUCH_CALL

/* Those with `few` run fewer steps. */
static const struct configuration {
    struct refnuma_options options;
    bool few;
} configurations[] = {
    {{UNDEFINED, TWIN}, false},
    {{UNDEFINED, TWIN, .check = true}, true},
    {{UNDEFINED, TWIN, CALL}, true},
    {{UNDEFINED, UFFD}, false},
    {{UNDEFINED, UFFD, .check = true}, true},
    {{DELIVER, TWIN}, false},
    {{DELIVER, TWIN, .check = true}, true},
    {{DELIVER, TWIN, CALL}, true},
    {{DELIVER, UFFD}, false},
    {{DELIVER, UFFD, .check = true}, true},
    {{UNDEFINED}, false}, /* detect=auto */
    {{UNDEFINED, .check = true}, true},
};

/* Runs programs with `steps` steps in total. Returns the number of steps done:
 * 0 if this machine does not support the configuration. */
static int64_t run(const struct configuration *c, int64_t steps, uint64_t seed)
{
    const struct refnuma_options *o = &c->options;
    int64_t done = 0;
    char name[120];

    snprintf(name, sizeof(name), "first_read=%s detect=%s touch=%s check=%d",
             reads[o->first_read], detects[o->detect],
             o->touch == REFNUMA_TOUCH_CALL ? "call" : "fault", o->check);
    oracle.name = name;
    oracle.options = *o;
    oracle.seed = seed;
    /* long runs do all steps in each configuration */
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
        printf("# skipped: %s: %s\n", name, refnuma_failure());
    return done;
}

/* Only userfaultfd may be missing, unless the kernel is known to have it. */
static bool may_be_refused(const struct refnuma_options *o)
{
    return o->detect == REFNUMA_DETECT_UFFD &&
           getenv("REFNUMA_NEEDS_UFFD") == NULL;
}

int main(int argc, char **argv)
{
    int64_t steps = argc > 1 ? atoll(argv[1]) : 20, total = 0, done;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    int level, unexpected = 0;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &oracle.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &oracle.ranks);
    signal(SIGALRM, stuck);
    for (size_t i = 0; i < sizeof(configurations) / sizeof(configurations[0]);
         i++) {
        done = run(&configurations[i], steps, seed);
        total += done;
        unexpected += done == 0 && !may_be_refused(&configurations[i].options);
    }
    if (oracle.rank == 0)
        printf("%d ranks: %" PRId64 " steps, %d unexpectedly refused\n",
               oracle.ranks, total, unexpected);
    MPI_Finalize();
    return unexpected != 0 || total == 0;
}
