/* input.h: the files of runs that a tool reads, and its options for them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TOOLS_INPUT_H
#define TOOLS_INPUT_H

#include "compare/runs.h"
#include "lib/option_rows.h"

struct input {
    const char **file;
    size_t n;
    bool merge;
    long command[2]; /* command lines to compare; 0: not given */
};

/* Adds the name of a file. Returns 0, or -1 with a malloced *cause. */
int input_add(struct input *in, const char *file, char **cause);

/* Checks the options together. output: file to write; NULL: none. Returns a
 * malloced error text, or NULL. */
char *input_check(const struct input *in, const char *program,
                  const char *output);

/* Most sides that the files can have. */
size_t input_sides(const struct input *in);
/* The file to which further runs could be appended; NULL: none. */
const char *input_kept(const struct input *in);

/* Reads all files. Returns the exit status; if it is not EXIT_DONE, *cause is
 * malloced. */
int input_read(const struct input *in, struct runs *r, char **cause);

param_parse_fn input_commands;

#define IN_INPUT(member) .p.offset = offsetof(struct options, in.member)

/* Option rows for programs whose struct options has a member `struct input in`.
 */
#define INPUT_ROWS                                                             \
    {.title = "Runs:",                                                         \
     .p.name = "merge",                                                        \
     .p.help = "one table of the runs of all FILEs, any number of them",       \
     IN_INPUT(merge)},                                                         \
    {                                                                          \
        .p.name = "commands", .p.arg = "I,J", .p.shown = "1,2 of one FILE",    \
        .p.help = "compare command line J of mpiperf-repeat's FILE with I",    \
        .p.type = PARAM_TEXT, .p.parse = input_commands, IN_INPUT(command)     \
    }

#endif /* TOOLS_INPUT_H */
