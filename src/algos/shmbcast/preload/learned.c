/* learned.c: what was learned, from communicator to communicator. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "learned.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../auto/handle.h"
#include "lib/quote.h"

/* So many sets of ranks are reported. */
enum { TABLES_MOST = 8 };

/* Communicators are freed before the report: state of the process. */
static struct {
    pthread_mutex_t lock;
    struct table {
        char *ranks, *text;
        double calls; /* that it is of */
    } tables[TABLES_MOST];
    int n, more; /* of these; sets of ranks that had no room */
} kept = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* One line a process is enough. Relaxed: it orders nothing. */
static atomic_bool warned;

static int world_rank(void)
{
    int rank;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

static void warn(const struct channel *ch, const char *what, const char *file,
                 const char *why)
{
    if (!ch->first ||
        atomic_exchange_explicit(&warned, true, memory_order_relaxed))
        return;
    fprintf(stderr,
            "shmbcast-preload: rank %d: SHMBCAST_LEARN_FILE: cannot %s '%s': "
            "%s; name another file, or none\n",
            world_rank(), what, SHOWN_FILE(file), why);
}

/* ---- ranks as text -------------------------------------------------------
 */

/* The numbers in MPI_COMM_WORLD, malloced; NULL without memory. */
static int *world_ranks(MPI_Comm comm, int *n)
{
    MPI_Group some, world;
    int *here, *there;

    PMPI_Comm_size(comm, n);
    here = calloc((size_t)*n, sizeof(*here));
    there = calloc((size_t)*n, sizeof(*there));
    if (here != NULL && there != NULL) {
        for (int i = 0; i < *n; i++)
            here[i] = i;
        PMPI_Comm_group(comm, &some);
        PMPI_Comm_group(MPI_COMM_WORLD, &world);
        PMPI_Group_translate_ranks(some, *n, here, world, there);
        PMPI_Group_free(&some);
        PMPI_Group_free(&world);
        free(here);
        return there;
    }
    free(here);
    free(there);
    return NULL;
}

/* Such as 0-3,8; malloced, NULL without memory. */
static char *ranks_text(MPI_Comm comm)
{
    char *text = NULL;
    size_t size;
    int n, *ranks = world_ranks(comm, &n);
    FILE *f = ranks != NULL ? open_memstream(&text, &size) : NULL;

    for (int i = 0, end; f != NULL && i < n; i = end) {
        for (end = i + 1; end < n && ranks[end] == ranks[end - 1] + 1; end++)
            ;
        fprintf(f, "%s%d", i > 0 ? "," : "", ranks[i]);
        if (end > i + 1)
            fprintf(f, "-%d", ranks[end - 1]);
    }
    if (f != NULL)
        fclose(f);
    free(ranks);
    return text;
}

/* ---- tables --------------------------------------------------------------
 */

static void table_free(struct table *t)
{
    free(t->ranks);
    free(t->text);
    *t = (struct table){0};
}

/* Of handles of the same ranks the table of the one that knows more stays: it
 * begins with what those before it learned. Takes over both texts. */
static void keep(char *ranks, char *text, double calls)
{
    struct table table = {ranks, text, calls};
    int i = 0;

    pthread_mutex_lock(&kept.lock);
    while (i < kept.n && strcmp(kept.tables[i].ranks, ranks) != 0)
        i++;
    if (i == TABLES_MOST) {
        kept.more++;
    } else if (i == kept.n || calls >= kept.tables[i].calls) {
        const struct table before = kept.tables[i];

        kept.tables[i] = table;
        table = before;
        kept.n += i == kept.n;
    }
    pthread_mutex_unlock(&kept.lock);
    table_free(&table);
}

/* The table, or why there is none; malloced, NULL: nothing to say. */
static char *table_of(struct shmbcast_auto *h)
{
    const char *why;
    char *text;

    if (shmbcast_auto_learns(h, &why))
        text = shmbcast_auto_learned_text(h);
    else if (asprintf(&text, "nothing is learned: %s\n", why) < 0)
        text = NULL;
    if (text != NULL && text[0] != '\0')
        return text;
    free(text);
    return NULL;
}

void learned_begin(struct channel *ch, MPI_Comm here,
                   const struct settings *settings)
{
    const char *why = NULL, *file = settings->learn_file;
    int rank;

    PMPI_Comm_rank(here, &rank);
    ch->first = rank == 0;
    if (settings->verbose > (world_rank() > 0))
        ch->ranks = ranks_text(here);
    if (file != NULL && sb_learned_calls(&ch->shared->learned) == 0 &&
        shmbcast_auto_learned_read(ch->shared, file, &why) != 0)
        warn(ch, "read", file, why);
}

void learned_end(struct channel *ch, const struct settings *settings)
{
    const char *why = NULL, *file = settings->learn_file;
    char *text = ch->ranks != NULL ? table_of(ch->shared) : NULL;

    if (text != NULL)
        keep(ch->ranks, text, sb_learned_calls(&ch->shared->learned));
    else
        free(ch->ranks);
    ch->ranks = NULL;
    if (file != NULL &&
        shmbcast_auto_learned_write(ch->shared, file, &why) != 0)
        warn(ch, "write", file, why);
}

/* With the lock. */
static char *report_text(int rank)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);

    if (f == NULL)
        return NULL;
    for (int i = 0; i < kept.n; i++) {
        fprintf(f, "shmbcast-preload: rank %d: as the root among ranks %s:\n%s",
                rank, kept.tables[i].ranks, kept.tables[i].text);
        table_free(&kept.tables[i]);
    }
    if (kept.more > 0)
        fprintf(f,
                "shmbcast-preload: rank %d: %d communicators of other ranks "
                "are not reported\n",
                rank, kept.more);
    kept.n = kept.more = 0;
    fclose(f);
    return text;
}

void learned_report(FILE *out, int rank)
{
    char *text;

    pthread_mutex_lock(&kept.lock);
    text = report_text(rank);
    pthread_mutex_unlock(&kept.lock);
    if (text == NULL)
        return;
    /* in one piece: ranks write at the same time */
    fputs(text, out);
    fflush(out);
    free(text);
}
