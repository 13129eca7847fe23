/* start.c: starts mpiexec once, with a time limit. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/repeat/repeat.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "lib/now.h"

/* Seconds from SIGTERM to SIGKILL; between checks for signals; between checks
 * for processes. */
#define GRACE 5.0
#define NAP 0.1
#define SHORT_NAP 0.02

/* ---- signals ------------------------------------------------------------- */

/* Forwards signals of the set to the worker, and ends with its exit status. */
static void attend(pid_t worker, const sigset_t *set)
{
    int sig, status;

    while (waitpid(worker, &status, WNOHANG) != worker)
        if (sigwait(set, &sig) == 0 && sig != SIGCHLD)
            kill(worker, sig);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

/* Makes a child end with its parent, even if the parent has already ended. */
static void end_with(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        raise(SIGTERM);
}

void start_prepare(void)
{
    pid_t self = getpid(), worker;
    sigset_t set;

    signals_block(&set);
    worker = fork();
    if (worker > 0)
        attend(worker, &set);
    if (worker == 0)
        end_with(self);
    /* orphans of the launcher become our children */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* Sleeps for `seconds`, less than 1. */
static void nap(double seconds)
{
    const struct timespec t = {.tv_nsec = (long)(1e9 * seconds)};

    nanosleep(&t, NULL);
}

/* Blocked signals do not end a sleep: sleeps briefly and checks for them. */
void start_wait(double until)
{
    double left;

    while ((left = until - now()) > 0 && !signals_pending())
        nap(fmin(left, NAP));
}

/* ---- the process --------------------------------------------------------- */

static int file_make(const char *file)
{
    return open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
}

/* Runs in the child: restores the signal settings, and calls exec. */
static void become(char *const *argv, const char *output, const char *errors,
                   pid_t parent)
{
    int in = open("/dev/null", O_RDONLY), out = file_make(output);
    int err = errors != NULL ? file_make(errors) : out;
    sigset_t none;

    setpgid(0, 0);
    if (in < 0 || out < 0 || err < 0 || dup2(in, STDIN_FILENO) < 0 ||
        dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0)
        _exit(126);
    signal(SIGXFSZ, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    end_with(parent);
    execvp(argv[0], argv);
    _exit(errno == ENOENT ? 127 : 126);
}

/* Waits until the process ends, another child ends, or `until`; returns true if
 * the process has ended. */
static bool wait_ended(pid_t pid, int *status, double until)
{
    double left = until - now();
    struct timespec t;
    sigset_t child;

    if (waitpid(pid, status, WNOHANG) == pid)
        return true;
    if (left <= 0)
        return false;
    /* short, so that the caller can check for signals */
    t = (struct timespec){.tv_nsec = (long)(1e9 * fmin(left, NAP))};
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigtimedwait(&child, NULL, &t);
    return waitpid(pid, status, WNOHANG) == pid;
}

/* Sends the signal to all children; returns true if there were any. */
static bool children_signal(int signal)
{
    FILE *f = fopen("/proc/thread-self/children", "re");
    bool any = false;
    int pid;

    while (f != NULL && fscanf(f, "%d", &pid) == 1) {
        kill(pid, signal);
        any = true;
    }
    if (f != NULL)
        fclose(f);
    return any;
}

static void reap_all(void)
{
    while (waitpid(-1, NULL, WNOHANG) > 0)
        ;
}

/* Ends orphans of the launcher. If MPICH's launcher is killed while ranks are
 * in MPI_Init, the ranks stay forever, in their own sessions. */
static void end_orphans(double until)
{
    for (int sent = SIGTERM; children_signal(sent); sent = 0) {
        reap_all();
        if (now() >= until + GRACE)
            return; /* some process survived SIGKILL */
        if (now() >= until)
            children_signal(SIGKILL);
        nap(SHORT_NAP);
    }
}

/* Ends the process group, then processes that have left the group. ended: its
 * first process has ended, and *status is set. Other processes stay in the
 * group until they are waited for. */
static void end_group(pid_t pid, bool ended, int *status)
{
    double until = now() + GRACE;

    kill(-pid, SIGTERM);
    while (now() < until && (!ended || kill(-pid, 0) == 0)) {
        if (ended) {
            nap(SHORT_NAP);
            reap_all();
        } else {
            ended = wait_ended(pid, status, until);
        }
    }
    kill(-pid, SIGKILL);
    if (!ended)
        waitpid(pid, status, 0);
    end_orphans(until);
}

void start_run(struct start *s, char *const *argv, const char *output,
               const char *errors, double limit)
{
    pid_t self = getpid();
    double begin = now();
    bool ended = false;
    int status = 0;
    pid_t pid = fork();

    *s = (struct start){.end = START_EXITED};
    if (pid == 0)
        become(argv, output, errors, self);
    if (pid < 0) {
        *s = (struct start){.end = START_FAILED, .status = errno};
        return;
    }
    setpgid(pid, pid); /* parent and child both call this, in any order */
    while (!ended && s->end == START_EXITED) {
        ended = wait_ended(pid, &status, begin + limit);
        if (ended)
            break;
        if (signals_pending())
            s->end = START_INTERRUPTED;
        else if (now() >= begin + limit)
            s->end = START_TIMED_OUT;
    }
    if (!ended || status != 0) /* a failed launcher may leave ranks running */
        end_group(pid, ended, &status);
    s->status =
        WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    s->seconds = now() - begin;
}
