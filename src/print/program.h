/* program.h: the answer that the profile of a program gives. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_PROGRAM_H
#define PRINT_PROGRAM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Calls that have a line of the table: of a function and a size, or of a group
 * of other functions. */
struct line {
    char *name;
    long bytes, procs;                    /* -1: of several */
    double calls, seconds, work, waiting; /* waiting: NAN: not known */
    const json_t *record; /* the calls of it that waited longest, or NULL */
    double longest;       /* waiting of these */
};

/* A profile as it is read. */
struct program {
    json_t *head; /* record `program` */
    json_t *kept; /* array of records to which lines point */
    json_t *index;
    struct line *v;
    size_t n;
    double work, waiting; /* all collectives; waiting: NAN: not known */
    double other;         /* all other functions */
    bool ended;
};

/* True if the file begins with the record of a profile. */
bool program_is(const char *file);

/* Reads the records of a profile. [where]: text before the number of a line in
 * messages. Returns NULL or a malloced error text; program_free() in any
 * case. */
char *program_read(struct program *p, FILE *in, const char *where);
void program_free(struct program *p);

/* Prints how long the program was in MPI, how much of that was waiting for late
 * ranks, and what could be saved: at most 30 lines of 80 characters. */
void program_print(FILE *f, struct program *p);

#endif /* PRINT_PROGRAM_H */
