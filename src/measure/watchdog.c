/* watchdog.c: if a rank is stuck, crashes or is interrupted, prints its
 * position in the program and ends the job. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/watchdog.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include "lib/c_locale.h"
#include "lib/now.h"
#include "mpi/simulated.h"
#include "timers/timer.h"

/* LOOKS: minimum number of checks without progress before a rank counts as
 * stuck. SPEAKERS: how many ranks print. longest: maximum seconds between two
 * checks. courtesy: seconds by which waiting ranks print later than those they
 * wait for. farewell: seconds for all ranks to print before the end. */
enum { LOOKS = 4, SPEAKERS = 8 };
static const double longest = 1, courtesy = 0.3, farewell = 1;

static const double limit_least = 30, limit_endless = 300;

double watchdog_limit(double stuck_after, double max_time)
{
    if (!isnan(stuck_after))
        return stuck_after;
    return isfinite(max_time) ? fmax(limit_least, 10 * max_time)
                              : limit_endless;
}

static const struct {
    bool endless;              /* there is no time limit */
    bool busy;                 /* the rank does not wait for other ranks */
    const char *stuck, *crash; /* a final blank: a time follows */
} says[PLACES] = {
    [PLACE_APART] = {true, false, " has no part in it", " beside it"},
    [PLACE_WRITING] = {true, true, " has been writing for ", " writing"},
    [PLACE_STEP] = {false, true, " has made no progress for ", ""},
    [PLACE_OPENING] = {false, true, " has been opening it for ", " opening it"},
    [PLACE_BEFORE] = {false, false,
                      " has not been in the call yet: it waits for the others",
                      " before the call"},
    [PLACE_CALL] = {false, true, " has been in the call for ", " in the call"},
    [PLACE_AFTER] = {false, false,
                     " has left the call: it waits for the others",
                     " after the call"},
};

static enum watchdog_place place_of(uint64_t step)
{
    return (enum watchdog_place)(step & PLACE_MASK);
}

/* Prints where a rank crashed or, if `crash` is NULL, where it is stuck. Uses
 * one write, so that lines of different ranks do not mix, and only functions
 * that signal handlers may call. */
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
        return; /* nothing can be done about it */
}

static const struct {
    int number;
    const char *name;
} crashes[WATCHDOG_CRASHES] = {
    {SIGSEGV, "segmentation fault"},
    {SIGBUS, "bus error"},
    {SIGFPE, "arithmetic exception"},
    {SIGILL, "illegal instruction"},
    {SIGABRT, "abort"},
};

static const int ends[WATCHDOG_ENDS] = {SIGHUP, SIGINT, SIGTERM};

/* The watchdog of this process; global because signal handlers get no argument.
 * Changes only while none of our handlers is installed. */
static struct watchdog *current;

/* Prints where the rank crashed and restores the previous handlers. A fault
 * then repeats itself; a signal that was sent must be raised again. */
static void on_crash(int number, siginfo_t *info, void *context)
{
    struct watchdog *w = current;
    const char *name = "";

    (void)context;
    for (size_t i = 0; i < WATCHDOG_CRASHES; i++) {
        name = crashes[i].number == number ? crashes[i].name : name;
        sigaction(crashes[i].number, &w->crashes[i], NULL);
    }
    line_write(w, atomic_load_explicit(&w->step, memory_order_relaxed), name);
    if (info->si_code <= 0)
        raise(number);
}

/* Leaves the rest to the thread: few functions are safe in a handler. */
static void on_end(int number)
{
    const char byte = (char)number;
    int before = errno;

    if (write(current->wake[1], &byte, 1) < 0)
        errno = before;
}

static void pause_for(double seconds)
{
    double whole = floor(seconds);
    /* a variable because simulators define nanosleep() as a macro */
    struct timespec t = {.tv_sec = (time_t)whole,
                         .tv_nsec = (long)(1e9 * (seconds - whole))};

    nanosleep(&t, NULL);
}

/* Ends the process after giving other ranks time to print: with a common clock
 * they check at the same times, else at most one period later. */
static void give_up(struct watchdog *w, uint64_t step)
{
    if (!says[place_of(step)].busy)
        pause_for(courtesy);
    if (w->rank < SPEAKERS)
        line_write(w, step, NULL);
    if (w->end != NULL &&
        step == atomic_load_explicit(&w->step, memory_order_relaxed))
        w->end(w->arg, 0);
    pause_for(w->period + farewell);
    kill(getpid(), SIGKILL);
}

/* Ends the process as the launcher would have done. Leaves files alone, since
 * the rank may be writing them. */
static void follow(const struct watchdog *w)
{
    if (w->rank < SPEAKERS)
        dprintf(STDERR_FILENO,
                "mpiperf: rank %d: the launcher has ended: so does the rank\n",
                w->rank);
    kill(getpid(), SIGKILL);
}

/* Ends the process by the signal that interrupted it. Other ranks wait until
 * rank 0 has printed what was kept: when one rank ends, launchers end all. Rank
 * 0 waits only briefly for a write to end, as launchers do. */
static void interrupted(struct watchdog *w, int signal)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(1e9 * courtesy);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    if (w->rank > 0)
        pause_for(farewell);
    else if (pthread_mutex_timedlock(&w->lock, &until) == 0 && w->end != NULL)
        w->end(w->arg, signal);
    sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
    kill(getpid(), signal);
    pause_for(farewell);
}

enum { WAKE_NOT = -1, WAKE_STOP = 0 };

/* Waits for `seconds`, or for a byte in the pipe, which it returns. A pipe is
 * used because preloaded libraries may change clocks (no absolute timeouts),
 * and pthread_cancel() needs libgcc_s, which small systems lack. */
static int wake(struct watchdog *w, double seconds)
{
    struct pollfd stop = {.fd = w->wake[0], .events = POLLIN};
    char byte;

    if (poll(&stop, 1, (int)fmin(1e3 * seconds + 1, 1e9)) <= 0 ||
        read(w->wake[0], &byte, 1) != 1)
        return WAKE_NOT;
    return byte;
}

/* Checks the rank at multiples of the period. Counts checks rather than
 * seconds: a job that was stopped and continued is not stuck. */
static void *look(void *arg)
{
    struct watchdog *w = arg;
    uint64_t seen = 0, step;
    int why;

    c_locale_enter(); /* for numbers that end() prints */
    for (long same = 0;
         (why = wake(w, w->period - fmod(now(), w->period))) != WAKE_STOP;
         seen = step) {
        if (why > WAKE_STOP)
            interrupted(w, why);
        if (w->launcher != 0 && getppid() != w->launcher)
            follow(w);
        step = atomic_load_explicit(&w->step, memory_order_relaxed);
        same = step == seen && !says[place_of(step)].endless ? same + 1 : 0;
        if (same < w->looks)
            continue;
        pthread_mutex_lock(&w->lock); /* see `lock` in watchdog.h */
        if (step == atomic_load_explicit(&w->step, memory_order_relaxed))
            give_up(w, step);
        pthread_mutex_unlock(&w->lock);
    }
    return NULL;
}

/* Starts the thread with all signals blocked, so that the main thread receives
 * them. If this fails, the rank is not watched. */
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
    if (pthread_create(&w->thread, NULL, look, w) != 0) {
        w->period = 0;
        close(w->wake[0]);
        close(w->wake[1]);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void watchdog_start(struct watchdog *w, int rank, pid_t launcher, double limit)
{
    *w = (struct watchdog){
        .rank = rank, .launcher = launcher, .looks = LONG_MAX};
    snprintf(w->limit, sizeof(w->limit), "%g s", limit);
    watchdog_enter(w, "mpiperf");
    if (time_is_simulated())
        return; /* in a simulation, ranks are threads of one process */
    w->period = longest;
    if (limit > 0) {
        w->looks = (long)fmax(LOOKS, ceil(fmin(limit, 1e9) / longest));
        w->period = limit / (double)w->looks;
    }
    thread_start(w);
}

void watchdog_catch(struct watchdog *w)
{
    struct sigaction crash = {.sa_sigaction = on_crash,
                              .sa_flags = SA_SIGINFO | SA_ONSTACK};
    struct sigaction end = {.sa_handler = on_end, .sa_flags = SA_RESTART};
    stack_t stack = {.ss_sp = w->memory, .ss_size = sizeof(w->memory)};

    if (time_is_simulated())
        return;
    current = w;
    w->catches = true;
    sigemptyset(&crash.sa_mask);
    sigemptyset(&end.sa_mask);
    sigaltstack(&stack, &w->stack);
    for (size_t i = 0; i < WATCHDOG_CRASHES; i++)
        sigaction(crashes[i].number, &crash, &w->crashes[i]);
    for (size_t i = 0; w->period > 0 && i < WATCHDOG_ENDS; i++) {
        sigaction(ends[i], NULL, &w->ends[i]);
        if (w->ends[i].sa_handler != SIG_IGN) /* nohup ignores it */
            sigaction(ends[i], &end, NULL);
    }
}

static void release_signals(struct watchdog *w)
{
    for (size_t i = 0; i < WATCHDOG_CRASHES; i++)
        sigaction(crashes[i].number, &w->crashes[i], NULL);
    for (size_t i = 0; w->period > 0 && i < WATCHDOG_ENDS; i++)
        sigaction(ends[i], &w->ends[i], NULL);
    sigaltstack(&w->stack, NULL);
    current = NULL;
}

void watchdog_stop(struct watchdog *w)
{
    if (w->catches)
        release_signals(w);
    if (!(w->period > 0))
        return;
    if (write(w->wake[1], "", 1) == 1)
        pthread_join(w->thread, NULL);
    close(w->wake[0]);
    close(w->wake[1]);
}

void watchdog_at_end(struct watchdog *w, watchdog_end_fn *end, void *arg)
{
    bool locks = w->period > 0;

    if (locks)
        pthread_mutex_lock(&w->lock);
    w->end = end;
    w->arg = arg;
    if (locks)
        pthread_mutex_unlock(&w->lock);
}

void watchdog_write(struct watchdog *w, bool writes)
{
    if (w == NULL)
        return;
    if (w->period > 0)
        pthread_mutex_lock(&w->lock);
    watchdog_step(w, writes ? PLACE_WRITING : PLACE_APART);
    if (w->period > 0 && !writes)
        pthread_mutex_unlock(&w->lock);
}

void watchdog_written(struct watchdog *w)
{
    if (w == NULL)
        return;
    watchdog_step(w, PLACE_AFTER);
    if (w->period > 0)
        pthread_mutex_unlock(&w->lock);
}

void watchdog_enter(struct watchdog *w, const char *step)
{
    if (w == NULL)
        return;
    w->op = step;
    if (w->rank < 0)
        w->where[0] = '\0';
    else
        snprintf(w->where, sizeof(w->where), ": rank %d", w->rank);
    watchdog_algo(w, NULL, PLACE_STEP);
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
