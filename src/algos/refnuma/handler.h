/* handler.h: page faults: the signal handler, and the mirrors that it serves.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_HANDLER_H
#define REFNUMA_HANDLER_H

#include "mirror.h"

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

#endif /* REFNUMA_HANDLER_H */
