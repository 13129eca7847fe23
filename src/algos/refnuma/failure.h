/* failure.h: why calls fail, and agreement on it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_FAILURE_H
#define REFNUMA_FAILURE_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

/* Notes the reason for refnuma_failure() and returns the class of the code. */
int rn_fail(int code, const char *why);

/* Collective: MPI_SUCCESS if all ranks give that; else, on all of them, the
 * failure of the lowest one that has any. */
int rn_agree(MPI_Comm comm, int code, const char *why);

/* The same, and MPI_ERR_ARG where no rank fails, but digests of what the call
 * was given differ: the one reduction tells. */
int rn_agree_same(MPI_Comm comm, uint64_t digest, int code, const char *why);

/* "WHAT: the error's words; REMEDY", in `to`, which is returned. By a negative
 * errno, or a code of MPI. */
const char *rn_words(int error, const char *what, const char *remedy, char *to,
                     size_t room);
const char *rn_words_mpi(int code, const char *what, const char *remedy,
                         char *to, size_t room);

/* MPI's class for a negative errno; 0 is MPI_SUCCESS. */
int rn_code(int error);

#endif /* REFNUMA_FAILURE_H */
