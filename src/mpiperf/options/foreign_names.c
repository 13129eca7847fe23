/* foreign_names.c: translates names of the OSU and Intel MPI (IMB) benchmarks,
 * of MPI, launchers and earlier versions to mpiperf's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/names.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/foreign_names.h"

struct foreign {
    const char *word, *ours;
};

/* Benchmarks whose names (in lower case, without osu_) are not operations. */
static const struct foreign benchmarks[] = {
    {"latency", "pingpong"},
    {"multi_lat", "pingpong --pairs=halves"},
    {"latency_mt", "pingpong --threads=2"},
    {"bw", "bandwidth"},
    {"bibw", "bibandwidth"},
    {"mbw_mr", "bandwidth --pairs=halves"},
    {"message_rate", "bandwidth --pairs=halves"},
    {"uniband", "bandwidth --pairs=halves"},
    {"biband", "bibandwidth --pairs=halves"},
    {"put_latency", "put_flush"},
    {"get_latency", "get_flush"},
    {"acc_latency", "accumulate_flush"},
    {"get_acc_latency", "get_accumulate_flush"},
    {"cas_latency", "compare_and_swap_flush"},
    {"fop_latency", "fetch_and_op_flush"},
    {"put_bw", "put_flush --param=rma.calls=64"},
    {"get_bw", "get_flush --param=rma.calls=64"},
    {"put_bibw", "biput_pscw --param=rma.calls=64"},
    {"unidir_put", "put_flush"},
    {"unidir_get", "get_flush"},
    {"put", "put_flush"},
    {"get", "get_flush"},
    {"accumulate", "accumulate_flush"},
    {"init", "the field mpi_init of a run"},
    {0},
};

#define OF_MPIEXEC "an option of mpiexec: write it before mpiperf"

static const struct foreign switches[] = {
    {"-i", "--max-launches=N --max-rse=0"},
    {"-iter", "--max-launches=N --max-rse=0"},
    {"--iterations", "--max-launches=N --max-rse=0"},
    {"-x", "not needed: launches of the warm-up are never counted"},
    {"--warmup", "not needed: launches of the warm-up are never counted"},
    {"-c", "--min-valid=N here; OSU's -c is --verify"},
    {"-f", "--format=full"},
    {"--message-size", "--size"},
    {"--validation", "--verify"},
    {"-npmin", "--procs=MIN:MAX"},
    {"-msglog", "--size=MIN:MAX, in bytes"},
    {"-off_cache", "--buffer=cold"},
    {"-imb_barrier", "--method=barrier"},
    {"-multi", "--groups=K"},
    {"-time", "--max-time=TIME"},
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
    {"int", "int32"},       {"integer", "int32"},
    {"int32_t", "int32"},   {"long", "int64"},
    {"long_long", "int64"}, {"int64_t", "int64"},
    {"float32", "float"},   {"float64", "double"},
    {"char", "byte"},       {0},
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

char *foreign_operation(const struct registry *r, const char *name)
{
    char *word = plain(name);
    const char *ours = ours_of(benchmarks, word, strlen(word));
    const struct op *op = registry_op(r, word);
    /* OSU and IMB measure overlap with nonblocking operations, but not with
     * persistent ones, which have init() */
    bool overlap = op != NULL && op->call.init == NULL &&
                   strncasecmp(name, "mpi_", 4) != 0 &&
                   registry_algo(r, op, "overlap") != NULL;

    free(word);
    if (ours == NULL && op != NULL)
        ours = op->name;
    return ours != NULL ? xasprintf("%s is %s%s", name, ours,
                                    overlap ? ":native,overlap" : "")
                        : NULL;
}

char *foreign_row(const void *table, const char *name)
{
    char *word = plain(name), *text = NULL;
    const char *ours = ours_of(types, word, strlen(word));

    if (ours == NULL)
        ours = word;
    if (names_row(table, ours) != NULL)
        text = xasprintf("%s is %s", name, ours);
    free(word);
    return text;
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

char *foreign_option(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        size_t n = strcspn(argv[i], "=");
        const char *ours = ours_of(switches, argv[i], n);

        if (ours != NULL && !is_min_valid(argv[i], argv[i + 1]))
            return xasprintf("%.*s is %s", (int)n, argv[i], ours);
    }
    return NULL;
}
