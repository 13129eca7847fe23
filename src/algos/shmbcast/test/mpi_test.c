/* mpi_test.c: runs cases on all ranks; usage: shmbcast_mpi CASE... */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct engine *test_create(MPI_Comm comm, const char *text)
{
    struct shmbcast_failure why;
    struct engine *h = NULL;
    char line[200];

    if (engine_create(comm, text, &h, &why) != MPI_SUCCESS) {
        shmbcast_failure_text(&why, line, sizeof(line));
        test_fail(__FILE__, __LINE__, line);
    }
    return h;
}

void test_refused(MPI_Comm comm, const char *text, int code)
{
    struct engine *h = (struct engine *)&h; /* a failure must not change it */
    struct shmbcast_failure why;
    char line[200] = {0}, first[200];
    int rc = engine_create(comm, text, &h, &why);

    EXPECT(rc == code);
    EXPECT(why.code == code);
    EXPECT(h == (struct engine *)&h);
    EXPECT(shmbcast_failure_text(&why, line, sizeof(line)) > 0);
    memcpy(first, line, sizeof(first));
    MPI_Bcast(first, sizeof(first), MPI_CHAR, 0, MPI_COMM_WORLD);
    EXPECT(strcmp(first, line) == 0);
    if (test_rank == 0)
        printf("%s\n", line);
}

/* Groups of bytes and the gaps between them. */
enum { GROUP = 3, EXTENT = 5 };

static MPI_Datatype group_type(void)
{
    MPI_Datatype run, type;

    MPI_Type_contiguous(GROUP, MPI_BYTE, &run);
    MPI_Type_create_resized(run, 0, EXTENT, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&run);
    return type;
}

/* Returns what a buffer of [span] bytes, with guards, must contain after it has
 * received [n] bytes of a message. */
static char *image_of(const struct message *m, size_t n, size_t span)
{
    char *image = test_alloc(span + (size_t)2 * TEST_GUARD);
    char *at = image + TEST_GUARD, *bytes = m->gaps ? test_alloc(n) : at;

    memset(image, 0x5a, span + (size_t)2 * TEST_GUARD);
    test_fill(bytes, n, m->seed);
    for (size_t i = 0; m->gaps && i < n; i++)
        at[i / GROUP * EXTENT + i % GROUP] = bytes[i];
    if (m->gaps)
        free(bytes);
    return image;
}

void test_message(struct engine *e, int rank, const struct message *m)
{
    size_t mine = rank == m->root ? m->sent : m->room;
    size_t got = m->sent < mine ? m->sent : mine, groups = mine / GROUP;
    size_t span = m->gaps ? groups * EXTENT : mine;
    size_t whole = span + (size_t)2 * TEST_GUARD;
    char *want = image_of(m, got, span);
    char *own = m->data == NULL ? test_alloc(whole) : NULL;
    char *data = m->data == NULL ? own + TEST_GUARD : m->data;
    MPI_Datatype type = m->gaps ? group_type() : MPI_BYTE;

    memset(data - TEST_GUARD, 0x5a, whole);
    if (rank == m->root)
        memcpy(data - TEST_GUARD, want, whole);
    EXPECT(engine_bcast(data, (MPI_Count)(m->gaps ? groups : mine), type,
                        m->root, e) ==
           (mine > 0 && got < m->sent ? MPI_ERR_TRUNCATE : MPI_SUCCESS));
    EXPECT(memcmp(data - TEST_GUARD, want, whole) == 0);
    if (m->gaps)
        MPI_Type_free(&type);
    free(want);
    free(own);
}

void test_once(struct engine *e, int rank, int root, size_t nbytes,
               unsigned seed)
{
    test_message(
        e, rank,
        &(struct message){
            .root = root, .sent = nbytes, .room = nbytes, .seed = seed});
}

void test_works(void)
{
    struct engine *h = test_create(MPI_COMM_WORLD, engine_plain);

    if (h != NULL)
        test_once(h, test_rank, test_size - 1, 10000, 3);
    EXPECT(engine_free(&h) == MPI_SUCCESS);
}

static void run_setting(const struct engine_case *c, const char *text)
{
    struct engine *e;

    if (c->text != NULL) {
        c->text(text);
        return;
    }
    e = test_create(MPI_COMM_WORLD, text);
    if (e == NULL)
        return;
    c->handle(e);
    EXPECT(engine_free(&e) == MPI_SUCCESS);
    EXPECT(e == NULL);
}

/* Runs the case of that name with all of its settings. */
bool test_run_case(const char *name)
{
    const struct engine_case *c = engine_cases;
    char *settings, *rest;

    while (c->name != NULL && strcmp(name, c->name) != 0)
        c++;
    if (c->once != NULL)
        c->once();
    if (c->settings == NULL)
        return c->name != NULL;
    settings = rest = strdup(c->settings);
    while (rest != NULL)
        run_setting(c, strsep(&rest, "|"));
    free(settings);
    return true;
}

int test_same_everywhere(const void *bytes, size_t n)
{
    unsigned char *first = test_alloc(n);
    int here, everywhere;

    memcpy(first, bytes, n);
    MPI_Bcast(first, (int)n, MPI_BYTE, 0, MPI_COMM_WORLD);
    here = memcmp(first, bytes, n) == 0;
    free(first);
    MPI_Allreduce(&here, &everywhere, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return everywhere;
}
