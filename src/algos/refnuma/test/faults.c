/* faults.c: usage: faults GUARD CASE. A case causes page faults: the library
 * must handle some, and others are errors of the program. The exit status is 0
 * for success, 1 for failure; many cases must end by a signal. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mirrors.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void expect(int ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "faults: not so: %s\n", what);
    exit(1);
}

static void mirrors_open_or_exit(struct mirrors *t, const char *guard,
                                 uint64_t pages)
{
    int rc = mirrors_open(t, guard, pages, 0, 8, NULL);

    if (rc == 0)
        return;
    fprintf(stderr, "faults: %s\n", t->why);
    exit(rc == -ENOTSUP ? 77 : 1);
}

/* Returns inaccessible memory: an access raises SIGSEGV. */
static volatile uint64_t *nowhere(void)
{
    return mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

/* Accesses memory just before and just after the mirror. */
static void before(struct mirrors *t)
{
    t->m.user[-1] = 1;
}

static void behind(struct mirrors *t)
{
    t->m.user[t->m.bytes] = 1;
}

/* Returns a mapping of an empty file: an access raises SIGBUS. */
static volatile uint64_t *behind_a_file(void)
{
    int fd = memfd_create("empty", MFD_CLOEXEC);

    return mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
}

static volatile uint64_t *volatile null_pointer; /* read at run time */

static void stray(struct mirrors *t)
{
    *mirrors_word(t, 30, 0) = 1;
    null_pointer[8] = 1;
}

static void stray_bus(struct mirrors *t)
{
    *mirrors_word(t, 30, 0) = 1;
    *behind_a_file() = 1;
}

/* Jumps into a closed page, which is not executable. */
static void jump_closed(struct mirrors *t)
{
    void (*f)(void);
    volatile uint64_t *at = mirrors_word(t, 40, 0);

    memcpy(&f, &at, sizeof(f));
    f();
}

static void sent(struct mirrors *t)
{
    *mirrors_word(t, 30, 0) = 1;
    kill(getpid(), SIGSEGV);
    kill(getpid(), SIGBUS);
}

static void *write_again(void *word)
{
    *(volatile uint64_t *)word = 2;
    return NULL;
}

/* Two threads write to open pages that the program has made read-only. */
static void read_only(struct mirrors *t)
{
    size_t page = t->m.set.page;
    pthread_t thread[2];

    *mirrors_word(t, 30, 0) = *mirrors_word(t, 31, 0) = 1;
    mprotect(t->m.user + 30 * page, 2 * page, PROT_READ);
    for (int i = 0; i < 2; i++)
        expect(pthread_create(&thread[i], NULL, write_again,
                              t->m.user + (size_t)(30 + i) * page) == 0,
               "a thread can be started");
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
}

static bool fill_nothing(void *arg, uint64_t page, void *to)
{
    (void)arg;
    (void)page;
    (void)to;
    return false;
}

static void undelivered(struct mirrors *t)
{
    t->m.set.fill = fill_nothing;
    *mirrors_word(t, 30, 0) = 1;
}

static sigjmp_buf back;
static volatile sig_atomic_t caught;
static void *volatile caught_at;

static void plain_handler(int sig)
{
    caught = sig;
    siglongjmp(back, 1);
}

static void info_handler(int sig, siginfo_t *info, void *context)
{
    sigset_t now;

    (void)context;
    caught_at = info->si_addr;
    sigprocmask(SIG_SETMASK, NULL, &now);
    expect(sigismember(&now, SIGUSR1) == 1 && sigismember(&now, sig) == 1 &&
               sigismember(&now, SIGUSR2) == 0 &&
               sigismember(&now, SIGTERM) == 0,
           "signals are blocked as the program's handler asked for");
    plain_handler(sig);
}

static void install(int flags)
{
    struct sigaction a = {.sa_flags = flags};

    sigaddset(&a.sa_mask, SIGUSR1);
    if ((flags & SA_SIGINFO) != 0)
        a.sa_sigaction = info_handler;
    else
        a.sa_handler = plain_handler;
    sigaction(SIGSEGV, &a, NULL);
    sigaction(SIGBUS, &a, NULL);
}

/* Writes to bad memory; the program's handler jumps back to here. */
static void try_to_write(volatile uint64_t *wrong)
{
    if (sigsetjmp(back, 1) == 0)
        *wrong = 1;
}

/* Touching a page must not call the program's handler; other faults must. */
static void catch (struct mirrors *t, int sig, volatile uint64_t *wrong)
{
    for (uint64_t page = 20; page < 30; page++) {
        caught = 0;
        caught_at = NULL;
        *mirrors_word(t, page, 3) = page;
        expect(caught == 0, "the program's handler is not called for a page");
        try_to_write(wrong);
        expect(caught == sig, "the program's handler is called");
    }
}

static void handled(const char *guard)
{
    volatile uint64_t *none;
    struct mirrors t;

    install(0);
    mirrors_open_or_exit(&t, guard, 64);
    none = nowhere();
    catch (&t, SIGSEGV, none);
    catch (&t, SIGBUS, behind_a_file());
    mirrors_close(&t);
    install(SA_SIGINFO);
    mirrors_open_or_exit(&t, guard, 64);
    catch (&t, SIGSEGV, none);
    expect(caught_at == (void *)none, "the handler gets the address");
    mirrors_close(&t);
}

/* A handler with SA_RESETHAND is called once, then the default action is. */
static void handled_once(const char *guard)
{
    volatile uint64_t *none;
    struct mirrors t;

    install((int)SA_RESETHAND);
    mirrors_open_or_exit(&t, guard, 64);
    none = nowhere();
    try_to_write(none);
    expect(caught == SIGSEGV, "the program's handler is called");
    *mirrors_word(&t, 30, 0) = 1;
    *none = 1;
}

static void ignored(const char *guard)
{
    struct mirrors t;

    signal(SIGSEGV, SIG_IGN);
    signal(SIGBUS, SIG_IGN);
    mirrors_open_or_exit(&t, guard, 64);
    sent(&t);
    *mirrors_word(&t, 31, 0) = 1;
    *nowhere() = 1;
}

/* A handler installed over the library's, which passes all faults on to it. */
static struct sigaction below;

static void upper(int sig, siginfo_t *info, void *context)
{
    caught = sig;
    below.sa_sigaction(sig, info, context);
}

static void covered(const char *guard)
{
    struct sigaction a = {.sa_sigaction = upper, .sa_flags = SA_SIGINFO};
    int sig = strcmp(guard, "uffd") == 0 ? SIGBUS : SIGSEGV;
    struct mirrors t;

    mirrors_open_or_exit(&t, guard, 64);
    sigaction(sig, &a, &below);
    for (int round = 0; round < 3; round++) {
        caught = 0;
        *mirrors_word(&t, 30, 0) = 1;
        expect(caught == sig, "the handler on top is called");
        mirrors_close(&t);
        mirrors_open_or_exit(&t, guard, 64);
    }
    *(sig == SIGBUS ? behind_a_file() : nowhere()) = 1;
}

static void forked(struct mirrors *t)
{
    int status, pipes[2];
    char c;
    pid_t pid;

    *mirrors_word(t, 30, 0) = 1;
    expect(pipe(pipes) == 0, "a pipe can be made");
    pid = fork();
    if (pid == 0) {
        expect(write(pipes[1], "x", 1) == 1, "the child runs");
        *mirrors_word(t, 31, 0) = 1;
        _exit(0);
    }
    expect(read(pipes[0], &c, 1) == 1, "the child runs");
    *mirrors_word(t, 31, 0) = 2; /* the parent's pages still open */
    expect(waitpid(pid, &status, 0) == pid && WIFSIGNALED(status) &&
               WTERMSIG(status) == SIGSEGV,
           "arrays are not there in a child");
    *mirrors_word(t, 32, 0) = 3;
    expect(*mirrors_word(t, 31, 0) == 2, "the parent's memory is its own");
}

static void executed(struct mirrors *t)
{
    static char name[] = "true";
    char *argv[] = {name, NULL};
    int status;
    pid_t pid;

    *mirrors_word(t, 30, 0) = 1;
    expect(posix_spawnp(&pid, "true", NULL, NULL, argv, environ) == 0 &&
               waitpid(pid, &status, 0) == pid && status == 0,
           "a program can be spawned");
    expect(system("exit 3") == 3 << 8, "system() works");
    *mirrors_word(t, 31, 0) = 1;
    execvp("true", argv);
}

/* A system call on a closed page fails: the kernel does not open pages. */
static void efault(struct mirrors *t)
{
    int fd = open("/dev/zero", O_RDONLY | O_CLOEXEC);

    expect(read(fd, t->m.user + 30 * t->m.set.page, 8) == -1 && errno == EFAULT,
           "a system call into a closed page gets EFAULT");
    expect(rn_mirror_touch(&t->m, 30, 31) == 0 &&
               read(fd, t->m.user + 30 * t->m.set.page, 8) == 8,
           "a system call works in a page that was touched");
    expect(*mirrors_word(t, 30, 0) == 0, "the page has what was read");
}

static void expect_pages(const struct mirrors *t, int64_t mirror, int64_t twins)
{
    expect(mirrors_backed(&t->m) == mirror && mirrors_twins(&t->m) == twins,
           "what was touched is resident");
}

/* Closed pages must not be resident even after mlockall(). */
static void locked(const char *guard)
{
    struct rn_extents pages = {0};
    struct mirrors t;

    if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0) {
        fprintf(stderr, "faults: memory cannot be locked here\n");
        exit(78);
    }
    mirrors_open_or_exit(&t, guard, 64);
    expect_pages(&t, 0, 0);
    for (int round = 0; round < 2; round++) {
        *mirrors_word(&t, 30, 0) = 1;
        expect(*mirrors_word(&t, 40, 0) == MIRRORS_UNDEFINED,
               "closed pages are opened");
        expect_pages(&t, 2, 2);
        rn_extents_clear(&pages);
        expect(rn_mirror_opened(&t.m, &pages) == 0 && pages.total == 2,
               "opened() reports pages that were opened");
        expect(rn_mirror_drop(&t.m, &pages) == 0, "pages can be dropped");
        expect_pages(&t, 0, 0);
    }
    rn_extents_free(&pages);
    mirrors_close(&t);
}

enum { MANY = 200000 };

/* With page protection every second page needs a mapping of its own, which is
 * more mappings than the process may have. */
static void second_pages(const char *guard)
{
    struct mirrors t;

    mirrors_open_or_exit(&t, guard, MANY);
    for (uint64_t page = 8; page < MANY; page += 2)
        *mirrors_word(&t, page, 0) = page;
    for (uint64_t page = 8; page < MANY; page += 2)
        expect(*mirrors_word(&t, page, 0) == page, "written pages stay so");
    mirrors_close(&t);
}

/* The same with touches by calls: these fail with an error, and pages touched
 * before still work. If no mappings are left, there may also be no memory for
 * the list of opened pages. */
static void second_pages_touched(const char *guard)
{
    struct rn_extents opened = {0};
    struct mirrors t;
    uint64_t page = 8, end;
    int rc = 0;

    mirrors_open_or_exit(&t, guard, MANY);
    for (; rc == 0 && page < MANY; page += 2)
        rc = rn_mirror_touch(&t.m, page, page + 1);
    expect(rc == (strcmp(guard, "twin") == 0 ? -ENOMEM : 0),
           "page protection has its limit, others have none");
    end = rc == 0 ? page : page - 2;
    for (page = 8; page < end; page += 2)
        *mirrors_word(&t, page, 0) = page;
    rc = rn_mirror_opened(&t.m, &opened);
    expect(rc == -ENOMEM || opened.total == (end - 8) / 2,
           "opened() reports those that were opened");
    expect(rc == 0 || strcmp(guard, "twin") == 0, "there is memory");
    rn_extents_free(&opened);
    mirrors_close(&t);
}

static void works(struct mirrors *t)
{
    for (uint64_t page = 8; page < 64; page++) {
        expect(*mirrors_word(t, page, 0) == MIRRORS_UNDEFINED, "undefined");
        *mirrors_word(t, page, 1) = page;
    }
}

static const struct {
    const char *name;
    void (*run)(struct mirrors *t); /* called with a mirror of 64 pages; if
                                     * NULL, `alone` is called */
    void (*alone)(const char *guard);
} cases[] = {
    {"works", works, NULL},
    {"stray", stray, NULL},
    {"stray-bus", stray_bus, NULL},
    {"before", before, NULL},
    {"behind", behind, NULL},
    {"jump-closed", jump_closed, NULL},
    {"sent", sent, NULL},
    {"read-only", read_only, NULL},
    {"undelivered", undelivered, NULL},
    {"handled", NULL, handled},
    {"handled-once", NULL, handled_once},
    {"ignored", NULL, ignored},
    {"covered", NULL, covered},
    {"forked", forked, NULL},
    {"executed", executed, NULL},
    {"efault", efault, NULL},
    {"locked", NULL, locked},
    {"second-pages", NULL, second_pages},
    {"second-pages-touched", NULL, second_pages_touched},
};

static void run(const char *guard, size_t i)
{
    struct mirrors t;

    if (cases[i].alone != NULL) {
        cases[i].alone(guard);
        return;
    }
    mirrors_open_or_exit(&t, guard, 64);
    cases[i].run(&t);
    mirrors_close(&t);
}

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 3 && i < sizeof(cases) / sizeof(cases[0]); i++)
        if (strcmp(argv[2], cases[i].name) == 0) {
            run(argv[1], i);
            return 0;
        }
    fprintf(stderr, "usage: faults call|twin|uffd CASE\n");
    return 2;
}
