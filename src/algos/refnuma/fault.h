/* fault.h: pages of a mirror opened where they are touched. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_FAULT_H
#define REFNUMA_FAULT_H

#include "algos/refnuma/mirror.h"

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

#endif /* REFNUMA_FAULT_H */
