/* engine.h: the broadcast under test; each test program has one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_ENGINE_H
#define SHMBCAST_ENGINE_H

#include "../shmbcast.h"

struct engine; /* its handle, whose type only the engine knows */

/*
 * As shmbcast_create_why(), with parameters "f=4Ki s=2" instead of the
 * defaults; [text] NULL: without any. [why] NULL: as shmbcast_create().
 */
int engine_create(MPI_Comm comm, const char *text, struct engine **e,
                  struct shmbcast_failure *why);
int engine_bcast(void *buf, MPI_Count count, MPI_Datatype type, int root,
                 struct engine *e);
int engine_free(struct engine **e);

/* Parameters for cases that do not care, with little memory. */
extern const char *const engine_plain;

/* Message sizes around the limits of a handle; how many there are. */
enum { ENGINE_SIZES = 16 };
int engine_sizes(struct engine *e, size_t sizes[ENGINE_SIZES]);

/* A case is run with one setting after the other: parameters, mostly. */
typedef void engine_case_fn(const char *text);

struct engine_case {
    const char *name;
    engine_case_fn *run;
    const char *settings[11]; /* NULL-terminated */
};

/* The cases that apply; the last has no name. */
extern const struct engine_case engine_cases[];

#endif /* SHMBCAST_ENGINE_H */
