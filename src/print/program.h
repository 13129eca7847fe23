/* program.h: reads a program's profile and prints its summary. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_PROGRAM_H
#define PRINT_PROGRAM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "lib/number.h"

/* The calls on one line of the table: those of a function with a size, or of a
 * group of other functions. */
struct program_line {
    char *name;
    long bytes, procs;                    /* -1: of several */
    double calls, seconds, work, waiting; /* waiting: NAN: not known */
    const json_t *record; /* the `calls` record that waited longest, or NULL */
    double longest;       /* waiting of these */
};

struct program {
    json_t *head;  /* record `program` */
    json_t *calls; /* array of the records `calls` */
    json_t *index;
    struct program_line *v;
    size_t n;
    double work, waiting; /* all collectives; `waiting` is NAN if unknown */
    double other;         /* all other functions */
    bool ended;
};

/* True if the file begins with a profile's record. */
bool program_is(const char *file);

/* Reads the records of a profile. [where]: text before a line number in
 * messages. Returns NULL or a malloced error text. Call program_free() in both
 * cases. */
char *program_read(struct program *p, FILE *in, const char *where);
/* Like program_read(), but the file need not be a profile. */
char *program_read_file(struct program *p, const char *file);
void program_free(struct program *p);

/* Returns why the profile cannot be used to measure or choose algorithms,
 * malloced; NULL if it can. with: a record with the MPI library, or NULL. */
char *program_refuse(const struct program *p, const char *file,
                     const json_t *with);

char *program_name(const struct program *p);
char *line_name(const struct program_line *l);

/* "1.10 ms", and "20 %" of the program's seconds, in buffers that are valid
 * until the end of the block. */
#define TIME_TEXT(seconds)                                                     \
    ((seconds) > 0 ? digits_time((char[DIGITS_SIZE]){""}, seconds) : "0 s")
#define SHARE_TEXT(p, seconds)                                                 \
    program_share((char[DIGITS_SIZE]){""}, p, seconds)
const char *program_share(char *buf, const struct program *p, double seconds);

/* Prints how long the program was in MPI, how much of that was waiting for late
 * ranks, and what could be saved: at most 30 lines of 80 characters. */
void program_print(FILE *f, struct program *p);

#endif /* PRINT_PROGRAM_H */
