/* mpi_files.c: writes arrays to files in the current folder and reads them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "refnuma_mpi.h"

static const char path[] = "array";

/* An array, its size in words, and (`element`) the words of an element. */
struct filed {
    struct refnuma *context;
    struct refnuma_array *array;
    size_t words, element;
};

static int alloc_even(struct filed *f)
{
    f->words = 5000;
    return refnuma_alloc(f->context, f->words, MPI_DOUBLE, &f->array);
}

/* Sections that share pages; one section is empty. */
static int alloc_sections(struct filed *f)
{
    size_t *counts = test_alloc((size_t)test_size * sizeof(*counts));
    MPI_Datatype three;
    int rc;

    f->element = 3;
    f->words = 0;
    for (int r = 0; r < test_size; r++) {
        counts[r] = r == 1 ? 0 : 211 + 500 * (size_t)r;
        f->words += 3 * counts[r];
    }
    MPI_Type_contiguous(3, MPI_DOUBLE, &three);
    MPI_Type_commit(&three);
    rc = refnuma_alloc_sections(f->context, counts, three, &f->array);
    MPI_Type_free(&three);
    free(counts);
    return rc;
}

/* Each rank has one column of blocks; there are gaps between the rows. */
static int alloc_blocks(struct filed *f)
{
    f->words = (size_t)17 * 1536;
    return refnuma_alloc_blocks(f->context, 17, 1500, 1536, 1, test_size,
                                MPI_LONG, &f->array);
}

static struct filed filed_open(struct refnuma *c, int (*alloc)(struct filed *f))
{
    struct filed f = {.context = c, .element = 1};

    if (alloc(&f) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return f;
}

/* Returns the content of a word in a version of the array. */
static uint64_t word_of(uint64_t word, uint64_t version)
{
    return (word + 1) * UINT64_C(0x9e3779b97f4a7c15) + version;
}

/* Each owner writes its elements, some of which are in pages of other ranks. */
static void store(struct filed *f, uint64_t version)
{
    uint64_t *p = refnuma_pointer(f->array);

    for (size_t w = 0; w < f->words; w++)
        if (refnuma_owner(f->array, w / f->element) == test_rank) {
            EXPECT(refnuma_touch_range(f->array, w / f->element, 1) ==
                   MPI_SUCCESS);
            p[w] = word_of(w, version);
        }
}

static bool are(const uint64_t *p, size_t words, uint64_t version)
{
    size_t w = 0;

    while (w < words && p[w] == word_of(w, version))
        w++;
    return w == words;
}

/* Checks the array on every rank: touches it, runs a barrier and compares. */
static void verify(struct filed *f, uint64_t version)
{
    EXPECT(refnuma_touch_range(f->array, 0, f->words / f->element) ==
           MPI_SUCCESS);
    EXPECT(refnuma_barrier(f->context) == MPI_SUCCESS);
    EXPECT(are(refnuma_pointer(f->array), f->words, version));
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Checks that the file has exactly the array's words. */
static void verify_file(const struct filed *f, uint64_t version)
{
    uint64_t *words = test_alloc((f->words + 1) * sizeof(*words));
    FILE *file;

    MPI_Barrier(MPI_COMM_WORLD);
    file = fopen(path, "rb");
    EXPECT(file != NULL);
    EXPECT(file != NULL &&
           fread(words, sizeof(*words), f->words + 1, file) == f->words);
    EXPECT(are(words, f->words, version));
    if (file != NULL)
        fclose(file);
    free(words);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void make_file(size_t words, uint64_t version)
{
    FILE *file = test_rank == 0 ? fopen(path, "wb") : NULL;

    for (size_t w = 0; file != NULL && w < words; w++) {
        uint64_t word = word_of(w, version);

        EXPECT(fwrite(&word, sizeof(word), 1, file) == 1);
    }
    EXPECT(test_rank != 0 || (file != NULL && fclose(file) == 0));
    MPI_Barrier(MPI_COMM_WORLD);
}

static void there_and_back(struct refnuma *c, int (*alloc)(struct filed *f))
{
    struct filed a = filed_open(c, alloc), b = filed_open(c, alloc);

    make_file(2 * a.words, 0); /* an old file that is longer */
    store(&a, 1);
    EXPECT(refnuma_barrier(c) == MPI_SUCCESS);
    EXPECT(refnuma_write(a.array, path) == MPI_SUCCESS);
    verify_file(&a, 1);
    EXPECT(refnuma_read(b.array, path) == MPI_SUCCESS);
    verify(&b, 1);
    /* once more, into open pages, and from a file longer than the array */
    make_file(a.words + 100, 2);
    EXPECT(refnuma_read(b.array, path) == MPI_SUCCESS);
    verify(&b, 2);
    EXPECT(refnuma_free(&a.array) == MPI_SUCCESS);
    EXPECT(refnuma_free(&b.array) == MPI_SUCCESS);
}

/* Checks that the call failed on all ranks, with this class and reason. */
static void fails(int rc, int class, const char *what)
{
    EXPECT(rc == class);
    EXPECT(strstr(refnuma_failure(), what) != NULL);
}

/* Neither function waits for a FIFO. A symbolic link is read but not replaced.
 * Failures leave the array unchanged. */
static void refused(struct filed *f)
{
    static const char irregular[] = "is not a regular file";
    struct stat st;

    EXPECT(test_rank != 0 ||
           (mkfifo("fifo", 0600) == 0 && symlink(path, "link") == 0));
    store(f, 7);
    make_file(f->words - 1, 1);
    fails(refnuma_write(f->array, "no/such"), MPI_ERR_IO,
          "No such file or directory");
    fails(refnuma_read(f->array, "no/such"), MPI_ERR_IO, "no/such");
    fails(refnuma_write(f->array, "."), MPI_ERR_IO, irregular);
    fails(refnuma_read(f->array, "."), MPI_ERR_IO, irregular);
    fails(refnuma_write(f->array, "fifo"), MPI_ERR_IO, irregular);
    fails(refnuma_read(f->array, "fifo"), MPI_ERR_IO, irregular);
    fails(refnuma_write(f->array, "link"), MPI_ERR_IO, irregular);
    fails(refnuma_read(f->array, path), MPI_ERR_IO, "fewer bytes");
    fails(refnuma_read(NULL, path), MPI_ERR_ARG, "no array");
    fails(refnuma_write(f->array, NULL), MPI_ERR_ARG, "no path");
    verify(f, 7);
    EXPECT(lstat("link", &st) == 0 && S_ISLNK(st.st_mode));
    make_file(f->words, 9);
    EXPECT(refnuma_read(f->array, "link") == MPI_SUCCESS);
    verify(f, 9);
    EXPECT(test_rank != 0 || (unlink("fifo") == 0 && unlink("link") == 0));
}

/* Returns the number of names in the folder, which no rank changes now. */
static size_t names(void)
{
    size_t n = 0;
    DIR *d;

    MPI_Barrier(MPI_COMM_WORLD);
    d = opendir(".");
    EXPECT(d != NULL);
    while (d != NULL && readdir(d) != NULL)
        n++;
    if (d != NULL)
        closedir(d);
    MPI_Barrier(MPI_COMM_WORLD);
    return n;
}

/* If rank `full` cannot write its part, only the old file remains. */
static void kept(struct filed *f, int full)
{
    struct rlimit limit, small;
    struct stat st;
    size_t before;

    store(f, 3);
    make_file(f->words, 5);
    EXPECT(chmod(path, 0640) == 0);
    before = names();
    EXPECT(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    small = limit;
    if (test_rank == full)
        small.rlim_cur = 8 * f->words - 1;
    EXPECT(setrlimit(RLIMIT_FSIZE, &small) == 0);
    fails(refnuma_write(f->array, path), MPI_ERR_IO, "File too large");
    EXPECT(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    verify_file(f, 5);
    EXPECT(names() == before);
    EXPECT(refnuma_write(f->array, path) == MPI_SUCCESS);
    verify_file(f, 3);
    EXPECT(names() == before);
    EXPECT(stat(path, &st) == 0 && (st.st_mode & 0777) == 0640);
}

/* The ranks pass different files or arrays, or call different functions. Each
 * call alone would be valid. */
static void differing(struct filed *f)
{
    static const char differ[] = "ranks made different calls or passed";
    struct filed b = filed_open(f->context, alloc_even);
    bool odd = test_rank == test_size - 1;
    struct refnuma_array *either = odd ? b.array : f->array;
    size_t before;

    store(f, 4);
    make_file(f->words, 6);
    before = names();
    fails(refnuma_write(f->array, odd ? "other" : path), MPI_ERR_ARG, differ);
    fails(refnuma_write(either, path), MPI_ERR_ARG, differ);
    fails(refnuma_write(f->array, odd ? NULL : path), MPI_ERR_ARG, "no path");
    fails(odd ? refnuma_read(f->array, path) : refnuma_write(f->array, path),
          MPI_ERR_ARG, differ);
    fails(refnuma_read(either, path), MPI_ERR_ARG, differ);
    verify_file(f, 6);
    EXPECT(names() == before);
    verify(f, 4);
    EXPECT(refnuma_free(&b.array) == MPI_SUCCESS);
}

static void files(const struct refnuma_options *o)
{
    struct refnuma *c;
    struct filed f;

    EXPECT(refnuma_init(MPI_COMM_WORLD, o, &c) == MPI_SUCCESS);
    there_and_back(c, alloc_even);
    there_and_back(c, alloc_sections);
    there_and_back(c, alloc_blocks);
    f = filed_open(c, alloc_even);
    refused(&f);
    if (test_size > 1)
        differing(&f);
    kept(&f, 0);
    kept(&f, test_size - 1);
    EXPECT(refnuma_finalize(&c) == MPI_SUCCESS);
}

void case_files(const struct refnuma_options *o)
{
    struct refnuma_options by_call = *o;

    files(o);
    by_call.touch = REFNUMA_TOUCH_CALL;
    if (o->detect == REFNUMA_DETECT_TWIN && o->first_read == REFNUMA_UNDEFINED)
        files(&by_call);
}
