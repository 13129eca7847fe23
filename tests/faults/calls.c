/* calls.c: for LD_PRELOAD: in mpiperf's programs, signals interrupt system
 * calls, and calls on files do less than they were asked to. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * FAULTS_CALLS is a list of words. `storm`: a signal every millisecond, whose
 * handler does not restart interrupted calls. `short`: write() writes half of
 * what it is given. `close`: close() of an output fails. Other programs, which
 * inherit the environment, are not affected.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* True if this is one of our programs and the word is in the list. */
static int has(const char *word)
{
    const char *list = getenv("FAULTS_CALLS");
    int saved = errno;
    int ours = strncmp(program_invocation_short_name, "mpiperf", 7) == 0 ||
               strncmp(program_invocation_short_name, "record_", 7) == 0;

    errno = saved;
    return ours && list != NULL && strstr(list, word) != NULL;
}

/* True for files on the file system of the current folder, where outputs are.
 * The MPI library's files are on others. */
static int is_output(int fd)
{
    struct stat st, here;

    return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
           stat(".", &here) == 0 && st.st_dev == here.st_dev;
}

static void on_signal(int number)
{
    (void)number;
}

/* exec() deletes timers of this kind, so a program gets no signal before it has
 * the handler. */
__attribute__((constructor)) static void storm(void)
{
    const struct itimerspec every = {{0, 1000000}, {0, 1000000}};
    struct sigaction action = {.sa_handler = on_signal};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGUSR2};
    timer_t timer;

    if (!has("storm") || sigaction(SIGUSR2, &action, NULL) != 0 ||
        timer_create(CLOCK_MONOTONIC, &event, &timer) != 0)
        return;
    timer_settime(timer, 0, &every, NULL);
}

ssize_t write(int fd, const void *from, size_t n)
{
    if (n > 1 && has("short") && is_output(fd))
        n /= 2;
    return syscall(SYS_write, fd, from, n);
}

int close(int fd)
{
    int fails = has("close") && is_output(fd) &&
                (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY;
    int rc = (int)syscall(SYS_close, fd);

    if (rc == 0 && fails)
        errno = EDQUOT;
    return fails ? -1 : rc;
}
