/* watchdog.c: a rank that is stuck or crashes says where, and the job ends. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/watchdog.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
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
    bool busy;                 /* it waits for nobody */
    const char *stuck, *crash; /* the time follows a blank */
} says[PLACES] = {
    [PLACE_APART] = {false, " has no part in it", " beside it"},
    [PLACE_OPENING] = {true, " has been opening it for ", " opening it"},
    [PLACE_BEFORE] = {false,
                      " has not been in the call yet: it waits for the others",
                      " before the call"},
    [PLACE_CALL] = {true, " has been in the call for ", " in the call"},
    [PLACE_AFTER] = {false, " has left the call: it waits for the others",
                     " after the call"},
};

static enum watchdog_place place_of(uint64_t step)
{
    return (enum watchdog_place)(step & PLACE_MASK);
}

/* A rank that crashed so, or that is stuck where `crash` is NULL. In one write,
 * so that ranks' lines stay whole; nothing that a signal handler may not call.
 */
static void line_write(const struct watchdog *w, uint64_t step,
                       const char *crash)
{
    enum watchdog_place place = place_of(step);
    const char *const words[] = {
        "mpiperf: ",
        w->op,
        w->algo != NULL ? ":" : "",
        w->algo != NULL ? w->algo : "",
        w->where,
        crash != NULL ? " crashed (" : says[place].stuck,
        crash != NULL      ? crash
        : says[place].busy ? w->limit
                           : "",
        crash != NULL ? ")" : "",
        crash != NULL ? says[place].crash : "",
        "\n",
    };
    enum { WORDS = sizeof(words) / sizeof(words[0]) };
    struct iovec v[WORDS];

    for (int i = 0; i < WORDS; i++)
        v[i] = (struct iovec){(void *)words[i], strlen(words[i])};
    if (writev(STDERR_FILENO, v, WORDS) < 0)
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
    if (!says[place_of(step)].busy)
        pause_for(courtesy);
    if (w->rank < SPEAKERS)
        line_write(w, step, NULL);
    if (w->stuck != NULL &&
        step == atomic_load_explicit(&w->step, memory_order_relaxed))
        w->stuck(w->arg);
    pause_for(w->period + farewell);
    kill(getpid(), SIGKILL);
}

/* Looks at multiples of the period. Counts looks, not time: a job that is
 * stopped and goes on is not stuck. Waits for a time, not until one: a library
 * in front may have the clocks wrong. Ends while it waits for the next look. */
static void *look(void *arg)
{
    struct watchdog *w = arg;
    uint64_t seen = 0, step;

    for (int same = 0; w->period > 0; seen = step) {
        pause_for(w->period - fmod(now(), w->period) + 1e-3);
        step = atomic_load_explicit(&w->step, memory_order_relaxed);
        same = step == seen && place_of(step) != PLACE_APART ? same + 1 : 0;
        if (same < LOOKS)
            continue;
        pthread_mutex_lock(&w->lock); /* see watchdog_gate() */
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
        if (step == atomic_load_explicit(&w->step, memory_order_relaxed))
            give_up(w, step);
        pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
        pthread_mutex_unlock(&w->lock);
    }
    return NULL;
}

/* Signals stay the rank's own. Without a thread nobody looks. */
static void thread_start(struct watchdog *w)
{
    sigset_t all, before;

    pthread_mutex_init(&w->lock, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&w->thread, NULL, look, w) != 0)
        w->period = 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void watchdog_start(struct watchdog *w, int rank, double limit,
                    void (*stuck)(void *arg), void *arg)
{
    struct sigaction ours = {.sa_sigaction = on_crash,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK};
    stack_t stack = {.ss_sp = w->memory, .ss_size = sizeof(w->memory)};

    *w = (struct watchdog){
        .rank = rank, .op = "mpiperf", .stuck = stuck, .arg = arg};
    snprintf(w->where, sizeof(w->where), ": rank %d", rank);
    snprintf(w->limit, sizeof(w->limit), "%g s", limit);
    if (time_is_simulated())
        return; /* ranks are threads of one process, whose time is not theirs */
    current = w;
    sigemptyset(&ours.sa_mask);
    sigaltstack(&stack, &w->stack);
    for (size_t i = 0; i < WATCHDOG_SIGNALS; i++)
        sigaction(crashes[i].number, &ours, &w->before[i]);
    w->period = limit / LOOKS;
    if (w->period > 0)
        thread_start(w);
}

void watchdog_stop(struct watchdog *w)
{
    if (current != w)
        return;
    if (w->period > 0) {
        pthread_cancel(w->thread);
        pthread_join(w->thread, NULL);
    }
    for (size_t i = 0; i < WATCHDOG_SIGNALS; i++)
        sigaction(crashes[i].number, &w->before[i], NULL);
    sigaltstack(&w->stack, NULL);
    current = NULL;
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
        w->algo = algo;
    watchdog_step(w, place);
}

void watchdog_next(struct watchdog *w, const struct bench_case *c, long pass)
{
    char bytes[40] = "";

    if (w == NULL)
        return;
    if (!(c->choice->op->flags & OP_NODATA))
        snprintf(bytes, sizeof(bytes), ", %lld bytes", (long long)c->bytes);
    w->op = c->choice->op->name;
    snprintf(w->where, sizeof(w->where), ", %d rank%s%s, pass %ld: rank %d",
             c->procs, c->procs == 1 ? "" : "s", bytes, pass, w->rank);
    watchdog_algo(w, NULL, PLACE_BEFORE);
}
