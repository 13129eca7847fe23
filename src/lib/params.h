/* params.h: typed parameters: tables that describe them, and their values. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Installed as <mpiperf/params.h>: plug-ins describe their parameters with the
 * same tables as mpiperf.
 */
#ifndef LIB_PARAMS_H
#define LIB_PARAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct param;

/* The type of a parameter, and the C type of its value. */
enum param_type {
    PARAM_INTEGER,  /* int */
    PARAM_SIZE,     /* int64_t: bytes, with a suffix Ki, Mi or Gi */
    PARAM_REAL,     /* double */
    PARAM_WORD,     /* int: the value of one of the words */
    PARAM_FILE,     /* const char *: file name as given; NULL for `none` */
    PARAM_TEXT,     /* type that parse() sets; const char * without it */
    PARAM_LONG,     /* long */
    PARAM_SHARE,    /* double: fraction, as 0.05 or 5% */
    PARAM_PERCENT,  /* double: like PARAM_SHARE, but a number of 1 or more is in
                       percent */
    PARAM_DURATION, /* double, seconds: 90, 90s, 10m, 8h */
};

/* A word that stands for a value. A table of words ends with a NULL name. */
struct param_word {
    const char *name;
    int value;
    const char *help; /* may be NULL */
};

/*
 * Parses a PARAM_TEXT and stores it in `at`, the row's member. Returns 0, or -1
 * with *cause set to a malloced text such as "'x': not a tree".
 */
typedef int param_parse_fn(const struct param *p, void *at, const char *text,
                           char **cause);

/* Flags that exclude a bound itself from the valid values. */
enum param_open { PARAM_ABOVE_LEAST = 1 << 0, PARAM_BELOW_MOST = 1 << 1 };

/* A parameter; users name it OWNER.NAME. */
struct param {
    const char *name;
    const char *def;   /* default as a user would type it; NULL if the member is
                          set only by a given value */
    const char *shown; /* shown in the help instead of def */
    const char *help;
    enum param_type type;
    size_t offset; /* offset of the member in the structure of values */
    /* Bounds of a number. If both are 0, only the type's range counts. `most`
     * may be INFINITY. */
    double least, most;
    unsigned open; /* flags of enum param_open */
    /* Words that a PARAM_WORD accepts, or that may replace a number. */
    const struct param_word *words;
    param_parse_fn *parse; /* for PARAM_TEXT; may be NULL */
    /* The parameter is an option of its own: users type --NAME=ARG instead of
     * --param. All operations with a parameter of this name must set it. */
    bool option;
    const char *arg; /* placeholder in the help */
};

/* All parameters of one owner: an operation or a family of operations, an
 * algorithm, or a method. */
struct param_table {
    const char *owner;
    const struct param *rows; /* ends with a NULL name */
    size_t size;              /* size of the structure that holds the values */
    const void *initial; /* contents of the structure before rows set members;
                            NULL: zeros */
    /* Checks whether the values are compatible. Returns 0, or -1 with a
     * malloced *cause. May be NULL. Pure. */
    int (*check)(const void *values, char **cause);
};

/* PARAM_ROW makes a row whose value is MEMBER of STRUCTURE, and PARAM_TABLE a
 * table of such rows. `...` is the help, then other members of the row. */
#define PARAM_ROW(NAME, STRUCTURE, MEMBER, TYPE, DEF, ...)                     \
    {                                                                          \
        .name = NAME, .offset = offsetof(STRUCTURE, MEMBER),                   \
        .type = PARAM_##TYPE, .def = DEF, .help = __VA_ARGS__                  \
    }
#define PARAM_TABLE(OWNER, ROWS, STRUCTURE)                                    \
    {                                                                          \
        .owner = OWNER, .rows = ROWS, .size = sizeof(STRUCTURE)                \
    }

/* Settings OWNER.NAME=VALUE in the order given. For options of operations
 * (--NAME) the owner is PARAM_NO_OWNER. */
struct params {
    struct param_value {
        char *owner, *name, *value;
    } * v;
    size_t n;
};

#define PARAM_NO_OWNER ""

void params_add(struct params *p, const char *owner, const char *name,
                const char *value);
/* Appends copies of all settings in `from`. */
void params_append(struct params *p, const struct params *from);
/* Returns the last value given, or NULL. */
const char *params_get(const struct params *p, const char *owner,
                       const char *name);
void params_free(struct params *p);

/*
 * Sets the member of each row, in order, to the last value given, or else to
 * the default. File names and plain texts point into `given` or the table.
 * Returns 0, or -1 with *values unchanged and *cause set to a malloced line
 * such as "window.k: '0': must be at least 1". Pure.
 */
int params_read(const struct param_table *table, const struct params *given,
                void *values, char **cause);

/* Returns a new structure with the values, to be freed by free(); members that
 * no row sets are zero. Returns NULL with a malloced *cause on failure, or NULL
 * with a NULL *cause if `table` is NULL. */
void *params_values(const struct param_table *table, const struct params *given,
                    char **cause);

/* Returns the value in the form a user would type: the one given, else the
 * default; NULL if there is neither. */
const char *params_text(const struct param_table *table, const struct param *p,
                        const struct params *given);

/* Parses a value and stores it in `at`, the row's member. Returns 0, or -1 with
 * a malloced *cause without the parameter's name: "'0': must be at least 1". */
int param_parse(const struct param *p, void *at, const char *text,
                char **cause);

/* Checks whether the text is a valid value of the row. Returns 0, or -1 with a
 * malloced *cause without the parameter's name. */
int params_check(const struct param_table *table, const struct param *p,
                 const char *text, char **cause);

/* Returns the row with that name, or NULL. */
const struct param *params_find(const struct param_table *table,
                                const char *name);

/* Returns the default as the help shows it. */
const char *param_default(const struct param *p);

/* Returns the row's word with this name, or NULL. param_word_refuse() sets
 * *cause to the error for an unknown word and returns -1. */
const struct param_word *param_word_find(const struct param *p,
                                         const char *name);
int param_word_refuse(const struct param *p, const char *name, char **cause);

/* Sets *cause to "'VALUE': WHAT" and returns -1. */
int param_refuse(const char *value, const char *what, char **cause);

#endif /* LIB_PARAMS_H */
