/* algo_notes.h: what algorithms have to say of themselves, below the table's
 * head and below its rows. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_ALGO_NOTES_H
#define MPIPERF_ALGO_NOTES_H

#include "measure/session.h"
#include "mpiperf/report/report.h"

/* Prints what the session's algorithms report; rank 0 only. */
void algo_notes_open(struct report *report, const struct session *b);

/* What they came to, all together, before the session is closed: malloced, or
 * NULL if that is nothing. On all ranks; the others than rank 0 get NULL. */
char *algo_notes_conclude(const struct session *b);

/* Prints such a text, if it is not NULL, and frees it. */
void algo_notes_print(struct report *report, char *text);

#endif /* MPIPERF_ALGO_NOTES_H */
