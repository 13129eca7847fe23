/* handler.h: the signal handler that opens pages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_HANDLER_H
#define REFNUMA_HANDLER_H

/* From now on SIGSEGV or SIGBUS of touched pages is served, and others go where
 * they went before. Each take() has a leave(); after the last, what was there
 * before is there again, unless the program has put a handler of its own upon
 * ours. Any thread. 0 or a negative errno. */
int rn_handler_take(int sig);
void rn_handler_leave(int sig);

#endif /* REFNUMA_HANDLER_H */
