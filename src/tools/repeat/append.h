/* append.h: the runs that a file already has. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPEAT_APPEND_H
#define REPEAT_APPEND_H

#include "tools/repeat/session.h"

/*
 * Takes the runs of the open file into the session: they come first, and stay;
 * what follows them is written anew. 0, or -1 with *cause malloced.
 */
int append_to(struct session *s, char **cause);

#endif /* REPEAT_APPEND_H */
