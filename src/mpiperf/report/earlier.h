/* earlier.h: the content of files that a run continues (--append, --resume). */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_EARLIER_H
#define MPIPERF_EARLIER_H

#include "mpiperf/report/report.h"

/* Sets *text to the content of the file, malloced, and prepares the sink to
 * continue after its last complete line. Returns NULL or a malloced error
 * text. */
char *earlier_read(struct output *to, const struct options *o,
                   const char *option, char **text);

/* --append: prepares the files of an open report to be continued after their
 * last complete line. Returns NULL; or why this is impossible, malloced: a file
 * cannot be read or was not written by mpiperf. */
char *append_files(const struct report *r);

#endif /* MPIPERF_EARLIER_H */
