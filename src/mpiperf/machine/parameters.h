/* parameters.h: settings of MPI libraries in files, for the record. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_PARAMETERS_H
#define MPIPERF_PARAMETERS_H

#include <jansson.h>

/*
 * Returns the settings that this process has from files: name -> value, a
 * new reference. They are the members of `hidden` (or NULL), the
 * variables of Open MPI that have their values from files, and digests of files
 * that `environment` or these variables name, and of the files ucx.conf.
 */
json_t *parameters_describe(const json_t *hidden, const json_t *environment);

/* Returns the digest of the files' contents, one after the other, as text,
 * malloced; NULL if none of them is a regular file that can be read. */
char *files_digest(const char *const *files, size_t n);

#endif /* MPIPERF_PARAMETERS_H */
