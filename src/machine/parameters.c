/* parameters.c: records settings that MPI libraries read from files: these can
 * make two runs with the same environment differ. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/parameters.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/digest.h"
#include "lib/file.h"
#include "lib/json.h"
#include "lib/xmalloc.h"

/* Adds the content of the file, word by word. Returns false if unreadable. */
static bool file_add(uint64_t *digest, const char *file)
{
    int64_t words[512];
    size_t n;
    FILE *f = file_irregular(file) ? NULL : fopen(file, "re");

    if (f == NULL)
        return false;
    do {
        memset(words, 0, sizeof(words));
        n = fread(words, 1, sizeof(words), f);
        for (size_t i = 0; i * sizeof(words[0]) < n; i++)
            *digest = digest_add(*digest, words[i]);
        *digest = digest_add(*digest, (int64_t)n);
    } while (n == sizeof(words));
    fclose(f);
    return true;
}

char *files_digest(const char *const *files, size_t n)
{
    uint64_t digest = DIGEST_BEGIN;
    bool any = false;

    for (size_t i = 0; i < n; i++)
        any |= file_add(&digest, files[i]);
    return any ? xasprintf("digest " DIGEST_FORMAT, digest) : NULL;
}

static void digest_put(json_t *to, const char *name, const char *const *files,
                       size_t n)
{
    char *digest = files_digest(files, n);

    if (digest != NULL)
        json_object_set_new(to, name, json_text(digest));
    free(digest);
}

/* Adds digests of the files that settings name. A value with a slash is taken
 * for a file name. */
static void named_put(json_t *to, const json_t *settings)
{
    const char *name;
    json_t *value;

    json_object_foreach((json_t *)settings, name, value)
    {
        const char *file = json_string_value(value);
        char *own = xasprintf("%s (content)", name);

        if (file != NULL && strchr(file, '/') != NULL)
            digest_put(to, own, &file, 1);
        free(own);
    }
}

/* Variables are read by Open MPI's own functions: MPI_T does not report the
 * source of a value, and opening it takes 0.2 s because it loads all
 * components. */

/* Sources of values, and forms of a dump: from mca_base_var.h of Open MPI 4 and
 * 5. */
enum { SOURCE_FILE = 3, SOURCE_OVERRIDE = 5, DUMP_SIMPLE = 2 };
typedef int count_fn(void);
typedef int value_fn(int index, const void *value, int *source,
                     const char **file);
typedef int dump_fn(int index, char ***lines, int form);

/* Splits "NAME=VALUE (SOURCE)"; returns the value, or NULL. */
static char *line_split(char *line)
{
    char *value = strchr(line, '='), *source = strstr(line, " (file (");

    if (source == NULL)
        source = strrchr(line, '(');
    if (value == NULL || source == NULL || source <= value)
        return NULL;
    *value = *source = '\0';
    if (source > value + 1 && source[-1] == ' ')
        source[-1] = '\0';
    return value + 1;
}

void openmpi_variables(openmpi_variable_fn *fn, void *state)
{
    count_fn *count = (count_fn *)dlsym(RTLD_DEFAULT, "mca_base_var_get_count");
    value_fn *get = (value_fn *)dlsym(RTLD_DEFAULT, "mca_base_var_get_value");
    dump_fn *dump = (dump_fn *)dlsym(RTLD_DEFAULT, "mca_base_var_dump");
    int n = count != NULL && get != NULL && dump != NULL ? count() : 0;

    for (int i = 0; i < n; i++) {
        char **lines = NULL, *value;
        int source = 0;

        if (get(i, NULL, &source, NULL) != 0 ||
            dump(i, &lines, DUMP_SIMPLE) != 0)
            continue;
        value = line_split(lines[0]);
        if (value != NULL)
            fn(state, lines[0], value,
               source == SOURCE_FILE || source == SOURCE_OVERRIDE);
        for (char **line = lines; *line != NULL; line++)
            free(*line);
        free(lines);
    }
}

struct from_files {
    json_t *to;
    const char *prefix;
};

static void parameter_add(void *state, const char *name, const char *value,
                          bool from_file)
{
    const struct from_files *f = state;

    if (from_file && strncmp(name, f->prefix, strlen(f->prefix)) == 0)
        json_object_set_new(f->to, name, json_text(value));
}

void openmpi_parameters(json_t *to, const char *prefix)
{
    openmpi_variables(parameter_add, &(struct from_files){to, prefix});
}

/* Sets *path to the path of libucs, if it is loaded. */
static int ucs_find(struct dl_phdr_info *info, size_t size, void *path)
{
    (void)size;
    if (strstr(info->dlpi_name, "/libucs.so") == NULL)
        return 0;
    *(const char **)path = info->dlpi_name;
    return 1;
}

/* UCX reads its files in this order; later ones have precedence. */
static void ucx_put(json_t *to)
{
    const char *library = NULL, *folder[5] = {"/etc/ucx", [4] = "."};
    char *files[5];

    if (dl_iterate_phdr(ucs_find, &library) == 0)
        return;
    folder[2] = getenv("HOME");
    folder[3] = getenv("UCX_CONFIG_DIR");
    for (int i = 0; i < 5; i++)
        files[i] =
            i == 1
                ? xasprintf("%.*s../etc/ucx.conf",
                            (int)(strrchr(library, '/') + 1 - library), library)
                : xasprintf("%s/ucx.conf", folder[i] != NULL ? folder[i] : "");
    digest_put(to, "ucx.conf", (const char *const *)files, 5);
    for (int i = 0; i < 5; i++)
        free(files[i]);
}

json_t *parameters_describe(const json_t *hidden, const json_t *environment)
{
    json_t *all = json_object(), *files = json_object();

    openmpi_parameters(all, "");
    if (hidden != NULL)
        json_object_update(all, (json_t *)hidden);
    named_put(files, all);
    named_put(files, environment);
    ucx_put(files);
    json_object_update(all, files);
    json_decref(files);
    return all;
}
