/* read.h: reads files of records, and puts their runs into the order of time.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_READ_H
#define COMPARE_READ_H

#include <stdio.h>
#include "compare/runs.h"

/*
 * Reads a file and adds its runs; their blocks follow those already present.
 * side: side of all its runs; 0: taken from the records. An incomplete last
 * line after a run is ignored; FILE.xz and FILE.gz are unpacked by xz and gzip.
 * Returns 0, or -1 with a malloced *cause; after that only runs_free() may be
 * called.
 */
int runs_read(struct runs *r, const char *file, long side, char **cause);

/* Adds a stream of records, one per line. Returns NULL or a malloced error
 * text, such as "WHERE3: cause" for line 3. */
char *runs_add_lines(struct runs *r, FILE *f, const char *where);

/* Call this after adding the last run. Numbers the blocks by time, and puts
 * runs of two files that alternated in time into common blocks. Returns true if
 * the sides are interleaved, or if there is only one side. */
bool runs_order(struct runs *r);

#endif /* COMPARE_READ_H */
