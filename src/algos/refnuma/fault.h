/* fault.h: first touches of pages: guards keep pages inaccessible, the signal
 * handler opens them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_FAULT_H
#define REFNUMA_FAULT_H

#include "mirror.h"

/* ---- opening a page (fault.c) ------------------------------------------- */

/* States of a page. One thread changes CLOSED to OPENING by
 * compare-and-swap. */
enum rn_page_state { RN_PAGE_CLOSED, RN_PAGE_OPENING, RN_PAGE_OPEN };

enum rn_fault {
    RN_FAULT_SERVED,   /* repeat the access */
    RN_FAULT_NOT_OURS, /* the access is a program error */
    RN_FAULT_FAILED    /* the page could not be opened; stderr says why */
};

/* Handles a fault at an address in m->user. `sig`: the signal raised there, or
 * 0 for an event of userfaultfd. Async-signal-safe if fill() of the mirror
 * is. */
enum rn_fault rn_fault_at(struct rn_mirror *m, int sig, const void *address);

/* mirror.c calls these to allocate and free the page states. */
int rn_fault_init(struct rn_mirror *m);
void rn_fault_fini(struct rn_mirror *m);

/* ---- ways to keep pages closed (guard.c) -------------------------------- */

/* A way to keep pages inaccessible until they are touched. Functions return 0
 * or a negative errno. Those with nothing to do are NULL, except open(). */
struct rn_guard {
    /* Closes all pages of other ranks in a newly mapped mirror. */
    int (*start)(struct rn_mirror *m, const char **why);
    /* Opens closed pages with the content of their twins. Sets *opened to the
     * first page that is still closed, or to `end`. Async-signal-safe. */
    int (*open)(struct rn_mirror *m, uint64_t first, uint64_t end,
                uint64_t *opened);
    /* Called after pages could not be opened: wakes the threads that wait for
     * them, which may fault again. */
    void (*wake)(struct rn_mirror *m, uint64_t first, uint64_t end);
    /* Closes all of these pages again, or none. The caller frees their
     * memory. */
    int (*shut)(struct rn_mirror *m, const struct rn_extents *pages);
    bool missing; /* true: freeing a page's memory closes it */
    /* The line written to stderr if open() fails because there is no memory. */
    const char *full;
};

extern const struct rn_guard rn_guard_call;    /* pages are always accessible */
extern const struct rn_guard rn_guard_protect; /* pages closed by mprotect() */
extern const struct rn_guard rn_guard_uffd;    /* pages closed by userfaultfd */

/* ---- the signal handler (handler.c) ------------------------------------- */

/* Add or remove a mirror for the handler. Any thread may call these. Return 0
 * or -ENOMEM. */
int rn_registry_add(struct rn_mirror *m);
void rn_registry_remove(struct rn_mirror *m);

/* Returns the mirror whose `user` memory contains the address, or NULL. Mirrors
 * that a parent process added before fork() are ignored. Async-signal-safe. */
struct rn_mirror *rn_registry_find(const void *address);

/* rn_handler_take() installs a handler of SIGSEGV or SIGBUS that opens touched
 * pages and passes other faults to the previous handler. Each take() needs a
 * leave(). The last leave() restores the previous handler, unless the program
 * has installed its own since. Any thread may call these. Return 0 or a
 * negative errno.
 */
int rn_handler_take(int sig);
void rn_handler_leave(int sig);

#endif /* REFNUMA_FAULT_H */
