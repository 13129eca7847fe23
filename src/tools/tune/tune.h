/* tune.h: mpiperf-tune: chooses an algorithm for each size, and writes the
 * files that set it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TUNE_TUNE_H
#define TUNE_TUNE_H

#include <stdbool.h>
#include <stdio.h>
#include "compare/table.h"
#include "print/program.h"

/* ---- what was measured (comparison.c) ------------------------------------ */

enum kind {
    KIND_OTHER = 0,     /* no file can set it */
    KIND_LIBRARY = 1,   /* of the MPI library: "tuned/NAME", "mpich/NAME" */
    KIND_FRONT = 2,     /* of libmpiperf-tuned.so: "shmbcast-auto", "shm",
                         * "mock/NAME" */
    KIND_SIZED = 4,     /* MPICH's selection can set it by size */
    KIND_COMPONENT = 8, /* of Open MPI, for all sizes: "xhc", "han/NAME" */
};

/* An algorithm that is compared with others. */
struct candidate {
    const char *name;         /* as in the records; the first is "native" */
    unsigned kind;            /* enum kind, joined by | */
    long id, fanout, segment; /* its numbers in a rule of Open MPI */
};

/* Result of comparing two algorithms. */
struct algo_pair {
    enum sign sign; /* SIGN_NONE if not measured */
    double times;   /* speed of the first relative to the other */
    double gain;    /* seconds that a call of the first is shorter */
};

/* A program's calls of a size, and the time in them: means over the ranks. */
struct weight {
    double calls;
    double work; /* seconds, without waiting for late ranks */
};

/* Comparisons of a collective's algorithms, measured on `procs` ranks. */
struct comparison {
    const char *op;
    long procs;             /* of a communicator */
    struct candidate *algo; /* the first is native */
    size_t algos;
    long *bytes; /* sizes as for -m, ascending */
    size_t sizes;
    size_t runs;          /* maximum number of runs behind a ratio */
    struct algo_pair *of; /* results by size, algorithm, other algorithm */
    /* For each size, the index in algo[] that is chosen for the library's own
     * file (0: the library decides), and for the profile (0: not in it). */
    size_t *rule, *front;
    size_t *hand; /* the same, for what no file can set */
    bool sized;   /* rule[] is for MPICH's selection (selection.h) */
    /* The program to choose for, and its weights by size. NULL without
     * --program: all sizes count. */
    const struct program *program;
    struct weight *weight;
};

struct comparisons {
    struct comparison *v; /* sorted by collective and number of ranks */
    size_t n;
};

/* Finds the comparisons of a table, which must outlive them. Returns false if a
 * collective was measured more than once with the same number of ranks. join:
 * joins such measurements; an algorithm is then faster only if it is faster in
 * all of them. */
bool comparisons_find(struct comparisons *all, const struct table *t,
                      bool join);
void comparisons_free(struct comparisons *all);

/* Joins comparison b into a, with the same collective and number of ranks;
 * frees b's members. */
void comparison_join(struct comparison *a, struct comparison *b);

/* True if libmpiperf-tuned.so has algorithms for this collective. */
bool front_can(const char *op);

/* Returns the number of comparisons with c's collective, from c on. */
size_t comparisons_of_op(const struct comparisons *all,
                         const struct comparison *c);

/* True if an algorithm is chosen for some size. */
bool comparison_has(const struct comparison *c, const size_t *chosen);

/* Returns the index of an algorithm; c->algos if it is not there. */
size_t algo_of(const struct comparison *c, const char *name);
struct algo_pair *pair_of(const struct comparison *c, size_t size, size_t algo,
                          size_t other);

/* ---- choices (choose.c) -------------------------------------------------- */

/* Chooses for each size the fastest algorithm of this kind among those with the
 * sign `faster` against base[size] (native if `base` is NULL); 0 if none. The
 * next smaller size's choice is kept if it has that sign, too, and no algorithm
 * is faster. With a program, chooses only for its sizes, and only if that saves
 * enough. */
void decide_by_size(const struct comparison *c, enum kind kind,
                    const size_t *base, size_t *chosen);

/* Sets rule[] of the n comparisons of a collective to one algorithm of the
 * library: the fastest of those that are faster than native at some size, and
 * not possibly slower at any. With a program: the algorithm with the largest
 * saving, minus possible losses at other sizes. */
void decide_for_all(struct comparison *c, size_t n);

/* True if some algorithm's comparison with native is decided; with a program,
 * the comparisons of all algorithms that might save enough. */
bool comparison_decided(const struct comparison *c);

/* ---- the files (files.c) ------------------------------------------------- */

enum file_kind {
    FILE_RULES,     /* rules for Open MPI's coll/tuned */
    FILE_VARIABLES, /* a shell script that sets MPICH's variables */
    FILE_PROFILE,   /* for libmpiperf-tuned.so */
    FILE_KINDS
};

/* MPICH's two selections of algorithms (selection.h). */
enum selection_tree { TREE_MPIR, TREE_DEVICE, TREES };

/* The MPI library named in the records. */
struct library {
    enum file_kind kind; /* kind of file that it reads; FILE_KINDS if unknown */
    long version[3];
    char *name;          /* "Open MPI 4.1.4", malloced */
    json_t *tree[TREES]; /* NULL if unknown */
};

void library_of(struct library *l, const json_t *run);
void library_free(struct library *l);

/* Sets rule[], front[] and hand[] of all comparisons, as far as files can
 * express them.
 */
void files_decide(struct comparisons *all, const struct library *l);

/* Return a file without its first comment, malloced; NULL if it is empty. */
char *variables_text(const struct comparisons *all);
char *profile_text(const struct comparisons *all);

/* Environment variables as NAME=VALUE, or the words of a command line; all are
 * malloced. */
struct settings {
    char **word;
    size_t n;
};
/* Adds a word, which it owns then. */
void setting_add(struct settings *s, char *word);

/* True if variables for MPICH may contain this text. */
bool is_word(const char *text);

/* Adds the variables for a file with this text. front: the path of
 * libmpiperf-tuned.so, needed only for profiles. */
void settings_add(struct settings *s, enum file_kind kind, const char *path,
                  const char *front, const char *text);
void settings_free(struct settings *s);

/* Adds the library `front` to a list LD_PRELOAD (or NULL), malloced: before the
 * others, but after libmpiperf-profile.so, which would not see the calls that a
 * library in front of it handles itself. */
char *preload_with(const char *list, const char *front);
/* Returns word i of a command, malloced. If it sets LD_PRELOAD, adds
 * `front`. */
char *word_preload(const char *const *word, size_t i, const char *front);

/* Prints "export A=1 B=2", then `between`, then "unset A B". */
void settings_print(FILE *f, const struct settings *s, const char *between);

/* Returns the whole file, malloced: a comment (the runs behind it, how to
 * activate and deactivate it), then `text`. Frees `text`. */
char *file_text(enum file_kind kind, const char *path, const char *front,
                const char *from, const struct library *l, char *text);

/* Returns the kind of a file with this text; FILE_KINDS if it is not ours. */
enum file_kind file_kind_of(const char *text);

/* Prints a line for each comparison: what is set, and how much faster it is. */
void print_choices(FILE *f, const struct comparisons *all,
                   const struct library *l, bool profile);

/* ---- for a program (program.c, most.c) ----------------------------------- */

/* Sets the weights of all comparisons. The program must outlive them. */
void comparisons_weigh(struct comparisons *all, const struct program *p);

/* True if the program has calls of this size; of any size of the comparison.
 * Always true without a program. */
bool size_counts(const struct comparison *c, size_t size);
bool comparison_counts(const struct comparison *c);

/* Returns the seconds of the program that an algorithm saves at a size, instead
 * of native; below 0 if it is slower. */
double algo_saves(const struct comparison *c, size_t size, size_t algo);
/* Returns the seconds that the choices for sizes first..last save; for the
 * profile, in addition to the rules. */
double choice_saves(const struct comparison *c, const size_t *chosen,
                    size_t first, size_t last);
/* Returns the minimum saving of a choice in seconds; 0 without a program. */
double least_saving(const struct comparison *c);
/* Drops algorithms whose choices together save less than that. */
void drop_small(const struct comparison *c, size_t *chosen);

/* Prints "saves 900 ms of 61.2 s (1.5 %)". */
void print_saving(FILE *f, const struct program *p, double seconds);
/* If there are choices, prints their total saving; profile: includes choices
 * for the profile. */
void print_sum(FILE *f, const struct comparisons *all, const struct program *p,
               bool profile);

/* True if a file can set this collective of this library. */
bool can_set(const struct library *l, const char *op);
/* Prints a line: how much of the program's time settings can save at most. */
void print_most(FILE *f, const struct program *p, const struct library *l);

/* ---- what is installed with this program (installed.c) ------------------- */

/* Returns the path of libmpiperf-tuned.so, malloced: in this program's build
 * folder, where the program was installed or moved to, or in LIBDIR. NULL with
 * a malloced *cause if it is not there. */
char *front_path(char **cause);

/* ---- rules of Open MPI, one a line (rules.c) ----------------------------- */

/* True if rules can set this collective, by size or at least for all sizes. */
bool rules_can(const char *op);
/* Sets c->rule[]. */
void rules_decide(struct comparison *c);
/* True if the file starts with a version, and rules have a fifth number. */
bool rules_have_version(const struct library *l);
char *rules_lines(const struct comparisons *all, const struct library *l);
/* Returns what the -m sizes of a comparison are multiplied by to get the bytes
 * that rules use; 0 if a rule is for all sizes. */
long rules_factor(const struct comparison *c);

/* ---- rules of Open MPI as JSON (rules_json.c) ---------------------------- */

/* True if the library's rules are JSON: since version 6. It still reads the old
 * form, but applies each entry to the numbers of ranks before it. */
bool rules_are_json(const struct library *l);
/* Returns the value of "collectives", malloced; NULL if it is empty. */
char *rules_json_text(const struct comparisons *all);
/* Prints the whole file with the lines of a comment and that value. */
void rules_json_put(FILE *f, const char *comment, const char *colls);
/* The rules in the form that the library reads. */
char *rules_text(const struct comparisons *all, const struct library *l);

/* ---- the program (main.c) ------------------------------------------------ */

struct options {
    const char **word; /* files, or the command of a trial; ends with NULL */
    size_t words;
    const char **try; /* files for --try */
    size_t tries;
    const char *output, *profile, *program, *search, *budget, *repeat;
    bool overwrite, time, same_output;
};

extern const struct tool tune_tool;

/* Returns a path of the file that is valid in any folder, malloced. */
char *absolute(const char *file);
/* Sets *front to the path of the library that applies profiles, malloced; NULL
 * if the file is not a profile. Returns 0, or -1 after an error line. */
int front_needed(enum file_kind kind, char **front);

/* ---- trial (trial.c) ----------------------------------------------------- */

/* Replaces this program by mpiperf-repeat, which runs the command without and
 * with the files. On failure, returns the exit status. */
int try_files(const struct options *o);

#endif /* TUNE_TUNE_H */
