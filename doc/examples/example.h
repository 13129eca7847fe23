/* example.h: arguments, random numbers, checks and times, for the examples. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number that the user may set by NAME=VALUE. Lists end with a NULL name. */
struct argument {
    const char *name;
    long *value;
};

/* Parses an argument that is not one of the program's numbers. Returns an error
 * text or NULL. */
typedef const char *other_fn(void *arg, const char *name, const char *value);

/* Ends the program; rank 0 prints a line. All ranks must call it. */
static inline void give_up(const char *what, const char *why)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        fprintf(stderr, "%s: %s\n", what, why);
    MPI_Finalize();
    exit(1);
}

static inline const char *argument(char *text, const struct argument own[],
                                   other_fn *other, void *other_arg)
{
    char *value = strchr(text, '='), *end;

    if (value == NULL)
        return "not NAME=VALUE";
    *value++ = '\0';
    for (int i = 0; own[i].name != NULL; i++)
        if (strcmp(text, own[i].name) == 0) {
            *own[i].value = strtol(value, &end, 10);
            return end == value || *end != '\0' || *own[i].value < 0
                       ? "must be a number, 0 or more"
                       : NULL;
        }
    return other == NULL ? "no such name" : other(other_arg, text, value);
}

static inline void arguments(char **argv, const struct argument own[],
                             other_fn *other, void *other_arg)
{
    for (int i = 1; argv[i] != NULL; i++) {
        const char *why = argument(argv[i], own, other, other_arg);

        if (why != NULL)
            give_up(argv[i], why);
    }
}

/* Returns the start of a rank's part if n items are divided among all ranks. */
static inline long part(long n, int rank, int size)
{
    return n / size * rank + n % size * rank / size;
}

/* Returns a pseudo-random number that depends on x alone. */
static inline uint64_t scatter(uint64_t x)
{
    for (int i = 0; i < 3; i++)
        x = (x ^ x >> 31) * 0x9e3779b97f4a7c15;
    return x ^ x >> 32;
}

/* Checksum of n values of 8 bytes, whose positions count from `first`. The sum
 * over all parts does not depend on how the array is cut. */
static inline uint64_t checksum(const void *values, long first, long n)
{
    uint64_t bits, sum = 0;

    for (long i = 0; i < n; i++) {
        memcpy(&bits, (const char *)values + i * 8, 8);
        sum += scatter(bits) * (2 * (uint64_t)(first + i) + 1);
    }
    return sum;
}

/* Returns the checksum of an array distributed over all ranks. */
static inline uint64_t checksum_of_parts(const void *values, long first, long n)
{
    uint64_t mine = checksum(values, first, n), sum;

    MPI_Allreduce(&mine, &sum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

/* Prints a result, which must be the same on all ranks, and the slowest rank's
 * time. Returns the program's exit status. */
static inline int report(const char *name, uint64_t result, double seconds)
{
    uint64_t least, most;
    double slowest;
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&result, &least, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(&result, &most, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0 && least == most)
        printf("%s: result %016llx seconds %.6f\n", name,
               (unsigned long long)result, slowest);
    else if (rank == 0)
        fprintf(stderr, "%s: ranks have different results\n", name);
    return least == most ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif /* EXAMPLE_H */
