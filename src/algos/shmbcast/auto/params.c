/* params.c: parameters of shmbcast_auto: defaults, limits, names and files. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "../shmbcast_auto.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algos/param.h"
#include "algorithms.h"
#include "handle.h"

static const size_t RING_MAX = 1 << 30;
enum { MS_USUAL = 30, MS_MAX = 60000 };

struct shmbcast_auto_params shmbcast_auto_params_default(void)
{
    return (struct shmbcast_auto_params){
        .slot = SHMBCAST_AUTO_MEASURED,
        .pull = SHMBCAST_AUTO_MEASURED,
        .direct = 8 << 10,
        .calibrate = SHMBCAST_AUTO_CALIBRATE_ON,
        .calibrate_ms = MS_USUAL,
    };
}

static int set_dense(void *params, const char *value)
{
    struct shmbcast_auto_params *p = params;

    return sb_table_parse(p->dense, value, false);
}

static int set_gaps(void *params, const char *value)
{
    struct shmbcast_auto_params *p = params;

    return sb_table_parse(p->gaps, value, true);
}

/* The parameter `direct` accepts only the words from the second row on. */
static const struct al_word thresholds[] = {
    {"measured", SHMBCAST_AUTO_MEASURED},
    {"never", SHMBCAST_AUTO_NEVER},
    {NULL, 0}};
static const struct al_word slot_words[] = {
    {"measured", SHMBCAST_AUTO_MEASURED}, {NULL, 0}};
static const struct al_word calibrate_words[] = {
    {"off", SHMBCAST_AUTO_CALIBRATE_OFF},
    {"on", SHMBCAST_AUTO_CALIBRATE_ON},
    {"warm", SHMBCAST_AUTO_CALIBRATE_WARM},
    {"cold", SHMBCAST_AUTO_CALIBRATE_COLD},
    {"0", SHMBCAST_AUTO_CALIBRATE_OFF},
    {"1", SHMBCAST_AUTO_CALIBRATE_ON},
    {NULL, 0}};
#define NO_LIST                                                                \
    "neither measured nor a list of algorithms and sizes, such as "            \
    "slot:4Ki,ring:32Ki,queue"

#define PARAM(name, type, member, words, set, def, why, help)                  \
    {#name, AL_##type, offsetof(struct shmbcast_auto_params, member),          \
     words, set,       why},
static const struct al_param rows[] = {
#include "params.def"
    {.why = "no such parameter: slot, ring, pull, direct, group, calibrate, "
            "calibrate_ms, dense or gaps"},
};
#undef PARAM

int shmbcast_auto_params_parse(struct shmbcast_auto_params *params,
                               const char *name, const char *value,
                               const char **why)
{
    int rc = al_param_parse(rows, params, name, value, why);

    /* a threshold discards the tables that were set before it */
    if (rc == 0 && (strcmp(name, "slot") == 0 || strcmp(name, "pull") == 0)) {
        memset(params->dense, SB_NONE, sizeof(params->dense));
        memset(params->gaps, SB_NONE, sizeof(params->gaps));
    }
    return rc;
}

/* True if the table is empty, or each entry's algorithm can carry its size. */
static bool table_sound(const unsigned char *table, bool gaps)
{
    for (unsigned i = 0; i < SHMBCAST_AUTO_SIZES; i++) {
        if ((table[i] == SB_NONE) != (table[0] == SB_NONE))
            return false;
        if (table[i] != SB_NONE &&
            !sb_algorithm_fits((enum sb_algorithm)table[i], sb_size_at(i),
                               !gaps))
            return false;
    }
    return true;
}

int shmbcast_auto_params_check(const struct shmbcast_auto_params *p,
                               const char **why)
{
    if (p->slot > SHMBCAST_AUTO_SLOT_MAX && p->slot != SHMBCAST_AUTO_MEASURED)
        return al_refuse(-EINVAL, why, "slot is larger than 8192 bytes");
    if (p->ring != 0 && (p->ring & (p->ring - 1)) != 0)
        return al_refuse(-EINVAL, why, "ring is not a power of two");
    if (p->ring != 0 && (p->ring < SB_RING_MIN || p->ring > RING_MAX))
        return al_refuse(-EINVAL, why, "ring is not between 64 KiB and 1 GiB");
    if (p->pull > PTRDIFF_MAX && p->pull != SHMBCAST_AUTO_NEVER &&
        p->pull != SHMBCAST_AUTO_MEASURED)
        return al_refuse(-EINVAL, why, "pull is too large");
    if (p->direct > PTRDIFF_MAX && p->direct != SHMBCAST_AUTO_NEVER)
        return al_refuse(-EINVAL, why, "direct is too large");
    if (p->group < 0)
        return al_refuse(-EINVAL, why, "group is negative");
    if ((unsigned)p->calibrate > SHMBCAST_AUTO_CALIBRATE_COLD)
        return al_refuse(-EINVAL, why, "no such calibration");
    if (p->calibrate_ms < 1 || p->calibrate_ms > MS_MAX)
        return al_refuse(-EINVAL, why,
                         "calibrate_ms is not between 1 and 60000");
    if (!table_sound(p->dense, false) || !table_sound(p->gaps, true))
        return al_refuse(-EINVAL, why,
                         "an algorithm does not fit a size in the table");
    return 0;
}

/* Maximum size of a parameter file, with room for comments. */
enum { TEXT_MAX = 16 << 10 };

/* Reads a whole regular file and appends a null byte. Rejects other files,
 * which might block. Returns 0, or -errno with the reason in [*why]. */
static int text_read(const char *path, char text[TEXT_MAX + 1],
                     const char **why)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), rc = 0;
    struct stat st;
    ssize_t n = 0;

    text[0] = '\0';
    if (fd < 0)
        return al_refuse(-errno, why, strerror(errno));
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        rc = al_refuse(-EINVAL, why, "is not a regular file");
    else if ((n = read(fd, text, TEXT_MAX + 1)) < 0)
        rc = al_refuse(-errno, why, strerror(errno));
    else if (n > TEXT_MAX)
        rc = al_refuse(-EFBIG, why, "longer than 16 KiB");
    else if (memchr(text, '\0', (size_t)n) != NULL)
        rc = al_refuse(-EINVAL, why, "it contains a null byte");
    else
        text[n] = '\0';
    close(fd);
    return rc;
}

/* Writes a temporary file in the same folder and renames it to [path], so that
 * no process reads half a file or follows a link placed there by others. The
 * file gets the permissions of the old one, if any; else the umask decides. */
static int text_write(const char *path, const char *text, size_t length)
{
    struct stat st;
    bool there = stat(path, &st) == 0;
    uint64_t random;
    char *beside;
    int rc = 0, fd;

    if (there && !S_ISREG(st.st_mode))
        return -EINVAL;
    if (getrandom(&random, sizeof(random), 0) != sizeof(random))
        return -EIO;
    if (asprintf(&beside, "%s.%016" PRIx64, path, random) < 0)
        return -ENOMEM;
    fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        rc = -errno;
    } else {
        errno = ENOSPC; /* errno to report if write() writes only a part */
        if (write(fd, text, length) != (ssize_t)length ||
            (there && fchmod(fd, st.st_mode & 0777) != 0) || fsync(fd) != 0 ||
            rename(beside, path) != 0)
            rc = -errno;
        close(fd);
        if (rc != 0)
            unlink(beside);
    }
    free(beside);
    return rc;
}

/* Parses one line: "name=value", empty, or a comment. */
static int set(struct shmbcast_auto_params *p, char *line, const char **why)
{
    char *value;

    line[strcspn(line, "#")] = '\0';
    line += strspn(line, " \t");
    for (size_t n = strlen(line); n > 0 && strchr(" \t\r", line[n - 1]); n--)
        line[n - 1] = '\0';
    if (line[0] == '\0')
        return 0;
    value = line;
    line = strsep(&value, "=");
    if (value == NULL)
        return al_refuse(-EINVAL, why, "not name=value");
    return shmbcast_auto_params_parse(p, line, value, why);
}

int shmbcast_auto_params_read(struct shmbcast_auto_params *params,
                              const char *path, int *line, const char **why)
{
    struct shmbcast_auto_params p = *params;
    char text[TEXT_MAX + 1], *rest = text;
    int rc = text_read(path, text, why);

    *line = 0;
    /* the last line may have no newline */
    while (rc == 0 && rest != NULL && rest[0] != '\0') {
        ++*line;
        rc = set(&p, strsep(&rest, "\n"), why);
    }
    if (rc == 0)
        *params = p;
    return rc;
}

static void print(FILE *f, const char *name, size_t value)
{
    if (value == SHMBCAST_AUTO_NEVER)
        fprintf(f, "%s=never\n", name);
    else if (value == SHMBCAST_AUTO_MEASURED)
        fprintf(f, "%s=measured\n", name);
    else
        fprintf(f, "%s=%zu\n", name, value);
}

int shmbcast_auto_params_write(const struct shmbcast_auto_params *params,
                               const char *path)
{
    char *text = NULL;
    size_t length;
    FILE *f = open_memstream(&text, &length);
    char list[512];
    int rc;

    if (f == NULL)
        return -errno;
    fprintf(f, "# shmbcast_auto\n");
    print(f, "slot", params->slot);
    print(f, "ring", params->ring);
    print(f, "pull", params->pull);
    print(f, "direct", params->direct);
    fprintf(f, "group=%d\n", params->group);
    for (int gaps = 0; gaps < 2; gaps++)
        if (shmbcast_auto_table_text(params, gaps, list, sizeof(list)) > 0)
            fprintf(f, "%s=%s\n", gaps ? "gaps" : "dense", list);
    rc = ferror(f) ? -ENOMEM : 0;
    if (fclose(f) != 0 && rc == 0)
        rc = -errno;
    if (rc == 0)
        rc = text_write(path, text, length);
    free(text);
    return rc;
}
