/* tune.h: mpiperf-tune: which algorithm is set for which size, and the files
 * that set it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TUNE_TUNE_H
#define TUNE_TUNE_H

#include <stdbool.h>
#include <stdio.h>
#include "compare/table.h"

/* ---- what was measured (contest.c) --------------------------------------- */

enum kind {
    KIND_OTHER,   /* no file can set it */
    KIND_LIBRARY, /* of the MPI library: "tuned/NAME", "mpich/NAME" */
    KIND_FRONT,   /* of libmpiperf-tuned.so: "shmbcast-auto", "mock/NAME" */
};

/* An algorithm. */
struct contender {
    const char *name; /* as in the records; the first one is "native" */
    enum kind kind;
    long id, fanout, segment; /* what a rule of Open MPI has for it */
};

/* What the table says of an algorithm against another one. */
struct duel {
    enum sign sign; /* SIGN_NONE: not measured */
    double times;   /* how many times as fast */
};

/* The algorithms of a collective that were measured with a number of ranks. */
struct contest {
    const char *op;
    long procs;
    struct contender *algo; /* the first one is native */
    size_t algos;
    long *bytes; /* of -m, ascending */
    size_t sizes;
    size_t runs;     /* most runs of which a sign was to be made */
    struct duel *of; /* by size, algorithm, and the other algorithm */
    /* For each size: the algorithm that the library shall use (0: its own
     * decision), and that of the profile (0: none). */
    size_t *rule, *front;
};

struct contests {
    struct contest *v; /* by collective and number of ranks */
    size_t n;
};

/* Finds the contests of a table; the table must outlive them. False: a
 * collective was measured more than once on as many ranks. */
bool contests_find(struct contests *all, const struct table *t);
void contests_free(struct contests *all);

/* The number of contests of c's collective, from c on. */
size_t contests_of_op(const struct contests *all, const struct contest *c);

/* True if an algorithm is chosen for some size. */
bool contest_has(const struct contest *c, const size_t *chosen);

/* True if some algorithm has a sign against native. */
bool contest_told(const struct contest *c);

struct duel *duel_of(const struct contest *c, size_t size, size_t algo,
                     size_t other);

/* Chooses for each size the fastest algorithm of that kind with the sign
 * `faster` against base[size] (NULL: native); 0: none. The algorithm of the
 * size below stays as long as it has that sign, and no other one has it against
 * it. */
void decide_by_size(const struct contest *c, enum kind kind, const size_t *base,
                    size_t *chosen);

/* Sets rule[] of the n contests of a collective to one algorithm of the
 * library: the fastest of those that are faster than native at some size, and
 * at no size slower or possibly slower. */
void decide_for_all(struct contest *c, size_t n);

/* ---- the files (files.c) ------------------------------------------------- */

enum file_kind {
    FILE_RULES,     /* rules of Open MPI's coll/tuned */
    FILE_VARIABLES, /* a shell script that sets variables of MPICH */
    FILE_PROFILE,   /* for libmpiperf-tuned.so */
    FILE_KINDS
};

/* The MPI library of the records. */
struct library {
    enum file_kind kind; /* of its file; FILE_KINDS: unknown library */
    long version[3];
    char *name; /* "Open MPI 4.1.4", malloced */
};

void library_of(struct library *l, const json_t *run);

/* Sets rule[] and front[] of all contests to what the files can express. */
void files_decide(struct contests *all, const struct library *l);

/* The files without their first comment, malloced; NULL: nothing to set. */
char *variables_text(const struct contests *all);
char *profile_text(const struct contests *all);

/* Environment variables that activate a file: NAME=VALUE. */
struct settings {
    char **word;
    size_t n;
};

/* Adds those of a file with this content. front: the path of
 * libmpiperf-tuned.so; only a profile needs it. */
void settings_add(struct settings *s, enum file_kind kind, const char *path,
                  const char *front, const char *text);
void settings_free(struct settings *s);

/* Prints "export A=1 B=2", the text between, and "unset A B". */
void settings_print(FILE *f, const struct settings *s, const char *between);

/* The whole file: the first comment says from what runs it was made, and how to
 * activate and undo it. Frees the text. */
char *file_text(enum file_kind kind, const char *path, const char *front,
                const char *from, const struct library *l, char *text);

/* The kind of a file with this content; FILE_KINDS: none of ours. */
enum file_kind file_kind_of(const char *text);

/* Prints a line for each contest: what is set, and what it gains. */
void print_choices(FILE *f, const struct contests *all, const struct library *l,
                   bool profile);

/* ---- what is installed with this program (installed.c) ------------------- */

/* mpiperf-repeat, malloced: the one in this program's folder, else that of
 * PATH. */
char *repeat_path(void);

/* The path of libmpiperf-tuned.so, malloced: in the build folder of this
 * program, where this program was installed or moved to, or in LIBDIR. NULL if
 * it is not there; then *cause is malloced. */
char *front_path(char **cause);

/* ---- rules of Open MPI (rules.c) ----------------------------------------- */

/* True if rules can choose by size for that collective, or for all sizes. */
bool rules_can(const char *op);
/* Sets rule[]. */
void rules_decide(struct contest *c);
/* True if the file begins with its version, and rules have a fifth number. */
bool rules_have_version(const struct library *l);
char *rules_text(const struct contests *all, const struct library *l);

#endif /* TUNE_TUNE_H */
