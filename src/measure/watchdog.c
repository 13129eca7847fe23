/* watchdog.c: lets a rank that is stuck or crashes report where, and ends the
 * job. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/watchdog.h"

#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include "lib/now.h"
#include "timers/timer.h"

/* LOOKS: checks without a change after which a rank is stuck. SPEAKERS: number
 * of ranks that report. courtesy: seconds by which waiting ranks report later
 * than those they wait for. farewell: seconds for all ranks to report before
 * the end. */
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
    bool busy;                 /* the rank does not wait for others */
    const char *stuck, *crash; /* a time follows if the text ends in a blank */
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

/* Prints where a rank crashed, or is stuck if `crash` is NULL. Uses a single
 * write, so that lines of several ranks do not mix, and only functions that are
 * allowed in signal handlers. */
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
        return; /* nothing else can be done */
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

/* The watchdog of the process: signal handlers have no argument. Set only while
 * no handler of ours is installed. */
static struct watchdog *current;

/* Reports once, then restores the previous handlers: a fault is raised again
 * when this returns, a signal that was sent must be raised again. */
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
    /* a variable, since simulators define nanosleep() as a macro */
    struct timespec t = {.tv_sec = (time_t)whole,
                         .tv_nsec = (long)(1e9 * (seconds - whole))};

    nanosleep(&t, NULL);
}

/* Ends the process after the others had time to report: they check at the same
 * times if they share a clock, else at most one check later. */
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

/* Ends the process, as the launcher would have done. What is in the files stays
 * as it is: the rank may be writing them. */
static void follow(const struct watchdog *w)
{
    if (w->rank < SPEAKERS)
        dprintf(STDERR_FILENO,
                "mpiperf: rank %d: the launcher has ended: so does the rank\n",
                w->rank);
    kill(getpid(), SIGKILL);
}

/* Waits for so long; returns true at once if watchdog_stop() was called. For a
 * duration, not until a time, since a preloaded library may change clocks.
 * pthread_cancel() would need libgcc_s, which small systems do not have. */
static bool is_stopped(struct watchdog *w, double seconds)
{
    struct pollfd stop = {.fd = w->stop[0], .events = POLLIN};

    return poll(&stop, 1, (int)fmin(1e3 * seconds + 1, 1e9)) > 0;
}

/* Checks the rank at multiples of the period. Counts checks, not seconds, since
 * a job that was stopped and continued is not stuck. */
static void *look(void *arg)
{
    struct watchdog *w = arg;
    uint64_t seen = 0, step;

    for (int same = 0; !is_stopped(w, w->period - fmod(now(), w->period));
         seen = step) {
        if (w->launcher != 0 && getppid() != w->launcher)
            follow(w);
        step = atomic_load_explicit(&w->step, memory_order_relaxed);
        same = step == seen && place_of(step) != PLACE_APART ? same + 1 : 0;
        if (same < LOOKS)
            continue;
        pthread_mutex_lock(&w->lock); /* see watchdog_gate() */
        if (step == atomic_load_explicit(&w->step, memory_order_relaxed))
            give_up(w, step);
        pthread_mutex_unlock(&w->lock);
    }
    return NULL;
}

/* Starts the thread with all signals blocked, so that the rank receives them.
 * If this fails the rank is not watched. */
static void thread_start(struct watchdog *w)
{
    sigset_t all, before;

    if (pipe2(w->stop, O_CLOEXEC) != 0) {
        w->period = 0;
        return;
    }
    pthread_mutex_init(&w->lock, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&w->thread, NULL, look, w) != 0) {
        w->period = 0;
        close(w->stop[0]);
        close(w->stop[1]);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void watchdog_start(struct watchdog *w, int rank, pid_t launcher, double limit,
                    void (*stuck)(void *arg), void *arg)
{
    struct sigaction ours = {.sa_sigaction = on_crash,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK};
    stack_t stack = {.ss_sp = w->memory, .ss_size = sizeof(w->memory)};

    *w = (struct watchdog){.rank = rank,
                           .launcher = launcher,
                           .op = "mpiperf",
                           .stuck = stuck,
                           .arg = arg};
    snprintf(w->where, sizeof(w->where), ": rank %d", rank);
    snprintf(w->limit, sizeof(w->limit), "%g s", limit);
    if (time_is_simulated())
        return; /* ranks are threads of one process, with a simulated time */
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
        if (write(w->stop[1], "", 1) == 1)
            pthread_join(w->thread, NULL);
        close(w->stop[0]);
        close(w->stop[1]);
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
