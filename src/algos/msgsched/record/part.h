/* part.h: what the functions in front of MPI's share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_PART_H
#define RECORD_PART_H

#include "config.h"

#include "recorder.h"

/*
 * A function that not every version of an MPI has, nor every library of it: a
 * program that calls it has it, and others are recorded without it.
 */
#define OPTIONAL(name) OPTIONAL_TEXT(weak name)
#define OPTIONAL_TEXT(text) _Pragma(#text)

/*
 * Functions with a count come in one or two forms: FORM is used with the ending
 * of the name and the type of the count.
 */
#ifdef HAVE_MPI_LARGE_COUNTS
#define BOTH_COUNTS(FORM, ...)                                                 \
    FORM(, int, __VA_ARGS__)                                                   \
    FORM(_c, MPI_Count, __VA_ARGS__)
#else
#define BOTH_COUNTS(FORM, ...) FORM(, int, __VA_ARGS__)
#endif

#endif /* RECORD_PART_H */
