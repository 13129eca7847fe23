/* refnuma_file.c: arrays to files and back, on all ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algos/refnuma/refnuma.h"

/* refnuma_file DIRECTORY: files are made there. */
static int rank, ranks;

static void check(int right, const char *what, int line)
{
    if (right)
        return;
    fprintf(stderr, "rank %d: line %d: not so: %s (%s)\n", rank, line, what,
            refnuma_failure());
    MPI_Abort(MPI_COMM_WORLD, 1);
}
#define CHECK(what) check(what, #what, __LINE__)

/* A word of the array, in so many versions. */
static uint64_t word_of(uint64_t word, uint64_t version)
{
    return (word + 1) * UINT64_C(0x9e3779b97f4a7c15) + version;
}

/* The kinds of arrays; n has words in all. */
struct kind {
    const char *name;
    int (*alloc)(struct refnuma *c, struct refnuma_array **a, size_t *words);
};

static int alloc_even(struct refnuma *c, struct refnuma_array **a,
                      size_t *words)
{
    *words = 5000;
    return refnuma_alloc(c, *words, MPI_DOUBLE, a);
}

/* Elements of three words, with pages that sections share; one is empty. */
static int alloc_sections(struct refnuma *c, struct refnuma_array **a,
                          size_t *words)
{
    size_t *counts = calloc((size_t)ranks, sizeof(*counts));
    MPI_Datatype three;
    int rc;

    CHECK(counts != NULL);
    *words = 0;
    for (int r = 0; r < ranks; r++) {
        counts[r] = r == 1 ? 0 : 211 + 500 * (size_t)r;
        *words += 3 * counts[r];
    }
    MPI_Type_contiguous(3, MPI_DOUBLE, &three);
    MPI_Type_commit(&three);
    rc = refnuma_alloc_sections(c, counts, three, a);
    MPI_Type_free(&three);
    free(counts);
    return rc;
}

/* A column of blocks a rank; gaps between the rows. */
static int alloc_blocks(struct refnuma *c, struct refnuma_array **a,
                        size_t *words)
{
    *words = (size_t)17 * 1536;
    return refnuma_alloc_blocks(c, 17, 1500, 1536, 1, ranks, MPI_LONG, a);
}

static const struct kind kinds[] = {
    {"even", alloc_even},
    {"sections", alloc_sections},
    {"blocks", alloc_blocks},
};

/* Each owner stores its elements, which may lie in pages of others. */
static void store(struct refnuma_array *a, size_t words, size_t element,
                  uint64_t version)
{
    uint64_t *p = refnuma_pointer(a);

    for (size_t w = 0; w < words; w++)
        if (refnuma_owner(a, w / element) == rank) {
            CHECK(refnuma_touch_range(a, w / element, 1) == MPI_SUCCESS);
            p[w] = word_of(w, version);
        }
}

/* What every rank reads behind a barrier that all touched the array before. */
static void verify(struct refnuma *c, struct refnuma_array *a, size_t words,
                   size_t element, uint64_t version)
{
    const uint64_t *p = refnuma_pointer(a);

    CHECK(refnuma_touch_range(a, 0, words / element) == MPI_SUCCESS);
    CHECK(refnuma_barrier(c) == MPI_SUCCESS);
    for (size_t w = 0; w < words; w++)
        CHECK(p[w] == word_of(w, version));
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The file has these words and no more. */
static void verify_file(const char *path, size_t words, uint64_t version)
{
    FILE *f;
    uint64_t word;

    MPI_Barrier(MPI_COMM_WORLD);
    f = fopen(path, "rb");
    CHECK(f != NULL);
    for (size_t w = 0; w < words; w++) {
        CHECK(fread(&word, sizeof(word), 1, f) == 1);
        CHECK(word == word_of(w, version));
    }
    CHECK(fgetc(f) == EOF);
    fclose(f);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void make_file(const char *path, size_t words, uint64_t version)
{
    FILE *f = rank == 0 ? fopen(path, "wb") : NULL;

    for (size_t w = 0; f != NULL && w < words; w++) {
        uint64_t word = word_of(w, version);

        CHECK(fwrite(&word, sizeof(word), 1, f) == 1);
    }
    CHECK(rank != 0 || (f != NULL && fclose(f) == 0));
    MPI_Barrier(MPI_COMM_WORLD);
}

static void there_and_back(struct refnuma *c, const struct kind *k,
                           const char *path)
{
    struct refnuma_array *a, *b;
    size_t words, element;

    CHECK(k->alloc(c, &a, &words) == MPI_SUCCESS);
    CHECK(k->alloc(c, &b, &words) == MPI_SUCCESS);
    element = k->alloc == alloc_sections ? 3 : 1;
    make_file(path, 2 * words, 0); /* longer: what is left of it is to go */
    store(a, words, element, 1);
    CHECK(refnuma_barrier(c) == MPI_SUCCESS);
    CHECK(refnuma_write(a, path) == MPI_SUCCESS);
    verify_file(path, words, 1);
    CHECK(refnuma_read(b, path) == MPI_SUCCESS);
    verify(c, b, words, element, 1);
    /* once more, into pages that all have by now; of a longer file */
    make_file(path, words + 100, 2);
    CHECK(refnuma_read(b, path) == MPI_SUCCESS);
    verify(c, b, words, element, 2);
    CHECK(refnuma_barrier(c) == MPI_SUCCESS);
    CHECK(refnuma_free(&a) == MPI_SUCCESS);
    CHECK(refnuma_free(&b) == MPI_SUCCESS);
}

static void irregular(struct refnuma_array *a, const char *path, bool read_too)
{
    CHECK(refnuma_write(a, path) == MPI_ERR_IO);
    CHECK(strstr(refnuma_failure(), "is no regular file") != NULL);
    if (!read_too)
        return;
    CHECK(refnuma_read(a, path) == MPI_ERR_IO);
    CHECK(strstr(refnuma_failure(), "is no regular file") != NULL);
}

/* A FIFO is not waited for. A link is read, and no file is put in its place. */
static void special(struct refnuma *c, struct refnuma_array *a, size_t words,
                    const char *folder, const char *path)
{
    char fifo[1000], link[1000];
    struct stat st;

    store(a, words, 1, 8);
    make_file(path, words, 9);
    snprintf(fifo, sizeof(fifo), "%s/fifo", folder);
    snprintf(link, sizeof(link), "%s/link", folder);
    CHECK(rank != 0 || (mkfifo(fifo, 0600) == 0 && symlink(path, link) == 0));
    MPI_Barrier(MPI_COMM_WORLD);
    irregular(a, fifo, true);
    irregular(a, link, false);
    CHECK(lstat(link, &st) == 0 && S_ISLNK(st.st_mode));
    verify_file(path, words, 9);
    CHECK(refnuma_read(a, link) == MPI_SUCCESS);
    verify(c, a, words, 1, 9);
    CHECK(rank != 0 || (unlink(fifo) == 0 && unlink(link) == 0));
}

/* Refused on all ranks, for a reason, and the array is as it was. */
static void refused(struct refnuma *c, struct refnuma_array *a, size_t words,
                    const char *folder, const char *path)
{
    char none[1000];

    snprintf(none, sizeof(none), "%s/no/such", folder);
    store(a, words, 1, 7);
    CHECK(refnuma_write(a, none) == MPI_ERR_IO);
    CHECK(strstr(refnuma_failure(), "No such file or directory") != NULL);
    CHECK(refnuma_read(a, none) == MPI_ERR_IO);
    CHECK(strstr(refnuma_failure(), none) != NULL);
    irregular(a, folder, true);
    make_file(path, words - 1, 1);
    CHECK(refnuma_read(a, path) == MPI_ERR_IO);
    CHECK(strstr(refnuma_failure(), "fewer bytes") != NULL);
    CHECK(refnuma_read(NULL, path) == MPI_ERR_ARG);
    CHECK(refnuma_write(a, NULL) == MPI_ERR_ARG);
    verify(c, a, words, 1, 7);
}

/* While no rank makes any. */
static size_t names_in(const char *folder)
{
    DIR *d;
    size_t n = 0;

    MPI_Barrier(MPI_COMM_WORLD);
    d = opendir(folder);
    CHECK(d != NULL);
    while (readdir(d) != NULL)
        n++;
    closedir(d);
    MPI_Barrier(MPI_COMM_WORLD);
    return n;
}

/* What cannot be written whole leaves the old file, and no other. */
static void kept(struct refnuma_array *a, size_t words, const char *folder,
                 const char *path, int full)
{
    struct rlimit limit;
    size_t names;
    rlim_t before;

    store(a, words, 1, 3);
    make_file(path, words, 5);
    CHECK(chmod(path, 0640) == 0);
    names = names_in(folder);
    CHECK(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    before = limit.rlim_cur;
    if (rank == full)
        limit.rlim_cur = 8 * words - 1;
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    CHECK(refnuma_write(a, path) == MPI_ERR_IO);
    CHECK(strstr(refnuma_failure(), "File too large") != NULL);
    limit.rlim_cur = before;
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    verify_file(path, words, 5);
    CHECK(names_in(folder) == names);
    CHECK(refnuma_write(a, path) == MPI_SUCCESS);
    verify_file(path, words, 3);
    CHECK(names_in(folder) == names);
}

/* Each file would do, but not another one, or another array, on each rank. */
static void differing(struct refnuma *c, struct refnuma_array *a, size_t words,
                      const char *folder, const char *path)
{
    struct refnuma_array *b;
    bool odd = rank == ranks - 1;
    char other[1000];
    size_t names;

    if (ranks == 1)
        return;
    snprintf(other, sizeof(other), "%s/other", folder);
    CHECK(alloc_even(c, &b, &words) == MPI_SUCCESS);
    store(a, words, 1, 4);
    make_file(path, words, 6);
    names = names_in(folder);
    CHECK(refnuma_write(a, odd ? other : path) == MPI_ERR_ARG);
    CHECK(strstr(refnuma_failure(), "differ from rank to rank") != NULL);
    CHECK(refnuma_write(odd ? b : a, path) == MPI_ERR_ARG);
    CHECK(refnuma_write(a, odd ? NULL : path) == MPI_ERR_ARG);
    CHECK((odd ? refnuma_read(a, path) : refnuma_write(a, path)) ==
          MPI_ERR_ARG);
    CHECK(refnuma_read(odd ? b : a, path) == MPI_ERR_ARG);
    verify_file(path, words, 6);
    CHECK(names_in(folder) == names);
    verify(c, a, words, 1, 4);
    CHECK(refnuma_free(&b) == MPI_SUCCESS);
}

/* How first touches and writes are found. */
static const char *const ways[][2] = {
    {"fault", "auto"}, {"fault", "twin"}, {"fault", "uffd"}, {"call", "twin"}};

static void go_way(const char *touch, const char *detect, const char *folder)
{
    struct refnuma_options options = refnuma_options_default();
    struct refnuma_array *a;
    struct refnuma *c;
    char path[1000];
    size_t words;
    int rc;

    snprintf(path, sizeof(path), "%s/array", folder);
    CHECK(refnuma_options_parse(&options, "touch", touch, NULL) == 0);
    CHECK(refnuma_options_parse(&options, "detect", detect, NULL) == 0);
    rc = refnuma_init(MPI_COMM_WORLD, &options, &c);
    if (rc == MPI_ERR_UNSUPPORTED_OPERATION && strcmp(detect, "uffd") == 0)
        return; /* not with this kernel */
    CHECK(rc == MPI_SUCCESS);
    for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
        there_and_back(c, &kinds[k], path);
    CHECK(alloc_even(c, &a, &words) == MPI_SUCCESS);
    refused(c, a, words, folder, path);
    special(c, a, words, folder, path);
    differing(c, a, words, folder, path);
    kept(a, words, folder, path, 0);
    kept(a, words, folder, path, ranks - 1);
    CHECK(refnuma_finalize(&c) == MPI_SUCCESS);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    CHECK(argc == 2);
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
        go_way(ways[i][0], ways[i][1], argv[1]);
    MPI_Finalize();
    return 0;
}
