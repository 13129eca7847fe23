/* foreign_names.c: translates names of the OSU and Intel MPI (IMB) benchmarks,
 * of MPI, launchers and earlier versions to mpiperf's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/names.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/foreign.h"
#include "print/benchmarks.h"

struct foreign {
    const char *word, *ours;
};

#define OF_MPIEXEC "an option of mpiexec: write it before mpiperf"

static const struct foreign switches[] = {
    {"-c", "--min-valid=N here; OSU's -c is --verify"},
    {"-np", OF_MPIEXEC},
    {"--np", OF_MPIEXEC},
    {"--bind-to", OF_MPIEXEC},
    {"-bind-to", OF_MPIEXEC},
    {"--map-by", OF_MPIEXEC},
    {"-map-by", OF_MPIEXEC},
    {"--host", OF_MPIEXEC},
    {"--hostfile", OF_MPIEXEC},
    {"--oversubscribe", OF_MPIEXEC},
    {"--mca", OF_MPIEXEC},
    {"-ppn", OF_MPIEXEC},
    {0},
};

/* Datatypes whose names without MPI_, in lower case, are not mpiperf's. */
static const struct foreign types[] = {
    {" int integer int32_t unsigned uint32_t logical ", "int32"},
    {" long long_long long_long_int int64_t integer8 unsigned_long uint64_t "
     "unsigned_long_long aint offset count ",
     "int64"},
    {" float32 real real4 ", "float"},
    {" float64 double_precision real8 ", "double"},
    {" char ", "byte"},
    {0},
};

/* Parameters, and values of parameters, of earlier versions. */
static const struct foreign removed[] = {
    {"msgsched.across", "all wire messages to a node go before those to the "
                        "next node"},
    {"msgsched.heavy", "pairs of processes with the most bytes go first"},
    {"msgsched.synchronous", "put an MPI_Isend that calls PMPI_Issend in "
                             "LD_PRELOAD"},
    {"msgsched.weight", "a pair of processes weighs the larger of the bytes "
                        "that its source sends and its target receives"},
    {"shmbcast.preset=tuned", "shmbcast-auto measures what is fastest, and "
                              "preset=model chooses f and s"},
    {0},
};

/* Returns mpiperf's name for the first `length` characters of the word, or
 * NULL. */
static const char *ours_of(const struct foreign *h, const char *word,
                           size_t length)
{
    for (; h->word != NULL; h++)
        if (strlen(h->word) == length && strncmp(h->word, word, length) == 0)
            return h->ours;
    return NULL;
}

/* Returns the name in lower case, without the prefix osu_ or MPI_, malloced.
 * Hyphens become underscores; OSU's suffix _persistent becomes _init. */
static char *plain(const char *name)
{
    static const char persistent[] = "_persistent";
    char *word;

    if (strncasecmp(name, "osu_", 4) == 0 || strncasecmp(name, "mpi_", 4) == 0)
        name += 4;
    word = xstrdup(name);
    for (char *c = word; *c != '\0'; c++)
        *c = (char)(*c == '-' ? '_' : tolower((unsigned char)*c));
    if (has_suffix(word, persistent))
        strcpy(word + strlen(word) - strlen(persistent), "_init");
    return word;
}

/* Returns the benchmark of this name, in which osu_ may be missing; or NULL. */
static const struct benchmark *benchmark_named(const char *name)
{
    const char *bare = strncasecmp(name, "osu_", 4) == 0 ? name + 4 : name;
    char *osu = xasprintf("osu_%s", bare);
    const struct benchmark *b = benchmark_find(OSU, osu);

    free(osu);
    return b != NULL ? b : benchmark_find(NULL, name);
}

char *foreign_operation(const struct registry *r, const char *name)
{
    const struct benchmark *b = benchmark_named(name);
    char *word = plain(name);
    const struct op *op = registry_op(r, word);

    free(word);
    if (b == NULL)
        return op != NULL ? xasprintf("%s is %s", name, op->name) : NULL;
    if (b->columns == COLUMNS_NONE)
        return xasprintf("%s: %s", name, b->ours);
    return xasprintf("%s is %s; --as=%s takes its options%s%s", name, b->ours,
                     benchmark_is_osu(b) ? b->name : b->program,
                     benchmark_is_osu(b) ? "" : ", and ",
                     benchmark_is_osu(b) ? "" : b->name);
}

const void *foreign_type(const void *table, const char *name)
{
    char *word = plain(name), *blanks = xasprintf(" %s ", word);
    const struct foreign *t = types;
    const void *row;

    while (t->word != NULL && strstr(t->word, blanks) == NULL)
        t++;
    row = names_row(table, t->word != NULL ? t->ours : word);
    free(blanks);
    free(word);
    return row;
}

char *foreign_row(const void *table, const char *name)
{
    const char *const *row = foreign_type(table, name);

    return row != NULL ? xasprintf("%s is %s", name, *row) : NULL;
}

char *removed_parameter(const char *parameter, const char *value)
{
    char *setting = xasprintf("%s=%s", parameter, value), *text = NULL;
    size_t n = strlen(parameter);
    const char *ours = ours_of(removed, setting, n);

    if (ours == NULL) {
        n = strlen(setting);
        ours = ours_of(removed, setting, n);
    }
    if (ours != NULL)
        text = xasprintf("%.*s is gone: %s", (int)n, setting, ours);
    free(setting);
    return text;
}

/* True if the word is -c and a number follows, as in mpiperf's own option
 * -c. */
static bool is_min_valid(const char *word, const char *next)
{
    return strcmp(word, "-c") == 0 && next != NULL &&
           isdigit((unsigned char)next[*next == '-']);
}

static bool is_own(const struct option_row *rows, const char *word, size_t n)
{
    for (; rows->p.name != NULL; rows++)
        if ((n == 2 && rows->key == word[1]) ||
            (strlen(rows->p.name) + 2 == n &&
             strncmp(rows->p.name, word + 2, n - 2) == 0))
            return true;
    return false;
}

char *foreign_option(const struct option_row *rows, int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        size_t n = strcspn(argv[i], "=");
        const char *ours = ours_of(switches, argv[i], n);
        char *words = NULL, *text = NULL;

        if (ours == NULL && !is_own(rows, argv[i], n))
            ours = words = taken_hint(argv[i], n);
        if (ours != NULL && !is_min_valid(argv[i], argv[i + 1]))
            text = xasprintf("%.*s is %s", (int)n, argv[i], ours);
        free(words);
        if (text != NULL)
            return text;
    }
    return NULL;
}
