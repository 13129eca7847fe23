/* options_help.c: --help and --list. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>

#include "lib/xmalloc.h"
#include "mpiperf/options/catalog.h"
#include "mpiperf/options/options_table.h"

static const char operands[] = "OPERATION[:VARIANT[,VARIANT]...]...";

static const char doc[] =
    "Measure how long MPI operations take, with launches that all ranks start "
    "together, and compare algorithms side by side in one run. --list shows "
    "operations and algorithms. Times are microseconds on standard output, "
    "seconds in records.\v"
    "OPERATION may be a shell pattern in quotes, such as 'i*' or '*'. It "
    "stands for all operations that match and that have all algorithms named "
    "with it; those that cannot do what other options ask for are left "
    "out.\n\n"
    "VARIANT is an algorithm, native by default, with or without settings of "
    "its own: ALGORITHM[@PARAMETER=VALUE]..., as in "
    "bcast:shmbcast@tree=flat,shmbcast@tree=binary@s=32.\n\n"
    "SWEEP is A; a list A,B,C; A:B, which doubles from A up to B; A:B:*F, "
    "which multiplies by F; or A:B:+S, which adds S. Values may have a suffix "
    "Ki, Mi or Gi.\n\n"
    "Examples:\n"
    "  mpiexec -n 16 mpiperf bcast:native,shmbcast -m 1:4Mi -o bcast.jsonl\n"
    "  mpiexec -n 16 mpiperf allreduce barrier -n 2:16 --preset=quick\n"
    "  mpiexec -n 4 mpiperf '*' --verify -m 0,1,64Ki --preset=quick\n"
    "  mpiexec -n 2 mpiperf --check\n\n"
    "Exit status: 0 done; 1 failed, no case has figures, or --check says "
    "unfit; 2 the command line is wrong; 3 wrong results under --verify.";

void options_help(FILE *f, const struct options *o)
{
    struct option_row *rows = option_rows(&o->registry);

    option_rows_help(f, rows, "mpiexec -n N mpiperf", operands, doc);
    free(rows);
}

void options_list(FILE *f, const struct options *o)
{
    struct catalog c;
    int kind = 0, name = 0;

    catalog_build(&c, &o->registry);
    for (size_t i = 0; i < c.n; i++) {
        int k = (int)strlen(c.v[i].word);
        int n = (int)strlen(c.v[i].name);

        kind = k > kind ? k : kind;
        name = n > name ? n : name;
    }
    for (size_t i = 0; i < c.n; i++)
        fprintf(f, "%-*s  %-*s  %s\n", kind, c.v[i].word, name, c.v[i].name,
                c.v[i].help);
    catalog_free(&c);
}
