/* watchdog.c: a rank that is stuck or crashes says where, and the job ends. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/watchdog.h"

#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "lib/now.h"
#include "timers/timer.h"

/* Looks in which nothing has changed make a limit; ranks that say where they
 * are; seconds a rank that waits leaves to those that it waits for, and all
 * ranks to each other. */
enum { LOOKS = 4, SPEAKERS = 8 };
static const double courtesy = 0.3, farewell = 1;

static const double limit_least = 30, limit_endless = 300;

double watchdog_limit(double stuck_after, double max_time)
{
    if (!isnan(stuck_after))
        return stuck_after;
    return isfinite(max_time) ? fmax(limit_least, 10 * max_time)
                              : limit_endless;
}

static const struct {
    const char *stuck, *crash; /* the time follows a blank */
} says[PLACES] = {
    [PLACE_APART] = {"has no part in it", " beside it"},
    [PLACE_OPENING] = {"has been opening it for ", " opening it"},
    [PLACE_BEFORE] = {"has not been in the call yet: it waits for the others",
                      " before the call"},
    [PLACE_CALL] = {"has been in the call for ", " in the call"},
    [PLACE_AFTER] = {"has left the call: it waits for the others",
                     " after the call"},
};

/* Does the rank wait for nobody? */
static bool is_busy(enum watchdog_place place)
{
    return place == PLACE_CALL || place == PLACE_OPENING;
}

void watchdog_describe(struct watchdog_case *at, const struct bench_case *c,
                       long pass)
{
    char bytes[40] = "";

    if (!(c->choice->op->flags & OP_NODATA))
        snprintf(bytes, sizeof(bytes), ", %lld bytes", (long long)c->bytes);
    snprintf(at->ranks, sizeof(at->ranks), ", %d rank%s%s, pass %ld", c->procs,
             c->procs == 1 ? "" : "s", bytes, pass);
}

size_t watchdog_line(char *line, const struct watchdog_case *at,
                     enum watchdog_place place, const char *rank,
                     const char *limit, const char *crash)
{
    const char *const words[] = {
        "mpiperf: ",
        at->op,
        at->algo != NULL ? ":" : "",
        at->algo != NULL ? at->algo : "",
        at->ranks,
        ": ",
        rank,
        crash != NULL ? " crashed (" : " ",
        crash != NULL ? crash : says[place].stuck,
        crash != NULL ? ")" : "",
        crash != NULL    ? says[place].crash
        : is_busy(place) ? limit
                         : "",
    };
    size_t n = 0;

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        for (const char *c = words[i]; *c != '\0' && n < WATCHDOG_LINE - 1; c++)
            line[n++] = *c;
    line[n++] = '\n';
    return n;
}

static enum watchdog_place place_of(uint64_t step)
{
    return (enum watchdog_place)(step & PLACE_MASK);
}

/* In one write, so that ranks' lines stay whole. */
static void line_write(const struct watchdog *w, uint64_t step,
                       const char *crash)
{
    char line[WATCHDOG_LINE];
    size_t n =
        watchdog_line(line, &w->at, place_of(step), w->name, w->limit, crash);

    if (write(STDERR_FILENO, line, n) < 0)
        return; /* there is nobody to tell */
}

static const struct {
    int number;
    const char *name;
} crashes[WATCHDOG_SIGNALS] = {
    {SIGSEGV, "segmentation fault"},
    {SIGBUS, "bus error"},
    {SIGFPE, "arithmetic exception"},
    {SIGILL, "illegal instruction"},
    {SIGABRT, "abort"},
};

/* The one of the process: a handler gets no argument. Set while no handler of
 * ours is installed. */
static struct watchdog *current;

/* Says it once, and leaves the signal to whoever had it before us: a fault
 * comes again as we return, what was sent has to be sent again. */
static void on_crash(int number, siginfo_t *info, void *context)
{
    struct watchdog *w = current;
    const char *name = "";

    (void)context;
    for (size_t i = 0; i < WATCHDOG_SIGNALS; i++) {
        name = crashes[i].number == number ? crashes[i].name : name;
        sigaction(crashes[i].number, &w->before[i], NULL);
    }
    line_write(w, atomic_load_explicit(&w->step, memory_order_relaxed), name);
    if (info->si_code <= 0)
        raise(number);
}

static void handlers_install(struct watchdog *w)
{
    struct sigaction ours = {.sa_sigaction = on_crash,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK};
    stack_t stack = {.ss_sp = w->memory, .ss_size = sizeof(w->memory)};

    current = w;
    sigemptyset(&ours.sa_mask);
    sigaltstack(&stack, &w->stack);
    for (size_t i = 0; i < WATCHDOG_SIGNALS; i++)
        sigaction(crashes[i].number, &ours, &w->before[i]);
}

static void handlers_remove(struct watchdog *w)
{
    for (size_t i = 0; i < WATCHDOG_SIGNALS; i++)
        sigaction(crashes[i].number, &w->before[i], NULL);
    sigaltstack(&w->stack, NULL);
    current = NULL;
}

static void pause_for(double seconds)
{
    double whole = floor(seconds);
    /* a variable: simulators make a macro of nanosleep() */
    struct timespec t = {.tv_sec = (time_t)whole,
                         .tv_nsec = (long)(1e9 * (seconds - whole))};

    nanosleep(&t, NULL);
}

/* The others look at the same times, as far as they share a clock, and so may
 * be one look later. */
static void give_up(struct watchdog *w, uint64_t step)
{
    if (!is_busy(place_of(step)))
        pause_for(courtesy);
    if (w->rank < SPEAKERS)
        line_write(w, step, NULL);
    if (w->stuck != NULL &&
        step == atomic_load_explicit(&w->step, memory_order_relaxed))
        w->stuck(w->arg);
    pause_for(w->period + farewell);
    kill(getpid(), SIGKILL);
}

/* Milliseconds to the next multiple of the period. */
static int next_look(const struct watchdog *w)
{
    return (int)(1e3 * (w->period - fmod(now(), w->period))) + 1;
}

/* Counts looks, not time: a job that is stopped and goes on is not stuck. Waits
 * for a time, not until one: a library in front may have the clocks wrong. */
static void *look(void *arg)
{
    struct watchdog *w = arg;
    struct pollfd over = {.fd = w->wake[0], .events = POLLIN};
    uint64_t seen = 0;
    int same = 0;

    while (poll(&over, 1, next_look(w)) == 0) {
        uint64_t step = atomic_load_explicit(&w->step, memory_order_relaxed);

        same = step == seen && place_of(step) != PLACE_APART ? same + 1 : 0;
        seen = step;
        if (same < LOOKS)
            continue;
        pthread_mutex_lock(&w->lock); /* see watchdog_gate() */
        if (seen == atomic_load_explicit(&w->step, memory_order_relaxed))
            give_up(w, seen);
        pthread_mutex_unlock(&w->lock);
    }
    return NULL;
}

static void thread_end(struct watchdog *w)
{
    close(w->wake[0]);
    close(w->wake[1]);
    w->period = 0;
}

/* Signals stay the rank's own. Without a thread nobody looks. */
static void thread_start(struct watchdog *w)
{
    sigset_t all, before;

    if (pipe2(w->wake, O_CLOEXEC) != 0) {
        w->period = 0;
        return;
    }
    pthread_mutex_init(&w->lock, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&w->thread, NULL, look, w) != 0)
        thread_end(w);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void watchdog_start(struct watchdog *w, int rank, double limit,
                    void (*stuck)(void *arg), void *arg)
{
    /* simulated ranks are threads of one process, whose time is not theirs */
    bool possible = !time_is_simulated();

    *w = (struct watchdog){
        .rank = rank,
        .period = possible ? limit / LOOKS : 0,
        .at = {.op = "mpiperf"},
        .stuck = stuck,
        .arg = arg,
    };
    snprintf(w->name, sizeof(w->name), "rank %d", rank);
    snprintf(w->limit, sizeof(w->limit), "%g s", limit);
    if (possible)
        handlers_install(w);
    if (w->period > 0)
        thread_start(w);
}

void watchdog_stop(struct watchdog *w)
{
    if (current != w)
        return;
    if (w->period > 0) {
        if (write(w->wake[1], "", 1) == 1)
            pthread_join(w->thread, NULL);
        thread_end(w);
    }
    handlers_remove(w);
}

void watchdog_gate(struct watchdog *w)
{
    if (w == NULL || !(w->period > 0))
        return;
    pthread_mutex_lock(&w->lock);
    pthread_mutex_unlock(&w->lock);
}

void watchdog_algo(struct watchdog *w, const char *algo,
                   enum watchdog_place place)
{
    if (w != NULL)
        w->at.algo = algo;
    watchdog_step(w, place);
}

void watchdog_next(struct watchdog *w, const struct bench_case *c, long pass)
{
    if (w == NULL)
        return;
    w->at.op = c->choice->op->name;
    watchdog_describe(&w->at, c, pass);
    watchdog_algo(w, NULL, PLACE_BEFORE);
}
