/* tuned.c: carries out a profile in front of the MPI library. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rank 0 reads the profile in MPI_Init and gives it to all ranks of
 * MPI_COMM_WORLD, so that all of them decide the same. What decides about a
 * call are arguments that the MPI standard makes equal on all ranks: the bytes
 * of a broadcast, and all arguments of an MPI_Allreduce but the buffers.
 */
#include "config.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algos/type.h"
#include "tuned/profile.h"

enum { FILE_MOST = 1 << 20, NO_FILE = -1 };

/* Global, because an interposed function gets no argument of ours. Written in
 * MPI_Init only. */
static struct {
    struct profile profile;
    char *text; /* the profile points into it */
} process;

/* ---- the profile --------------------------------------------------------- */

/* Reads the file; returns its length, or NO_FILE after a message. */
static int file_read(char *text)
{
    const char *name = getenv("MPIPERF_TUNED");
    FILE *f = name != NULL ? fopen(name, "re") : NULL;
    int n = NO_FILE;

    if (f != NULL) {
        n = (int)fread(text, 1, FILE_MOST, f);
        fclose(f);
    } else if (name == NULL) {
        fputs("mpiperf-tuned: MPIPERF_TUNED does not name a profile\n", stderr);
    } else {
        fprintf(stderr, "mpiperf-tuned: MPIPERF_TUNED: cannot read %s\n", name);
    }
    return n;
}

/* Gets the profile from rank 0 of MPI_COMM_WORLD. Collective. A profile with a
 * wrong line is ignored. */
static void profile_get(void)
{
    int rank, n = NO_FILE;
    long wrong;

    process.text = calloc(FILE_MOST + 1, 1);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && process.text != NULL)
        n = file_read(process.text);
    PMPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (n == NO_FILE)
        return;
    if (process.text == NULL) {
        fputs("mpiperf-tuned: no memory for the profile\n", stderr);
        PMPI_Abort(MPI_COMM_WORLD, 1);
    }
    PMPI_Bcast(process.text, n, MPI_CHAR, 0, MPI_COMM_WORLD);
    wrong = profile_parse(&process.profile, process.text);
    if (wrong == 0)
        return;
    process.profile.n = 0;
    if (rank == 0)
        fprintf(stderr,
                "mpiperf-tuned: %s: line %ld is wrong: the profile is not "
                "used\n",
                getenv("MPIPERF_TUNED"), wrong);
}

int MPI_Init(int *argc, char ***argv)
{
    int rc = PMPI_Init(argc, argv);

    if (rc == MPI_SUCCESS)
        profile_get();
    return rc;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    int rc = PMPI_Init_thread(argc, argv, required, provided);

    if (rc == MPI_SUCCESS)
        profile_get();
    return rc;
}

/* The range of the profile that has the call, or NULL. Arguments that are wrong
 * are left to the MPI library. */
static const struct profile_range *range_of(const char *op, MPI_Count count,
                                            MPI_Datatype type, MPI_Comm comm)
{
    MPI_Count size = 0;
    int ranks;

    if (process.profile.n == 0 || comm == MPI_COMM_NULL || count < 0 ||
        type == MPI_DATATYPE_NULL ||
        PMPI_Comm_size(comm, &ranks) != MPI_SUCCESS ||
        AS_COUNT(PMPI_Type_size)(type, &size) != MPI_SUCCESS)
        return NULL;
    return profile_find(&process.profile, op, ranks, count * size);
}

/* ---- broadcasts ---------------------------------------------------------- */

/* MPI_Bcast and MPI_Bcast_c of libshmbcast-preload, under other names. */
int tuned_bcast(void *buffer, int count, MPI_Datatype datatype, int root,
                MPI_Comm comm);
int tuned_bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype,
                  int root, MPI_Comm comm);

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root,
              MPI_Comm comm)
{
    return range_of("bcast", count, datatype, comm) != NULL
               ? tuned_bcast(buffer, count, datatype, root, comm)
               : PMPI_Bcast(buffer, count, datatype, root, comm);
}

#ifdef HAVE_MPI_LARGE_COUNTS

int MPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root,
                MPI_Comm comm)
{
    return range_of("bcast", count, datatype, comm) != NULL
               ? tuned_bcast_c(buffer, count, datatype, root, comm)
               : PMPI_Bcast_c(buffer, count, datatype, root, comm);
}

#endif

/* ---- Fortran ------------------------------------------------------------- */

#ifdef FORTRAN_NAMES

/*
 * Open MPI's Fortran calls PMPI functions, so its own entries are replaced:
 * libshmbcast-preload says more. MPICH's calls MPI_Bcast() and needs none of
 * this.
 */
extern MPI_Fint mpi_fortran_bottom_ __attribute__((weak));

static void *buffer_of(void *buffer)
{
    return buffer == &mpi_fortran_bottom_ ? MPI_BOTTOM : buffer;
}

static void error_set(MPI_Fint *ierror, int rc)
{
    if (ierror != NULL)
        *ierror = rc;
}

#define FORTRAN(name, NAME, ...)                                               \
    void mpi_##name##_f08_(__VA_ARGS__);                                       \
    void mpi_##name(__VA_ARGS__) __attribute__((alias("mpi_" #name "_f08_"))); \
    void mpi_##name##_(__VA_ARGS__)                                            \
        __attribute__((alias("mpi_" #name "_f08_")));                          \
    void mpi_##name##__(__VA_ARGS__)                                           \
        __attribute__((alias("mpi_" #name "_f08_")));                          \
    void MPI_##NAME(__VA_ARGS__) __attribute__((alias("mpi_" #name "_f08_"))); \
    void mpi_##name##_f08_(__VA_ARGS__)

FORTRAN(init, INIT, MPI_Fint *ierror)
{
    error_set(ierror, MPI_Init(NULL, NULL));
}

FORTRAN(init_thread, INIT_THREAD, const MPI_Fint *required, MPI_Fint *provided,
        MPI_Fint *ierror)
{
    int given = 0, rc = MPI_Init_thread(NULL, NULL, *required, &given);

    *provided = given;
    error_set(ierror, rc);
}

FORTRAN(bcast, BCAST, void *buffer, const MPI_Fint *count,
        const MPI_Fint *datatype, const MPI_Fint *root, const MPI_Fint *comm,
        MPI_Fint *ierror)
{
    error_set(ierror,
              MPI_Bcast(buffer_of(buffer), *count, PMPI_Type_f2c(*datatype),
                        *root, PMPI_Comm_f2c(*comm)));
}

#endif
