/* auto_learn_file.c: what a handle has learned, in a file and as a table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine_auto.h"
#include "mpi_test.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../auto/choose.h"
#include "../auto/handle.h"

enum { SENT = 3000, ROUNDS = 40 };

static uint64_t calls_of(struct shmbcast_auto *h)
{
    uint64_t calls = 0;

    sb_rows_settle(h);
    for (unsigned s = 0; s < SB_STATES; s++) {
        const struct sb_row *row = h->learned.rows[s][SB_PLAIN][sb_class(SENT)];

        if (row != NULL)
            calls += row->calls;
    }
    return calls;
}

/* Every rank is the root of some. */
static void send_all(struct engine *e, unsigned seed)
{
    for (int i = 0; i < ROUNDS * test_size; i++)
        test_once(e, test_rank, i % test_size, SENT, seed + (unsigned)i);
}

/* The folder and the file that all ranks use; made by rank 0. */
static void file_make(char folder[PATH_MAX], char path[PATH_MAX + 8])
{
    const char *tmp = getenv("TMPDIR");

    if (test_rank == 0) {
        snprintf(folder, PATH_MAX, "%s/learned.XXXXXX",
                 tmp != NULL ? tmp : "/tmp");
        EXPECT(mkdtemp(folder) != NULL);
    }
    MPI_Bcast(folder, PATH_MAX, MPI_CHAR, 0, MPI_COMM_WORLD);
    snprintf(path, PATH_MAX + 8, "%s/file", folder);
}

static void file_remove(const char *folder, const char *path, bool there)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (test_rank != 0)
        return;
    EXPECT((unlink(path) == 0) == there);
    EXPECT(rmdir(folder) == 0);
}

static void expect_text(struct shmbcast_auto *h, bool learns)
{
    static const char first[] = "plain messages";
    char *text = shmbcast_auto_learned_text(h);

    EXPECT(text != NULL);
    if (text == NULL)
        return;
    EXPECT(learns ? strncmp(text, first, strlen(first)) == 0 : text[0] == '\0');
    EXPECT((strstr(text, "\n2 KiB-3 KiB ") != NULL) == learns);
    free(text);
}

/* All ranks write and read one file at the same time. What comes after the
 * writing is forgotten by reading, and calls go on from there. */
void case_file(const char *text)
{
    char folder[PATH_MAX], path[PATH_MAX + 8];
    struct engine *e = test_create(MPI_COMM_WORLD, text);
    struct shmbcast_auto *h = engine_auto(e);
    bool learns = e != NULL && shmbcast_auto_learns(h, NULL);
    const char *why;
    uint64_t written;

    if (e == NULL)
        return;
    file_make(folder, path);
    EXPECT(shmbcast_auto_learned_read(h, path, &why) == 0); /* no file */
    send_all(e, 1);
    written = calls_of(h);
    EXPECT(!learns || written >= ROUNDS);
    EXPECT(shmbcast_auto_learned_write(h, path, &why) == 0);
    expect_text(h, learns);
    send_all(e, 100);
    EXPECT(calls_of(h) == written + (learns ? ROUNDS : 0));
    EXPECT(shmbcast_auto_learned_read(h, path, &why) == 0);
    EXPECT(calls_of(h) == written);
    send_all(e, 200);
    EXPECT(calls_of(h) == written + (learns ? ROUNDS : 0));
    EXPECT(engine_free(&e) == MPI_SUCCESS);
    file_remove(folder, path, learns);
}
