/* mpi_test.h: what the cases of the MPI test program share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_MPI_TEST_H
#define SHMBCAST_MPI_TEST_H

#include <mpi.h>
#include <stddef.h>

#include "../shmbcast.h"
#include "algos/test/cases.h"
#include "algos/test/expect.h"

/* The broadcast under test; each test program has one. */
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

/* A case is run with one setting after the other: parameters, mostly. Either it
 * gets the setting, or a handle of all ranks that is made with it and freed
 * afterwards. */
typedef void engine_case_fn(const char *text);
typedef void handle_case_fn(struct engine *e);

struct engine_case {
    const char *name;
    struct {
        engine_case_fn *text;
        handle_case_fn *handle;
    } run;
    const char *settings[11]; /* NULL-terminated */
};
#define RUN(function)                                                          \
    {                                                                          \
        .text = function                                                       \
    }
#define WITH(function)                                                         \
    {                                                                          \
        .handle = function                                                     \
    }

/* The cases that apply; the last has no name. */
extern const struct engine_case engine_cases[];

/* Create; a failure is reported and gives NULL. */
struct engine *test_create(MPI_Comm comm, const char *text);

/* Creation has to fail with [code], for one reason on all ranks. */
void test_refused(MPI_Comm comm, const char *text, int code);

/* Creation works, and what it makes too. */
void test_works(void);

/* Broadcast [nbytes] from [root] once and check every byte. */
void test_once(struct engine *h, int rank, int root, size_t nbytes,
               unsigned seed);

/* Are these bytes the same on all ranks? Collective. */
int test_same_everywhere(const void *bytes, size_t n);

/* Cases of every engine, by file. */
handle_case_fn case_sizes, case_small, case_backtoback, case_late, case_types,
    case_bigelements, case_named, case_fork, case_truncate, case_progress;
engine_case_fn case_many, case_subcomms, case_single, case_threads, case_killed,
    case_badargs, case_differ, case_full, case_nocomms, case_apart, case_big,
    case_bigelement;

/* Of the published algorithm alone: parameters "f=4Ki s=2 q=1 tree=chain"; the
 * rest are defaults. */
struct shmbcast_params test_params(const char *text);

/* The handle itself, and back. */
struct shmbcast *engine_shmbcast(struct engine *e);
struct engine *engine_of(struct shmbcast *h);

handle_case_fn case_placement;
engine_case_fn case_ignored, case_toolarge, case_dense, case_giant, case_packed,
    case_calibrate, case_uncalibrated, case_resolve, case_tuned,
    case_tuned_groups, case_untuned;

#endif /* SHMBCAST_MPI_TEST_H */
