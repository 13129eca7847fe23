/* fault.h: first touches of pages: what keeps them closed, opens them, and
 * catches the signals. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_FAULT_H
#define REFNUMA_FAULT_H

#include "mirror.h"

/* ---- a page is opened (fault.c) ----------------------------------------- */

/* States of a page. Closed becomes opening by compare-and-swap, of one thread
 * only. */
enum rn_page_state { RN_PAGE_CLOSED, RN_PAGE_OPENING, RN_PAGE_OPEN };

enum rn_fault {
    RN_FAULT_SERVED,   /* the access may be tried again */
    RN_FAULT_NOT_OURS, /* it is an error of the program */
    RN_FAULT_FAILED    /* the reason is on stderr */
};

/* `sig`: that was raised at the address, which is in m->user; 0: none, an event
 * of userfaultfd. Async-signal-safe if the mirror's fill() is. */
enum rn_fault rn_fault_at(struct rn_mirror *m, int sig, const void *address);

/* See mirror.h. */
int rn_fault_init(struct rn_mirror *m);
void rn_fault_fini(struct rn_mirror *m);

/* ---- what keeps pages closed (guard.c) ---------------------------------- */

/* Functions return 0 or a negative errno; all but open() may be NULL, where
 * there is nothing to do. */
struct rn_guard {
    /* Closes all but own pages of a mirror that has just been mapped. */
    int (*start)(struct rn_mirror *m, const char **why);
    /* Makes pages, all closed, show what their twins hold. *opened: the first
     * that does not, or `end`. Async-signal-safe. */
    int (*open)(struct rn_mirror *m, uint64_t first, uint64_t end,
                uint64_t *opened);
    /* After pages could not be opened: threads that wait may fault again. */
    void (*wake)(struct rn_mirror *m, uint64_t first, uint64_t end);
    /* Closes pages again; their content is given back by the caller. All or
     * none of them. */
    int (*shut)(struct rn_mirror *m, const struct rn_extents *pages);
    bool missing; /* pages are closed when their content was given back */
    /* One line for stderr: why open() fails for lack of memory. */
    const char *full;
};

extern const struct rn_guard rn_guard_call;    /* never closed */
extern const struct rn_guard rn_guard_protect; /* mprotect() */
extern const struct rn_guard rn_guard_uffd;    /* userfaultfd */

/* ---- the signal handler (handler.c) ------------------------------------- */

/* Any thread. 0 or -ENOMEM. */
int rn_registry_add(struct rn_mirror *m);
void rn_registry_remove(struct rn_mirror *m);

/* The mirror whose `user` has the address, if this process has added it and not
 * the one it was forked from; or NULL. Async-signal-safe. */
struct rn_mirror *rn_registry_find(const void *address);

/* From now on SIGSEGV or SIGBUS of touched pages is served, and others go where
 * they went before. Each take() has a leave(); after the last, what was there
 * before is there again, unless the program has put a handler of its own upon
 * ours. Any thread. 0 or a negative errno. */
int rn_handler_take(int sig);
void rn_handler_leave(int sig);

#endif /* REFNUMA_FAULT_H */
