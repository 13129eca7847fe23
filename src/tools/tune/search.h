/* search.h: --search=FILE: tries settings one by one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TUNE_SEARCH_H
#define TUNE_SEARCH_H

#include <stdio.h>
#include "tools/tune/race.h"
#include "tools/tune/tune.h"

/* ---- the file (search_file.c) -------------------------------------------- */

/* A setting: a name with one of its values. */
struct entry {
    char *name;
    char *text;          /* "NAME=VALUE" */
    bool of_library;     /* the MPI library should know the name */
    struct settings set; /* the environment variables that set it */
};

struct entries {
    struct entry *v;
    size_t n;
};

/* Reads lines "KIND NAME VALUE...". where: name of the file. Returns 0, or -1
 * with a malloced *cause. */
int entries_read(struct entries *e, FILE *f, const char *where, char **cause);
void entries_free(struct entries *e);
/* Appends an entry that sets what two entries set. */
void entries_join(struct entries *e, size_t one, size_t other);
/* Prints the parameters of Open MPI as lines of its file of parameters. */
void settings_print_mca(FILE *f, const struct settings *s);

/* ---- runs (search_runs.c) ------------------------------------------------ */

struct search {
    const struct options *o;
    struct entries e;
    double since, budget;
    double cost;               /* seconds of a run; NAN if unknown */
    double proof;              /* seconds of the shortest proof */
    char *measure;             /* option added to mpiperf, or NULL */
    char *folder, *file, *log; /* temporary: records and output of a block */
    size_t blocks;
    char *cause; /* why it failed, or NULL */
};

/* A command line: the command with settings. */
struct side {
    const char *text;           /* its name in the proof's table */
    const struct settings *set; /* NULL for the default */
    struct racer *racer;        /* gets a value for each block */
    char *cause;                /* why it failed, malloced; or NULL */
};

/* Runs n sides, the first of which is the default: once; proof: by turns until
 * the budget ends, and prints their table. Returns false after a signal. */
bool sides_run(struct search *s, struct side *side, size_t n, bool proof);

/* Adds the names of the MPI library's settings, malloced, as the command's
 * mpiperf prints them; none if that fails. */
void settings_ask(struct search *s, char ***names, size_t *n);

/* ---- the search (search.c) ----------------------------------------------- */

/* Tries the settings in o->search. Returns the exit status. */
int search_settings(const struct options *o);

#endif /* TUNE_SEARCH_H */
