/* handler.c: the signal handler of page faults, and the list of mirrors that it
 * serves. */
/* SPDX-License-Identifier: BSD-3-Clause */

/* A SIGSEGV (page protection) or SIGBUS (userfaultfd) at an address in a mirror
 * opens the page there; any other signal is passed to the previous handler. The
 * handler finds the mirror in a list, which it reads without locks. */
#include "fault.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <ucontext.h>
#include <unistd.h>

/*
 * Handlers take no locks, so they may read a slot while another thread changes
 * it (a seqlock). The data read are valid if `turn` is even and the same before
 * and after reading. A correct program does not use a mirror whose slot is
 * changing, because that mirror is being opened or closed. Slots are reused and
 * never freed.
 */
struct slot {
    struct slot *next;
    _Atomic unsigned turn; /* odd while the slot is being changed */
    _Atomic uintptr_t first, end;
    _Atomic pid_t pid;
    _Atomic(struct rn_mirror *) mirror; /* NULL if the slot is unused */
};

static _Atomic(struct slot *) slots;
static pthread_mutex_t slot_changes = PTHREAD_MUTEX_INITIALIZER;

static void change(struct slot *s, struct rn_mirror *m)
{
    unsigned turn = atomic_load_explicit(&s->turn, memory_order_relaxed);
    uintptr_t first = m == NULL ? 0 : (uintptr_t)m->user;

    /* pairs with the second load of turn in matches() */
    atomic_store_explicit(&s->turn, turn + 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&s->first, first, memory_order_relaxed);
    atomic_store_explicit(&s->end, m == NULL ? 0 : first + m->bytes,
                          memory_order_relaxed);
    atomic_store_explicit(&s->pid, getpid(), memory_order_relaxed);
    atomic_store_explicit(&s->mirror, m, memory_order_relaxed);
    /* pairs with the first load of turn in matches() */
    atomic_store_explicit(&s->turn, turn + 2, memory_order_release);
}

static struct rn_mirror *matches(struct slot *s, uintptr_t address)
{
    /* pairs with the stores of turn in change() */
    unsigned turn = atomic_load_explicit(&s->turn, memory_order_acquire);
    uintptr_t first = atomic_load_explicit(&s->first, memory_order_relaxed);
    uintptr_t end = atomic_load_explicit(&s->end, memory_order_relaxed);
    pid_t pid = atomic_load_explicit(&s->pid, memory_order_relaxed);
    struct rn_mirror *m =
        atomic_load_explicit(&s->mirror, memory_order_relaxed);

    atomic_thread_fence(memory_order_acquire);
    if (turn % 2 != 0 || address < first || address >= end ||
        atomic_load_explicit(&s->turn, memory_order_relaxed) != turn)
        return NULL;
    return pid == getpid() ? m : NULL;
}

struct rn_mirror *rn_registry_find(const void *address)
{
    struct rn_mirror *m = NULL;

    /* pairs with the store in rn_registry_add() */
    for (struct slot *s = atomic_load_explicit(&slots, memory_order_acquire);
         s != NULL && m == NULL; s = s->next)
        m = matches(s, (uintptr_t)address);
    return m;
}

/* Returns the slot of this mirror (NULL: any unused slot), or NULL if there is
 * none. */
static struct slot *slot_of(const struct rn_mirror *m)
{
    struct slot *s = atomic_load_explicit(&slots, memory_order_relaxed);

    while (s != NULL &&
           atomic_load_explicit(&s->mirror, memory_order_relaxed) != m)
        s = s->next;
    return s;
}

int rn_registry_add(struct rn_mirror *m)
{
    struct slot *s, *fresh = NULL;

    pthread_mutex_lock(&slot_changes);
    s = slot_of(NULL);
    if (s == NULL)
        s = fresh = calloc(1, sizeof(*s));
    if (s != NULL)
        change(s, m);
    if (fresh != NULL) {
        fresh->next = atomic_load_explicit(&slots, memory_order_relaxed);
        /* pairs with the load in rn_registry_find() */
        atomic_store_explicit(&slots, fresh, memory_order_release);
    }
    pthread_mutex_unlock(&slot_changes);
    return s == NULL ? -ENOMEM : 0;
}

void rn_registry_remove(struct rn_mirror *m)
{
    struct slot *s;

    pthread_mutex_lock(&slot_changes);
    s = slot_of(m);
    if (s != NULL)
        change(s, NULL);
    pthread_mutex_unlock(&slot_changes);
}

/*
 * The handler is async-signal-safe. It uses only atomic operations, memcpy(),
 * memset(), and system calls without state in the C library (mprotect, ioctl,
 * sched_yield, getpid, write, sigaction, sigprocmask). It uses no lock, no
 * malloc(), and no thread-local variable except errno, which it restores. It
 * blocks all signals, so that no other handler of this thread can wait for a
 * page that it is opening.
 */
static struct served {
    int sig, users;
    bool installed;
    struct sigaction before; /* the previous handler */
} served[] = {{.sig = SIGSEGV}, {.sig = SIGBUS}};
static pthread_mutex_t changes = PTHREAD_MUTEX_INITIALIZER;

static struct served *served_of(int sig)
{
    return &served[sig == SIGBUS];
}

/* Sets the default action and triggers it: a fault's instruction runs again
 * after the return; a signal sent by a process is raised again. */
static void by_default(int sig, const siginfo_t *info)
{
    struct sigaction plain = {.sa_handler = SIG_DFL};

    sigemptyset(&plain.sa_mask);
    sigaction(sig, &plain, NULL);
    if (info->si_code <= 0)
        raise(sig);
}

/* Sets the signal mask that the kernel would set before calling handler `a`. */
static void mask_for(int sig, const struct sigaction *a, const ucontext_t *at)
{
    sigset_t mask = at->uc_sigmask;

    for (int s = 1; s < NSIG; s++)
        if (sigismember(&a->sa_mask, s) == 1)
            sigaddset(&mask, s);
    if ((a->sa_flags & SA_NODEFER) == 0)
        sigaddset(&mask, sig);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

static void pass_on(int sig, siginfo_t *info, void *context)
{
    struct sigaction before = served_of(sig)->before;

    if (before.sa_handler == SIG_IGN && info->si_code <= 0)
        return;
    if (before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN) {
        by_default(sig, info);
        return;
    }
    if ((before.sa_flags & (int)SA_RESETHAND) != 0)
        served_of(sig)->before.sa_handler = SIG_DFL;
    mask_for(sig, &before, context);
    if ((before.sa_flags & SA_SIGINFO) != 0)
        before.sa_sigaction(sig, info, context);
    else
        before.sa_handler(sig);
}

static void on_fault(int sig, siginfo_t *info, void *context)
{
    int saved = errno;
    struct rn_mirror *m =
        info->si_code > 0 ? rn_registry_find(info->si_addr) : NULL;
    enum rn_fault fault =
        m == NULL ? RN_FAULT_NOT_OURS : rn_fault_at(m, sig, info->si_addr);

    if (fault == RN_FAULT_FAILED)
        by_default(sig, info);
    else if (fault == RN_FAULT_NOT_OURS)
        pass_on(sig, info, context);
    errno = saved;
}

static int install(struct served *s)
{
    struct sigaction ours = {.sa_sigaction = on_fault,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK};

    sigfillset(&ours.sa_mask);
    if (sigaction(s->sig, NULL, &s->before) != 0 ||
        sigaction(s->sig, &ours, NULL) != 0)
        return -errno;
    s->installed = true;
    return 0;
}

static bool same(const struct sigaction *a, const struct sigaction *b)
{
    if (((a->sa_flags ^ b->sa_flags) & SA_SIGINFO) != 0)
        return false;
    return (a->sa_flags & SA_SIGINFO) != 0 ? a->sa_sigaction == b->sa_sigaction
                                           : a->sa_handler == b->sa_handler;
}

/* True if the program has installed another handler over ours, which may call
 * ours. Installing ours again would then make the two call each other
 * endlessly. (The default, SIG_IGN and the handler from before ours do not call
 * ours.) */
static bool covered(const struct served *s)
{
    const struct sigaction none = {.sa_handler = SIG_DFL},
                           ignored = {.sa_handler = SIG_IGN};
    struct sigaction now;

    return s->installed && sigaction(s->sig, NULL, &now) == 0 &&
           !same(&now, &none) && !same(&now, &ignored) &&
           !same(&now, &s->before);
}

int rn_handler_take(int sig)
{
    struct served *s = served_of(sig);
    int rc;

    pthread_mutex_lock(&changes);
    rc = s->users > 0 || covered(s) ? 0 : install(s);
    if (rc == 0)
        s->users++;
    pthread_mutex_unlock(&changes);
    return rc;
}

/* Restores the previous handler, unless the program has installed one over
 * ours, which may call ours. */
static void remove_unless_covered(struct served *s)
{
    struct sigaction now;

    if (sigaction(s->sig, NULL, &now) != 0 ||
        (now.sa_flags & SA_SIGINFO) == 0 || now.sa_sigaction != on_fault)
        return;
    if (sigaction(s->sig, &s->before, NULL) == 0)
        s->installed = false;
}

void rn_handler_leave(int sig)
{
    struct served *s = served_of(sig);

    pthread_mutex_lock(&changes);
    if (--s->users == 0)
        remove_unless_covered(s);
    pthread_mutex_unlock(&changes);
}
