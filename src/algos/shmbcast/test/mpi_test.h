/* mpi_test.h: functions and cases of the MPI test programs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_MPI_TEST_H
#define SHMBCAST_MPI_TEST_H

#include <mpi.h>
#include <stddef.h>

#include "../shmbcast.h"
#include "algos/test/cases.h"
#include "algos/test/expect.h"

/* An engine is the broadcast under test; a test program links one of them. */
struct engine; /* its handle, whose type only the engine knows */

/* Like shmbcast_create_why(), with parameters as text such as "f=4Ki s=2"; NULL
 * means the defaults. If [why] is NULL, like shmbcast_create(). */
int engine_create(MPI_Comm comm, const char *text, struct engine **e,
                  struct shmbcast_failure *why);
int engine_bcast(void *buf, MPI_Count count, MPI_Datatype type, int root,
                 struct engine *e);
int engine_free(struct engine **e);

/* Parameters that need little memory, for cases without special needs. */
extern const char *const engine_plain;

/* The number of handles that exist at a time in case_many(). */
enum { ENGINE_ALIVE = 40 }; /* upper bound */
extern const int engine_alive;

/* Stores message sizes around the limits of a handle. Returns their number. */
enum { ENGINE_SIZES = 16 };
int engine_sizes(struct engine *e, size_t sizes[ENGINE_SIZES]);

/* A case runs once for each of its settings, which are mostly parameters. It
 * gets the setting, or a handle of all ranks that was created with it. A case
 * without settings runs once. */
typedef void engine_case_fn(const char *text);
typedef void handle_case_fn(struct engine *e);

struct engine_case {
    const char *name;
    engine_case_fn *text;
    handle_case_fn *handle;
    test_case_fn *once;
    const char *settings; /* separated by | */
};
#define RUN(function) function, NULL, NULL
#define WITH(function) NULL, function, NULL
#define ONCE(function) NULL, NULL, function, NULL

/* The cases of the engine; one without a name ends the list. */
extern const struct engine_case engine_cases[];

/* Creates a handle. If that fails, reports a failure and returns NULL. */
struct engine *test_create(MPI_Comm comm, const char *text);

/* Checks that creating a handle fails with [code], and with the same reason on
 * all ranks. */
void test_refused(MPI_Comm comm, const char *text, int code);

/* Checks that a handle can be created and used. */
void test_works(void);

/* A broadcast of [sent] bytes to ranks that have [room] bytes for them. */
struct message {
    int root;
    size_t sent, room;
    bool gaps; /* this rank has groups of 3 bytes with gaps between */
    char
        *data; /* with TEST_GUARD bytes before and after it; NULL: of its own */
    unsigned seed;
};
enum { TEST_GUARD = 64 };

/* Broadcasts the message and checks every byte of the result, the gaps and the
 * guards. [rank] is this rank's number in the engine's communicator. */
void test_message(struct engine *e, int rank, const struct message *m);

/* Broadcasts [nbytes] from [root]. */
void test_once(struct engine *e, int rank, int root, size_t nbytes,
               unsigned seed);

/* True if these bytes are the same on all ranks. Collective. */
int test_same_everywhere(const void *bytes, size_t n);

/* Cases for both engines, listed by file. */
handle_case_fn case_sizes, case_small, case_backtoback, case_late, case_types,
    case_bigelements, case_named, case_fork, case_truncate, case_progress;
engine_case_fn case_many, case_subcomms, case_threads, case_badargs,
    case_differ, case_full, case_nocomms, case_apart, case_big, case_bigelement,
    case_orphan;

/* Only for the published algorithm: parses parameters such as "f=4Ki s=2 q=1
 * tree=chain". Others have their defaults. */
struct shmbcast_params test_params(const char *text);

/* Convert between the engine and its handle. */
struct shmbcast *engine_shmbcast(struct engine *e);
struct engine *engine_of(struct shmbcast *h);

handle_case_fn case_placement;
test_case_fn case_dense, case_giant, case_packed, case_reserve;
engine_case_fn case_ignored, case_toolarge, case_calibrate, case_uncalibrated,
    case_resolve;

#endif /* SHMBCAST_MPI_TEST_H */
