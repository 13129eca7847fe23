/* test_auto_params.c: parameters of shmbcast_auto, their tables, files and
 * segment sizes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <dirent.h>
#include <sys/stat.h>

#include "lib/test/golden.h"
#include "lib/test/unit.h"
#include "../auto/handle.h"
#include "../team.h"

#define NEVER SHMBCAST_AUTO_NEVER
#define MEASURED SHMBCAST_AUTO_MEASURED
#define ON SHMBCAST_AUTO_CALIBRATE_ON

/* Text form of parameters: the members in order; "never" is -1, "measured" is
 * -2, and an empty table is -. */
static const char before[] = "1 2 3 4 5 0 7 - -";
static const struct shmbcast_auto_params plain = {.slot = 1,
                                                  .ring = 2,
                                                  .pull = 3,
                                                  .direct = 4,
                                                  .group = 5,
                                                  .calibrate_ms = 7};

static char *params_text(const struct shmbcast_auto_params *p)
{
    char dense[200], gaps[200], *text = NULL;
    int ndense = shmbcast_auto_table_text(p, false, dense, sizeof(dense));
    int ngaps = shmbcast_auto_table_text(p, true, gaps, sizeof(gaps));

    assert_false(p->crowded);
    assert_true(asprintf(&text, "%zd %zd %zd %zd %d %d %d %s %s",
                         (ssize_t)p->slot, (ssize_t)p->ring, (ssize_t)p->pull,
                         (ssize_t)p->direct, p->group, (int)p->calibrate,
                         p->calibrate_ms, ndense > 0 ? dense : "-",
                         ngaps > 0 ? gaps : "-") > 0);
    return text;
}

static void assert_params(const struct shmbcast_auto_params *p,
                          const char *want)
{
    char *text = params_text(p);

    assert_string_equal(text, want);
    free(text);
}

/* What NAME=VALUE makes of the plain parameters, or what is wrong with it. */
static char *parse_answer(char *value)
{
    struct shmbcast_auto_params p = plain;
    char *name = strsep(&value, "="), *text = NULL;
    const char *why = NULL;
    int rc = shmbcast_auto_params_parse(&p, name, value, &why);

    if (rc == 0) {
        assert_null(why);
        return params_text(&p);
    }
    assert_params(&p, before);
    assert_true(rc == -ENOENT || rc == -EINVAL);
    assert_true(asprintf(&text, "%s: %s", rc == -ENOENT ? "unknown" : "wrong",
                         why) > 0);
    return text;
}

/* test_params.c tests invalid numbers. */
UNIT_TEST(parse)
{
    assert_answers("src/algos/shmbcast/test/auto_params.txt", parse_answer);
}

/* The later setting counts: thresholds or a table. */
UNIT_TEST(last_holds)
{
    struct shmbcast_auto_params p = plain;

    shmbcast_auto_params_parse(&p, "dense", "queue", NULL);
    shmbcast_auto_params_parse(&p, "gaps", "ring", NULL);
    shmbcast_auto_params_parse(&p, "ring", "64Ki", NULL);
    assert_params(&p, "1 65536 3 4 5 0 7 queue ring");
    shmbcast_auto_params_parse(&p, "pull", "never", NULL);
    assert_params(&p, "1 65536 -1 4 5 0 7 - -");
}

UNIT_TEST(check)
{
    static const char slot[] = "slot is larger than 8192 bytes",
                      power[] = "ring is not a power of two",
                      size[] = "ring is not between 64 KiB and 1 GiB",
                      ms[] = "calibrate_ms is not between 1 and 60000",
                      table[] = "an algorithm does not fit a size in the table";
    static const struct {
        struct shmbcast_auto_params p;
        const char *why; /* NULL if valid */
    } rows[] = {
        {{.calibrate_ms = 1}, NULL},
        {{8192,
          64 << 10,
          NEVER,
          NEVER,
          INT_MAX,
          ON,
          60000,
          false,
          {0},
          {0},
          {0}},
         NULL},
        {{.slot = MEASURED,
          .ring = 1 << 30,
          .pull = MEASURED,
          .calibrate_ms = 7},
         NULL},
        {{.slot = 8193}, slot},
        {{.slot = NEVER}, slot},
        {{.ring = 96 << 10}, power},
        {{.ring = NEVER}, power},
        {{.ring = 32 << 10}, size},
        {{.ring = (size_t)2 << 30}, size},
        {{.pull = (size_t)PTRDIFF_MAX + 1}, "pull is too large"},
        {{.direct = MEASURED}, "direct is too large"},
        {{.group = -1}, "group is negative"},
        {{.calibrate = 4}, "no such calibration"},
        {{.calibrate_ms = 0}, ms},
        {{.calibrate_ms = 60001}, ms},
        {{.calibrate_ms = 1, .dense = {SB_SLOT}}, table},
        {{.calibrate_ms = 1, .gaps = {0, SB_RING}}, table},
    };

    for (size_t i = 0; i < LENGTH(rows); i++) {
        const char *why = "usable";
        bool usable = rows[i].why == NULL;

        assert_int_equal(shmbcast_auto_params_check(&rows[i].p, &why),
                         usable ? 0 : -EINVAL);
        assert_string_equal(why, usable ? "usable" : rows[i].why);
        assert_int_equal(shmbcast_auto_bytes(&rows[i].p, 2) > 0, usable);
    }
}

/* The segment has the words, slots and ring of each rank, and the queues of the
 * published algorithm. */
UNIT_TEST(segment_bytes)
{
    size_t w = sb_page_size(), usual, ring;
    size_t area = (sizeof(struct sb_area) + w - 1) / w * w;
    struct shmbcast_auto_params p = shmbcast_auto_params_default();
    struct shmbcast_params q = shmbcast_params_default();

    assert_int_equal(shmbcast_auto_params_check(&p, NULL), 0);
    assert_params(&p, "-2 0 -2 8192 0 1 30 - -");
    q.s = 16;
    usual = shmbcast_auto_bytes(&p, 2) - shmbcast_segment_bytes(&q, 2);
    ring = usual / 2 - area;
    /* if the library chooses the ring, the same limits apply */
    assert_true(ring >= 64 << 10 && 2 * ring <= 64 << 20);
    assert_int_equal(ring & (ring - 1), 0);
    assert_int_equal(shmbcast_auto_bytes(NULL, 2), shmbcast_auto_bytes(&p, 2));
    p.ring = 64 << 10;
    for (int n = 1; n < 8; n += 3)
        assert_int_equal(shmbcast_auto_bytes(&p, n),
                         (size_t)n * (area + p.ring) +
                             shmbcast_segment_bytes(&q, n));
    /* so many ranks that rings have their minimum size */
    assert_int_equal(shmbcast_auto_bytes(NULL, 1024),
                     shmbcast_auto_bytes(&p, 1024));
    assert_int_equal(shmbcast_auto_bytes(&p, 0), 0);
    assert_int_equal(shmbcast_auto_bytes(&p, -1), 0);
}

UNIT_TEST(places)
{
    static const struct {
        size_t nbytes;
        unsigned place;
    } rows[] = {{57, 0},       {64, 0},       {65, 1},       {129, 2},
                {4096, 6},     {4097, 7},     {524288, 13},  {524289, 14},
                {1 << 20, 14}, {1 << 21, 14}, {SIZE_MAX, 14}};

    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_int_equal(sb_place(rows[i].nbytes), rows[i].place);
    for (unsigned i = 0; i < SHMBCAST_AUTO_SIZES; i++)
        assert_int_equal(sb_place(sb_size_at(i)), i);
}

/* Printing a list that was parsed gives the same text. */
UNIT_TEST(lists)
{
    static const struct {
        const char *text;
        bool gaps;
        unsigned char at[4]; /* algorithm of 64 B, 4 KiB, 64 KiB, 1 MiB */
    } rows[] = {
        {"ring", true, {SB_RING, SB_RING, SB_RING, SB_RING}},
        {"slot:4Ki,queue:32Ki,pull",
         false,
         {SB_SLOT, SB_SLOT, SB_PULL, SB_PULL}},
        {"slot-ask:64,buffer-ask:128,slot:4Ki,buffer:8Ki,ring-part:512Ki,"
         "pull-fine",
         false,
         {SB_SLOT_ASK, SB_SLOT, SB_RING_PART, SB_PULL_FINE}},
    };
    static const size_t sizes[] = {64, 4 << 10, 64 << 10, 1 << 20};

    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct shmbcast_auto_params p = {0};
        unsigned char *table = rows[i].gaps ? p.gaps : p.dense;
        int n = (int)strlen(rows[i].text);
        char text[200];

        assert_int_equal(sb_table_parse(table, rows[i].text, rows[i].gaps), 0);
        for (int k = 0; k < 4; k++)
            assert_int_equal(table[sb_place(sizes[k])], rows[i].at[k]);
        assert_int_equal(
            shmbcast_auto_table_text(&p, rows[i].gaps, text, sizeof(text)), n);
        assert_string_equal(text, rows[i].text);
        assert_int_equal(shmbcast_auto_table_text(&p, rows[i].gaps, text, 4),
                         n);
        assert_int_equal(strlen(text), 3);
        assert_int_equal(sb_table_parse(table, "measured", rows[i].gaps), 0);
        assert_params(&p, "0 0 0 0 0 0 0 - -");
    }
}

/* Algorithms that let the kernel copy are also rejected for data with gaps. */
UNIT_TEST(lists_refused)
{
    static const char list[] =
        "|slot|slot:8Ki,ring|buffer:16Ki,ring|ring:4Ki|ring:1Mi|ring:32,queue|"
        "direct|none|rings|rin|ring,queue|ring:4Ki,|ring:x,queue|"
        "ring:4Ki:,pull|ring:4Ki,queue:1Ki|,ring|ring:4Ki,pull,|"
        "ring:1Mi,queue|ring:-1,queue";
    unsigned char table[SHMBCAST_AUTO_SIZES], same[SHMBCAST_AUTO_SIZES];
    char copy[sizeof(list)], *rest = copy, endless[1000] = "";

    memset(endless, ',', sizeof(endless) - 1);
    memset(table, SB_QUEUE, sizeof(table));
    memset(same, SB_QUEUE, sizeof(same));
    memcpy(copy, list, sizeof(list));
    while (rest != NULL)
        assert_int_equal(sb_table_parse(table, strsep(&rest, "|"), false),
                         -EINVAL);
    assert_int_equal(sb_table_parse(table, endless, false), -EINVAL);
    assert_int_equal(sb_table_parse(table, "ring:4Ki,pull", true), -EINVAL);
    assert_int_equal(sb_table_parse(table, "pull-fine", true), -EINVAL);
    assert_memory_equal(table, same, sizeof(table));
}

/* A temporary folder, and the path of a file in it. */
static char folder[PATH_MAX], path[PATH_MAX + 8];

static int folder_make(void **state)
{
    const char *tmp = getenv("TMPDIR");

    (void)state;
    snprintf(folder, sizeof(folder), "%s/auto_params.XXXXXX",
             tmp != NULL ? tmp : "/tmp");
    snprintf(path, sizeof(path), "%s/file", mkdtemp(folder));
    return 0;
}

static int folder_remove(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

/* Checks the result of reading the file. */
static void read_is(const char *file, int rc, int line, const char *why,
                    const char *after)
{
    struct shmbcast_auto_params p = plain;
    const char *got_why = "nothing is wrong";
    int got_line = -1;

    assert_int_equal(shmbcast_auto_params_read(&p, file, &got_line, &got_why),
                     rc);
    assert_int_equal(got_line, line);
    if (why != NULL)
        assert_string_equal(got_why, rc == 0 ? "nothing is wrong" : why);
    assert_params(&p, after);
}

static void file_of(const char *text, size_t n)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

UNIT_TEST_WITH(files_read, folder_make, folder_remove)
{
    static const struct {
        const char *text;
        int rc, line;
        const char *after;
    } rows[] = {
        {"", 0, 0, before},
        {"# all\n\n  slot=7 # bytes\r\nring=64Ki\npull=never\ndirect=1Mi\n"
         "group=0\ncalibrate=cold\ncalibrate_ms=9",
         0, 9, "7 65536 -1 1048576 0 3 9 - -"},
        {"pull=8\ndirect=9\n", 0, 2, "1 2 8 9 5 0 7 - -"},
        {"slot=7\n\npull\n", -EINVAL, 3, before},
        {"slot = 7\n", -ENOENT, 1, before},
        {"slot=7\ndense=many\n", -EINVAL, 2, before},
    };
    static char spaces[(16 << 10) + 1];

    for (size_t i = 0; i < LENGTH(rows); i++) {
        file_of(rows[i].text, strlen(rows[i].text));
        read_is(path, rows[i].rc, rows[i].line, NULL, rows[i].after);
    }
    /* reading does not block, is limited, and takes a file whole or not */
    memset(spaces, ' ', sizeof(spaces));
    file_of(spaces, sizeof(spaces));
    read_is(path, -EFBIG, 0, "longer than 16 KiB", before);
    file_of("slot=1\n\0ring=2\n", 15);
    read_is(path, -EINVAL, 0, "it contains a null byte", before);
    unlink(path);
    read_is(path, -ENOENT, 0, strerror(ENOENT), before);
    assert_int_equal(mkfifo(path, 0600), 0);
    read_is(path, -EINVAL, 0, "is not a regular file", before);
    read_is("/dev/zero", -EINVAL, 0, "is not a regular file", before);
    read_is(folder, -EINVAL, 0, "is not a regular file", before);
}

static int entries(void)
{
    DIR *d = opendir(folder);
    int n = 0;

    assert_non_null(d);
    while (readdir(d) != NULL)
        n++;
    closedir(d);
    return n;
}

UNIT_TEST_WITH(files_written, folder_make, folder_remove)
{
    static const struct {
        struct shmbcast_auto_params p;
        const char *dense, *gaps, *after;
    } rows[] = {
        {{.slot = MEASURED, .ring = 8, .pull = NEVER, .direct = 4, .group = 5},
         "measured",
         "measured",
         "-2 8 -1 4 5 0 7 - -"},
        {{.slot = 7, .pull = MEASURED, .direct = NEVER},
         "slot:256,ring:64Ki,pull",
         "buffer:256,queue",
         "7 0 -2 -1 0 0 7 slot:256,ring:64Ki,pull buffer:256,queue"},
    };
    struct stat st;
    mode_t mask;

    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct shmbcast_auto_params p = rows[i].p;

        shmbcast_auto_params_parse(&p, "dense", rows[i].dense, NULL);
        shmbcast_auto_params_parse(&p, "gaps", rows[i].gaps, NULL);
        file_of("whatever was there", 18);
        assert_int_equal(chmod(path, 0640), 0);
        assert_int_equal(shmbcast_auto_params_write(&p, path), 0);
        assert_int_equal(lstat(path, &st), 0);
        assert_int_equal(st.st_mode, S_IFREG | 0640);
        read_is(path, 0, p.dense[0] != SB_NONE ? 8 : 6, NULL, rows[i].after);
    }
    /* the folder has no other file, and a FIFO is not replaced */
    assert_int_equal(entries(), 3); /* including . and .. */
    unlink(path);
    mask = umask(077);
    assert_int_equal(shmbcast_auto_params_write(&plain, path), 0);
    umask(mask);
    assert_int_equal(lstat(path, &st), 0);
    assert_int_equal(st.st_mode, S_IFREG | 0600);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(shmbcast_auto_params_write(&plain, path), -EINVAL);
    assert_int_equal(lstat(path, &st), 0);
    assert_true(S_ISFIFO(st.st_mode));
    assert_int_equal(entries(), 3);
    assert_int_equal(shmbcast_auto_params_write(&plain, "/no such folder/file"),
                     -ENOENT);
}
