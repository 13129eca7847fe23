/* finish.c: joins and writes the recorded sets in MPI_Finalize.
 *
 * Rank 0 gathers the sets of all ranks (gather.c), joins them (join.c), writes
 * the supersteps (write.c), and reports how many of the program's messages are
 * in the files.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "finish.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algos/param.h"
#include "algos/preload/replace.h"
#include "lib/c_locale.h"
#include "lib/quote.h"

/* ---- the report, one line ------------------------------------------------ */

static double percent(int64_t part, int64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 100.0;
}

static void report_files(FILE *out, const char *prefix, const struct written *w)
{
    const char *name = SHOWN_FILE(prefix);

    if (w->files == 0)
        fputs("no files", out);
    else if (w->files == 1)
        fprintf(out, "%s-1.msgs", name);
    else
        fprintf(out, "%s-1.msgs to %s-%zu.msgs", name, name, w->files);
    fprintf(out, ": %lld supersteps, %zu of them different",
            (long long)w->supersteps, w->files);
}

static void report(const struct tally *t, const char *prefix,
                   const struct written *w)
{
    static const char *const why[NAMOUNTS] = {
        [AMOUNT_INSIDE] = "inside a node",
        [AMOUNT_UNWRITTEN] = "not written",
        [AMOUNT_MEMORY] = "MSGSCHED_RECORD_MEMORY used up",
        [AMOUNT_INTER] = "between communicators",
    };
    static const char *const what[NNUMBERS] = {
        [CALLS_COLLECTIVE] = "collective calls",
        [CALLS_ONE_SIDED] = "one-sided calls",
        [CALLS_PARTITIONED] = "partitioned requests",
        [SENDS_CANCELLED] = "sends cancelled",
        [RECEIVES_FREED] = "receives freed while open",
        [REQUESTS_OPEN] = "requests never completed",
        [SENDS_UNMATCHED] = "messages whose receive was not seen",
        [RECEIVES_UNMATCHED] = "receives whose message was not seen",
    };
    const struct amount taken = t->amount[AMOUNT_TAKEN],
                        sent = t->amount[AMOUNT_SENT];
    char *line = NULL;
    size_t size;
    FILE *out = open_memstream(&line, &size);
    locale_t before;

    if (out == NULL)
        return;
    before = c_locale_enter();
    report_files(out, prefix, w);
    fprintf(out,
            "; taken: %lld of %lld messages (%.1f %%), %lld of %lld bytes "
            "(%.1f %%)",
            (long long)taken.messages, (long long)sent.messages,
            percent(taken.messages, sent.messages), (long long)taken.bytes,
            (long long)sent.bytes, percent(taken.bytes, sent.bytes));
    for (int i = 0; i < NAMOUNTS; i++)
        if (why[i] != NULL && t->amount[i].messages > 0)
            fprintf(out, "; %s: %lld messages, %lld bytes", why[i],
                    (long long)t->amount[i].messages,
                    (long long)t->amount[i].bytes);
    for (int i = 0; i < NNUMBERS; i++)
        if (t->number[i] > 0)
            fprintf(out, "; %lld %s", (long long)t->number[i], what[i]);
    c_locale_leave(before);
    if (fclose(out) == 0)
        fprintf(stderr, "msgsched-record: %s\n", line);
    free(line);
}

/* ---- MPI_Finalize -------------------------------------------------------- */

static void say(const char *what)
{
    fprintf(stderr, "msgsched-record: %s\n", what);
}

/* True if all ranks are recording. */
static bool agreed(MPI_Comm comm, int rank)
{
    int mine[] = {record_on(), !record_on()}, all[2];

    PMPI_Allreduce(mine, all, 2, MPI_INT, MPI_MIN, comm);
    if (rank == 0 && all[1])
        say("MSGSCHED_RECORD is not set: nothing is recorded");
    else if (rank == 0 && !all[0])
        say("MSGSCHED_RECORD is not set on all ranks: nothing is recorded");
    return all[0];
}

/* On rank 0: joins the sets, writes the files and reports. */
static void publish(struct sets *all, int size, int *node,
                    const struct record_settings *settings, struct tally *tally)
{
    struct joined j;
    struct written w;
    int rc;

    if (!join(all, size, settings->internode ? node : NULL, &j, tally)) {
        say("out of memory for joining the sets of all ranks");
        joined_free(&j);
        return;
    }
    rc = write_files(&j, settings->prefix, settings->files, size, node, tally,
                     &w);
    if (rc != 0)
        fprintf(stderr, "msgsched-record: cannot write %s: %s%s\n",
                w.path != NULL ? SHOWN_FILE(w.path) : "files",
                file_replace_error(rc),
                rc == -EEXIST ? ", or set MSGSCHED_RECORD to another prefix"
                              : "");
    free(w.path);
    report(tally, settings->prefix, &w);
    joined_free(&j);
}

static void finish(MPI_Comm comm, int rank)
{
    struct record_settings settings;
    struct sets mine, *all;
    struct tally tally, sum = {0};
    int size, *node;

    _Static_assert(sizeof(tally) % sizeof(int64_t) == 0, "all are int64_t");
    record_settings_read(&settings, rank == 0);
    PMPI_Comm_size(comm, &size);
    record_end(&mine, &tally);
    PMPI_Reduce(&tally, &sum, sizeof(tally) / sizeof(int64_t), MPI_INT64_T,
                MPI_SUM, 0, comm);
    all = gather_sets(comm, &mine, &node);
    if (all != NULL)
        publish(all, size, node, &settings, &sum);
    else if (rank == 0)
        say("out of memory for the sets of all ranks");
    gathered_free(all, size);
    free(node);
}

void record_finish(void)
{
    int yes = 0, over = 0, rank;
    MPI_Comm comm;

    PMPI_Initialized(&yes);
    PMPI_Finalized(&over);
    if (!yes || over || PMPI_Comm_dup(MPI_COMM_WORLD, &comm) != MPI_SUCCESS)
        return;
    PMPI_Comm_rank(comm, &rank);
    if (agreed(comm, rank))
        finish(comm, rank);
    PMPI_Comm_free(&comm);
}
