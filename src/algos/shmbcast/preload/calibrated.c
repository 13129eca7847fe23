/* calibrated.c: results of this process's calibrations, by set of ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A calibration takes as long as thousands of messages, and repeating it for
 * the same processes gives about the same result. So the first communicator of
 * a set of ranks is calibrated, and later ones reuse its tables. Threads that
 * calibrate communicators of one set at the same time get different tables, and
 * may finish in a different order on each rank. Therefore all ranks use the
 * tables stored on the set's first rank.
 */
#include "channel.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../auto/algorithms.h"

enum { SETS_MOST = 64 };

/* Global, because communicators are freed before the report is printed. */
static struct {
    pthread_mutex_t lock;
    struct set {
        int n, *ranks; /* ranks of the set in MPI_COMM_WORLD */
        struct shmbcast_auto_params params;
        struct spent spent; /* on its handle */
        struct compared compared[OPERATIONS];
        double won;       /* seconds saved by calls so far */
        long calls, even; /* compared calls so far; how many it took until
                           * [won] reached [spent], 0 if it has not yet */
    } sets[SETS_MOST];
    int n;
} known = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Returns the ranks of [comm] as ranks in MPI_COMM_WORLD, or NULL. The caller
 * frees the array. */
static int *world_ranks(MPI_Comm comm, int *n)
{
    MPI_Group some, world;
    int *ranks; /* ranks in the world, followed by ranks in [comm] */

    PMPI_Comm_size(comm, n);
    ranks = calloc(2 * (size_t)*n, sizeof(*ranks));
    if (ranks == NULL)
        return NULL;
    for (int i = 0; i < *n; i++)
        ranks[*n + i] = i;
    PMPI_Comm_group(comm, &some);
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    PMPI_Group_translate_ranks(some, *n, ranks + *n, world, ranks);
    PMPI_Group_free(&some);
    PMPI_Group_free(&world);
    return ranks;
}

/* Finds a set; the caller holds the lock. */
static const struct set *find(const int *ranks, int n)
{
    for (int i = 0; ranks != NULL && i < known.n; i++)
        if (known.sets[i].n == n &&
            memcmp(known.sets[i].ranks, ranks, (size_t)n * sizeof(int)) == 0)
            return &known.sets[i];
    return NULL;
}

void calibrated_find(MPI_Comm here, struct shmbcast_auto_params *params)
{
    unsigned char tables[2][SHMBCAST_AUTO_SIZES] = {{0}}; /* 0 if unknown */
    const struct set *set;
    int n, *ranks = world_ranks(here, &n);

    pthread_mutex_lock(&known.lock);
    set = find(ranks, n);
    if (set != NULL) {
        memcpy(tables[0], set->params.dense, sizeof(tables[0]));
        memcpy(tables[1], set->params.gaps, sizeof(tables[1]));
    }
    pthread_mutex_unlock(&known.lock);
    free(ranks);
    if (PMPI_Bcast(tables, sizeof(tables), MPI_BYTE, 0, here) != MPI_SUCCESS)
        return;
    memcpy(params->dense, tables[0], sizeof(tables[0]));
    memcpy(params->gaps, tables[1], sizeof(tables[1]));
}

int calibrated_keep(MPI_Comm here, const struct shmbcast_auto_params *params,
                    const struct spent *spent)
{
    int n, *ranks = world_ranks(here, &n);
    const struct set *set;

    pthread_mutex_lock(&known.lock);
    set = find(ranks, n);
    if (set == NULL && ranks != NULL && known.n < SETS_MOST &&
        params->calibrate != SHMBCAST_AUTO_CALIBRATE_OFF) {
        known.sets[known.n] = (struct set){
            .n = n, .ranks = ranks, .params = *params, .spent = *spent};
        set = &known.sets[known.n++];
        ranks = NULL;
    }
    pthread_mutex_unlock(&known.lock);
    free(ranks);
    return set != NULL ? (int)(set - known.sets) : NO_SET;
}

struct compared calibrated_compared(int set, enum operation_number number)
{
    struct compared found = {.known = 0};

    pthread_mutex_lock(&known.lock);
    if (set != NO_SET)
        found = known.sets[set].compared[number];
    pthread_mutex_unlock(&known.lock);
    return found;
}

void calibrated_put(int set, enum operation_number number,
                    const struct compared *compared, double seconds)
{
    if (set == NO_SET)
        return;
    pthread_mutex_lock(&known.lock);
    known.sets[set].compared[number] = *compared;
    known.sets[set].spent.calibrate += seconds;
    pthread_mutex_unlock(&known.lock);
}

void calibrated_count(int set, enum operation_number number, size_t nbytes)
{
    const size_t longest = sb_size_at(SHMBCAST_AUTO_SIZES - 1);
    unsigned place = sb_place(nbytes);
    struct set *s;

    if (set == NO_SET)
        return;
    pthread_mutex_lock(&known.lock);
    s = &known.sets[set];
    if ((s->compared[number].known >> place & 1) != 0) {
        s->calls++;
        s->won += s->compared[number].saved[place] *
                  fmax(1, (double)nbytes / (double)longest);
    }
    if (s->even == 0 && s->won >= s->spent.set_up + s->spent.calibrate)
        s->even = s->calls;
    pthread_mutex_unlock(&known.lock);
}

/* Prints ranks such as 0-3,8. */
static void print_ranks(FILE *f, const struct set *set)
{
    for (int i = 0, end; i < set->n; i = end) {
        for (end = i + 1;
             end < set->n && set->ranks[end] == set->ranks[end - 1] + 1; end++)
            ;
        fprintf(f, "%s%d", i > 0 ? "," : "", set->ranks[i]);
        if (end > i + 1)
            fprintf(f, "-%d", set->ranks[end - 1]);
    }
}

/* Prints the start of a line about a set. */
static void print_begin(FILE *f, const struct set *set, int rank)
{
    fprintf(f, "shmbcast-preload: rank %d: ranks ", rank);
    print_ranks(f, set);
}

static void print_set(FILE *f, const struct set *set, int rank)
{
    char list[512];

    print_begin(f, set, rank);
    fprintf(f, ": set up in %.1f ms, calibrated in %.1f ms",
            1e3 * set->spent.set_up, 1e3 * set->spent.calibrate);
    if (set->even > 0)
        fprintf(f, ", paid off after %ld of %ld calls", set->even, set->calls);
    else if (set->won == 0)
        fputs(", too few measurements to say whether it paid off", f);
    else
        fprintf(f, ", did not pay off: %ld call%s saved %.1f ms", set->calls,
                set->calls > 1 ? "s" : "", 1e3 * set->won);
    fputs("\n", f);
    for (int gaps = 0; gaps < 2; gaps++) {
        print_begin(f, set, rank);
        shmbcast_auto_table_text(&set->params, gaps != 0, list, sizeof(list));
        fprintf(f, ": %s=%s\n", gaps ? "gaps" : "dense", list);
    }
}

void calibrated_end(FILE *out, int rank)
{
    char *text = NULL;
    size_t size;
    FILE *f = out != NULL ? open_memstream(&text, &size) : NULL;

    pthread_mutex_lock(&known.lock);
    for (int i = 0; i < known.n; i++) {
        if (f != NULL)
            print_set(f, &known.sets[i], rank);
        free(known.sets[i].ranks);
    }
    known.n = 0;
    pthread_mutex_unlock(&known.lock);
    if (f == NULL)
        return;
    /* a single write, because other ranks print at the same time */
    if (fclose(f) == 0)
        fputs(text, out);
    fflush(out);
    free(text);
}
