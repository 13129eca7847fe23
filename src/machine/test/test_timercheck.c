/* test_timercheck.c: which timer is chosen, which warnings a run gets, and
 * comparing the clocks of two processes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include "lib/test/unit.h"
#include "machine/timercheck.h"
#include "machine/warn.h"
#include "timers/timers.h"

#define FIT                                                                    \
    {                                                                          \
        .resolution = 2e-8, .read_cost = 3e-8, .monotonic = 1                  \
    }
#define WRONG_RATE                                                             \
    {                                                                          \
        .resolution = 2e-8, .read_cost = 3e-8, .monotonic = 1, .rate_ppm = 300 \
    }

static struct timer_entry entry_a = {.timer = &timer_tsc, .quality = FIT};
static struct timer_entry entry_b = {.timer = &timer_monotonic, .quality = FIT};

/* State of two timers, the request, and the expected choice. */
UNIT_TEST(first_fit_timer_is_chosen)
{
    static const struct {
        char *refused_a, *refused_b;
        double ppm_a, ppm_b;
        const struct timer *wanted;
        bool any;
        const struct timer *chosen; /* NULL if it must fail */
        const char *says;           /* expected in timer_why, or in the cause */
    } rows[] = {
        {NULL, NULL, 0, 0, NULL, false, &timer_tsc, "auto"},
        {NULL, NULL, 300, 0, NULL, false, &timer_monotonic, "tsc: its rate"},
        {"why", NULL, 0, 0, NULL, false, &timer_monotonic, "tsc: why"},
        {"why", NULL, 0, 300, NULL, false, NULL, "monotonic: its rate"},
        {"why", NULL, 0, 300, NULL, true, &timer_monotonic, "none is fit"},
        {"why", "too", 0, 0, NULL, true, NULL, "monotonic: too"},
        {"why", NULL, 0, 0, &timer_tsc, false, NULL, "here: why"},
        {NULL, NULL, 300, 0, &timer_tsc, false, &timer_tsc, NULL},
        {NULL, NULL, 0, 0, &timer_monotonic, false, &timer_monotonic, NULL},
    };

    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct timer_entry entries[] = {entry_a, entry_b};
        struct runinfo ri = {.timers = entries, .ntimers = 2};
        char *cause = NULL;
        const char *said;
        int rc;

        for (int k = 0; k < 2; k++)
            entries[k].clock.timer = entries[k].timer;
        entries[0].refused = rows[i].refused_a;
        entries[1].refused = rows[i].refused_b;
        entries[0].quality.rate_ppm = rows[i].ppm_a;
        entries[1].quality.rate_ppm = rows[i].ppm_b;
        rc = timercheck_choose(&ri, rows[i].wanted, rows[i].any, &cause);
        assert_int_equal(rc, rows[i].chosen != NULL ? 0 : -1);
        assert_ptr_equal(ri.clock.timer, rows[i].chosen);
        said = rc == 0 ? ri.timer_why : cause;
        assert_int_equal(said == NULL, rows[i].says == NULL);
        if (said != NULL)
            assert_non_null(strstr(said, rows[i].says));
        free(ri.timer_why);
        free(cause);
    }
}

/* Adds one problem to a run that has no warnings otherwise. */
struct fault {
    bool oversubscribed, shared_cpu, shared_core, unpinned;
    double uncertainty, residual, resolution, read_cost, ppm;
    const char *clocksource;
    const char *expected; /* part of the only warning; NULL: no warning */
};

static void check_fault(const struct fault *f)
{
    struct clock_model models[2] = {
        {0},
        {.uncertainty = f->uncertainty, .residual = f->residual},
    };
    struct rank_info ranks[2] = {{.node = 1}, {.node = 1}};
    struct runinfo ri = {
        .nranks = 2,
        .ranks = ranks,
        .models = models,
        .oversubscribed = f->oversubscribed,
        .shared_cpu = f->shared_cpu,
        .shared_core = f->shared_core,
        .unpinned = f->unpinned,
        .clock = {.timer = &timer_tsc},
        .quality = FIT,
        .sync_info = {.chosen = "linear"},
        .machine = json_pack("{s:s*}", "clocksource", f->clocksource),
    };
    json_t *warnings;

    if (f->resolution > 0)
        ri.quality.resolution = f->resolution;
    if (f->read_cost > 0)
        ri.quality.read_cost = f->read_cost;
    ri.quality.rate_ppm = f->ppm;
    warnings = warn_about(&ri);
    assert_int_equal(json_array_size(warnings), f->expected != NULL ? 1 : 0);
    if (f->expected != NULL)
        assert_non_null(strstr(json_string_value(json_array_get(warnings, 0)),
                               f->expected));
    json_decref(warnings);
    json_decref(ri.machine);
}

UNIT_TEST(each_fault_has_its_warning)
{
    static const struct fault rows[] = {
        {.clocksource = "tsc"},
        {.clocksource = NULL},
        {.clocksource = "hpet", .expected = "hpet"},
        {.oversubscribed = true, .expected = "more ranks than CPUs"},
        {.oversubscribed = true, .unpinned = true, .expected = "more ranks"},
        {.oversubscribed = true, .shared_cpu = true, .expected = "same CPU"},
        {.oversubscribed = true, .residual = 1, .expected = "more ranks"},
        {.shared_cpu = true, .shared_core = true, .expected = "same CPU"},
        {.shared_core = true,
         .unpinned = true,
         .expected = "hardware threads of the same core"},
        {.unpinned = true, .expected = "not bound"},
        {.uncertainty = 6.5e-6,
         .expected = "rank 1's clock may differ from rank 0's by 6.5 us"},
        {.uncertainty = 2.9e-6},
        {.uncertainty = NAN, .residual = NAN},
        {.residual = -3e-6, .expected = "-3 us"},
        {.residual = 0.9e-6},
        {.resolution = 1e-6, .expected = "steps of 1 us"},
        {.read_cost = 1.2e-6, .expected = "takes 1.2 us"},
        {.ppm = -250, .expected = "-250 ppm"},
    };

    for (size_t i = 0; i < LENGTH(rows); i++)
        check_fault(&rows[i]);
}

/* A clock that is one second behind. */
static ticks_t late_read(void)
{
    return timer_monotonic.read() - 1000000000;
}

static const struct timer timer_late = {
    .name = "late",
    .scope = TIMER_NODE,
    .read = late_read,
};

/* Binds the process to the first or last of its CPUs, so that two processes do
 * not share one. If binding fails, the kernel decides. */
static void pin_to(bool last)
{
    hwloc_bitmap_t cpus = cpus_get();
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(last ? hwloc_bitmap_last(cpus) : hwloc_bitmap_first(cpus), &set);
    hwloc_bitmap_free(cpus);
    sched_setaffinity(0, sizeof(set), &set);
}

/* Runs the test in this process and in a child, its neighbour, each with its
 * own timers. Keeps the smaller verdicts. */
static void meet(struct timer_entry *mine, const struct timer_entry *theirs,
                 size_t n)
{
    struct neighbours here = {.size = 2}, there = {.size = 2, .rank = 1};
    size_t bytes = 2 * sizeof(*here.pairs) + n * sizeof(*mine);
    struct timer_entry *children;
    int status;
    pid_t child;

    here.pairs = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(here.pairs != MAP_FAILED);
    there.pairs = here.pairs;
    children = (struct timer_entry *)(here.pairs + 2);
    memcpy(children, theirs, n * sizeof(*children));
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        pin_to(true);
        causality_test(&there, children, n);
        _exit(0);
    }
    pin_to(false);
    causality_test(&here, mine, n);
    assert_int_equal(waitpid(child, &status, 0), child);
    for (size_t i = 0; i < n; i++)
        if (children[i].cores_agree < mine[i].cores_agree)
            mine[i].cores_agree = children[i].cores_agree;
    munmap(here.pairs, bytes);
}

static struct timer_entry entry(const struct timer *timer, char *refused)
{
    return (struct timer_entry){
        .timer = timer,
        .clock = {.timer = timer, .ticks_per_sec = 1e9},
        .refused = refused,
        .cores_agree = CAUSALITY_UNTESTED,
    };
}

UNIT_TEST(causality_finds_the_late_clock)
{
    const struct timer_entry good = entry(&timer_monotonic, NULL);
    const struct timer_entry late = entry(&timer_late, NULL);
    const struct timer_entry own = entry(&timer_wtime, NULL);
    const struct timer_entry refused = entry(&timer_late, "not here");
    const struct timer_entry theirs[] = {good, late, good, own, refused};
    struct timer_entry mine[5];
    int untested = 3; /* of the first three timers */

    for (int i = 0; i < 20 && untested > 0; i++) {
        memcpy(mine, (struct timer_entry[]){good, good, late, own, refused},
               sizeof(mine));
        meet(mine, theirs, 5);
        untested = 0;
        for (int k = 0; k < 3; k++)
            untested += mine[k].cores_agree == CAUSALITY_UNTESTED;
    }
    assert_int_equal(mine[3].cores_agree, CAUSALITY_UNTESTED);
    assert_int_equal(mine[4].cores_agree, CAUSALITY_UNTESTED);
    if (untested > 0)
        skip(); /* the processes did not run at the same time */
    assert_int_equal(mine[0].cores_agree, CAUSALITY_HOLDS);
    assert_int_equal(mine[1].cores_agree, CAUSALITY_BROKEN);
    assert_int_equal(mine[2].cores_agree, CAUSALITY_BROKEN);
}
