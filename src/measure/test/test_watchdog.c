/* test_watchdog.c: when a rank is stuck, and how its case is described. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "measure/watchdog.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

UNIT_TEST(test_limit)
{
    static const struct {
        double stuck_after, max_time, limit;
    } rows[] = {
        {NAN, 5, 50},         {NAN, 0.05, 30}, {NAN, 3, 30},
        {NAN, INFINITY, 300}, {0, 5, 0},       {2, INFINITY, 2},
    };

    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_true(watchdog_limit(rows[i].stuck_after, rows[i].max_time) ==
                    rows[i].limit);
}

/* The description always fits into `where`. */
UNIT_TEST(test_next)
{
    struct op op = {.name = "bcast"};
    struct choice choice = {.op = &op};
    struct bench_case c = {.choice = &choice, .procs = 2, .bytes = 4096};
    struct watchdog w = {.rank = 1, .algo = "dead"};

    watchdog_next(NULL, &c, 1);
    watchdog_next(&w, &c, 1);
    assert_string_equal(w.where, ", 2 ranks, 4096 bytes, pass 1: rank 1");
    assert_null(w.algo);
    op.flags = OP_NODATA;
    c.procs = 1;
    watchdog_next(&w, &c, 20);
    assert_string_equal(w.where, ", 1 rank, pass 20: rank 1");
    c = (struct bench_case){
        .choice = &choice, .procs = INT_MAX, .bytes = INT64_MIN};
    op.flags = 0;
    w.rank = INT_MIN;
    watchdog_next(&w, &c, LONG_MIN);
    assert_memory_equal(w.where + strlen(w.where) - 11, "-2147483648", 11);
}

/* Every step changes the value, even a step to the same place. */
UNIT_TEST(test_steps)
{
    struct watchdog w = {0};
    uint64_t last = w.step;

    watchdog_step(NULL, PLACE_CALL);
    for (int i = 0; i < 3; i++) {
        watchdog_algo(&w, "dead", PLACE_CALL);
        assert_true(w.step != last && (w.step & PLACE_MASK) == PLACE_CALL);
        last = w.step;
    }
    assert_string_equal(w.algo, "dead");
}

/* ---- the thread ---------------------------------------------------------- */

static void sleep_for(double seconds)
{
    const struct timespec t = {
        (time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};

    nanosleep(&t, NULL);
}

/* What the watched rank does, with a limit of 0.1 s or none. */
static void writes(struct watchdog *w)
{
    watchdog_write(w, true);
    sleep_for(0.5);
    watchdog_written(w);
}

static void waits_for_writer(struct watchdog *w)
{
    watchdog_write(w, false);
    sleep_for(0.5);
}

static void stands(struct watchdog *w)
{
    watchdog_enter(w, "standing");
    sleep_for(20);
}

static void is_interrupted(struct watchdog *w)
{
    (void)w;
    raise(SIGTERM);
    sleep_for(20);
}

/* end() is called only when the write is complete. */
static void is_interrupted_writing(struct watchdog *w)
{
    watchdog_write(w, true);
    raise(SIGINT);
    sleep_for(0.1);
    assert_int_equal(write(*(int *)w->arg, "w", 1), 1);
    watchdog_written(w);
    sleep_for(20);
}

static void note_end(void *arg, int signal)
{
    const char byte = (char)('A' + signal);

    if (write(*(int *)arg, &byte, 1) != 1)
        _exit(1);
}

/* What is written to the pipe, and how the process ends. */
UNIT_TEST(test_ends)
{
    static const struct {
        void (*rank)(struct watchdog *w);
        double limit;
        int signal; /* 0 for exit status 0 */
        const char *noted;
    } rows[] = {
        {writes, 0.1, 0, ""},
        {waits_for_writer, 0.1, 0, ""},
        {stands, 0.1, SIGKILL, "A"},
        {is_interrupted, 10, SIGTERM, "P"},
        {is_interrupted, 0, SIGTERM, "P"},
        {is_interrupted_writing, 0, SIGINT, "wC"},
    };

    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct watchdog w;
        char noted[8] = "";
        int to[2], status;
        pid_t child;

        assert_int_equal(pipe(to), 0);
        child = fork();
        if (child == 0) {
            signal(SIGINT, SIG_DFL); /* ignored in a shell's background */
            watchdog_start(&w, 0, 0, rows[i].limit);
            watchdog_catch(&w);
            watchdog_at_end(&w, note_end, &to[1]);
            rows[i].rank(&w);
            watchdog_stop(&w);
            _exit(0);
        }
        close(to[1]);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(read(to[0], noted, sizeof(noted) - 1) >= 0);
        close(to[0]);
        if ((WIFSIGNALED(status) ? WTERMSIG(status) : 0) != rows[i].signal ||
            (WIFEXITED(status) && WEXITSTATUS(status) != 0) ||
            strcmp(noted, rows[i].noted) != 0)
            fail_msg("row %zu: status %d, '%s'", i, status, noted);
    }
}
