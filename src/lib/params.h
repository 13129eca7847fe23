/* params.h: named parameters with a type: rows of a table, and their values. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Installed as <mpiperf/params.h>: a plug-in describes its parameters by the
 * tables that mpiperf's own are made of.
 */
#ifndef LIB_PARAMS_H
#define LIB_PARAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct param;

/* What a value is, and the C type that holds it. */
enum param_type {
    PARAM_INTEGER,  /* int */
    PARAM_SIZE,     /* int64_t: bytes, with a suffix Ki, Mi or Gi */
    PARAM_REAL,     /* double */
    PARAM_WORD,     /* int: the value of one of the words */
    PARAM_LIST,     /* unsigned: WORD[,WORD]..., bit 1 << value of each */
    PARAM_FILE,     /* const char *: the name as given; NULL for `none` */
    PARAM_TEXT,     /* by parse(); without one const char *: as given */
    PARAM_LONG,     /* long */
    PARAM_SHARE,    /* double: 0.05 or 5% */
    PARAM_PERCENT,  /* ... or 5: a number of 1 or more counts percent */
    PARAM_DURATION, /* double, seconds: 90, 90s, 10m, 8h */
};

/* A word that stands for a value. A table of them ends with a NULL name. */
struct param_word {
    const char *name;
    int value;
    const char *help; /* or NULL */
};

/*
 * The value of a PARAM_TEXT: `at` is where the row's member is in the owner's
 * structure. 0, or -1 with *cause set to a malloced text such as "'x': is no
 * tree".
 */
typedef int param_parse_fn(const struct param *p, void *at, const char *text,
                           char **cause);

/* Bounds that the value itself must not reach. */
enum param_open { PARAM_ABOVE_LEAST = 1 << 0, PARAM_BELOW_MOST = 1 << 1 };

/* One parameter: OWNER.NAME. */
struct param {
    const char *name;
    const char *def;   /* as a user would type it; NULL: nothing is set unless
                          the parameter is given, and `shown` says what holds */
    const char *shown; /* what the help says instead of def */
    const char *help;
    enum param_type type;
    size_t offset; /* of the member that holds the value */
    /* Of numbers: bounds, both 0 for none but the type's; `most` may be
     * INFINITY. */
    double least, most;
    unsigned open; /* enum param_open */
    /* Of words and lists; numbers may be one of these instead. */
    const struct param_word *words;
    param_parse_fn *parse; /* of texts */
    /* Of operations: an option --NAME=ARG instead of --param, for all that have
     * a row of that name. */
    bool option;
    const char *arg; /* placeholder in the help */
};

/* All parameters of one owner: an operation or a family of them, an algorithm,
 * a method. */
struct param_table {
    const char *owner;
    const struct param *rows; /* end with a NULL name */
    size_t size;              /* of the structure that holds the values */
    /* Do the values go together? -1 with *cause malloced; or NULL. Pure. */
    int (*check)(const void *values, char **cause);
};

/* Settings OWNER.NAME=VALUE as they were given, in order. Options of operations
 * have no owner. */
struct params {
    struct param_value {
        char *owner, *name, *value;
    } * v;
    size_t n;
};

#define PARAM_NO_OWNER ""

void params_add(struct params *p, const char *owner, const char *name,
                const char *value);
/* All of `from` once more. */
void params_append(struct params *p, const struct params *from);
/* The value given last, or NULL. */
const char *params_get(const struct params *p, const char *owner,
                       const char *name);
void params_free(struct params *p);

/*
 * Sets the members that the table's rows name: to what was given last, else to
 * the default. Rows are read in their order. Files and plain texts point into
 * `given` or the table. 0, or -1 with *cause set to a malloced line such as
 * "window.k: '0': must be at least 1", and *values as it was. Pure.
 */
int params_read(const struct param_table *table, const struct params *given,
                void *values, char **cause);

/* A new structure of the values, zero where no row says otherwise; free() it.
 * NULL with *cause malloced; also NULL, and *cause NULL, without a table. */
void *params_values(const struct param_table *table, const struct params *given,
                    char **cause);

/* The value as a user would type it: what was given, else the default; NULL if
 * neither is there. */
const char *params_text(const struct param_table *table, const struct param *p,
                        const struct params *given);

/* Sets the row's member, which is at `at`. -1 with *cause malloced, without the
 * name: "'0': must be at least 1". */
int param_parse(const struct param *p, void *at, const char *text,
                char **cause);

/* Can it be the row's value? -1 with *cause malloced, without the name. */
int params_check(const struct param_table *table, const struct param *p,
                 const char *text, char **cause);

/* The row of that name, or NULL. */
const struct param *params_find(const struct param_table *table,
                                const char *name);

/* What the help says is the default. */
const char *param_default(const struct param *p);

/* The row's word of that name, or NULL; -1 with *cause that there is none. */
const struct param_word *param_word_find(const struct param *p,
                                         const char *name);
int param_word_refuse(const struct param *p, const char *name, char **cause);

/* "'VALUE': WHAT" as the cause; returns -1. */
int param_refuse(const char *value, const char *what, char **cause);

#endif /* LIB_PARAMS_H */
