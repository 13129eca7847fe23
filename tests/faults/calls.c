/* calls.c: for LD_PRELOAD: signals that interrupt system calls, and calls on
 * files that do less than was asked, in mpiperf's programs. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * FAULTS_CALLS is a list of words. `storm`: a signal every millisecond, whose
 * handler lets no call begin again. `short`: a write() takes half of what it
 * was given. `close`: close() of an output fails. Other programs, which inherit
 * the environment, are left alone.
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

/* True if this is a program of ours, and the word is in the list. */
static int has(const char *word)
{
    const char *list = getenv("FAULTS_CALLS");
    int saved = errno;
    int ours = strncmp(program_invocation_short_name, "mpiperf", 7) == 0 ||
               strncmp(program_invocation_short_name, "record_", 7) == 0;

    errno = saved;
    return ours && list != NULL && strstr(list, word) != NULL;
}

/* True for a file on the file system of the current folder, where outputs are.
 * The MPI library has its files on others. */
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

/* A timer of this kind goes with exec(): no program gets a signal before it has
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
