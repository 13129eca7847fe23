/* selection_read.c: reads the selection of algorithms that MPICH contains, and
 * writes the files that replace it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/selection.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lib/xmalloc.h"
#include "tools/common.h"

enum { VERSION_MOST = 8192 };

typedef int get_version(char *version, int *length);

static const struct {
    const char *name;     /* of the file's end */
    const char *variable; /* names the file */
    const char *leaf;     /* a text that only this tree has */
} trees[TREES] = {
    [TREE_MPIR] = {"mpir", "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE",
                   "\"algorithm=MPIR_"},
    [TREE_DEVICE] = {"ch4", "MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE",
                     "\"composition=MPIDI_"},
};

/* Finds the trees among the bytes of the library: texts that begin like this,
 * and end with a zero byte. */
static void trees_find(struct library *l, const char *at, const char *end)
{
    static const char begin[] = "{\"collective=";
    const char *zero;

    while (at < end && (at = memmem(at, (size_t)(end - at), begin,
                                    sizeof(begin) - 1)) != NULL) {
        zero = memchr(at, '\0', (size_t)(end - at));
        for (size_t i = 0; zero != NULL && i < TREES; i++)
            if (l->tree[i] == NULL && strstr(at, trees[i].leaf) != NULL)
                l->tree[i] = json_loads(at, JSON_REJECT_DUPLICATES, NULL);
        at = zero != NULL ? zero : end;
    }
}

static void file_search(struct library *l, const char *path)
{
    int fd = open(path, O_RDONLY);
    struct stat s;
    const char *bytes;

    if (fd < 0)
        return;
    if (fstat(fd, &s) == 0 && s.st_size > 0) {
        bytes = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes != MAP_FAILED) {
            trees_find(l, bytes, bytes + s.st_size);
            munmap((void *)bytes, (size_t)s.st_size);
        }
    }
    close(fd);
}

/* True if the first lines are the same, but for the kind of blanks. */
static bool same_version(const char *theirs, const char *ours)
{
    while (*theirs != '\0' &&
           (*theirs == *ours || (*theirs == ' ' && *ours == '\t'))) {
        theirs++;
        ours++;
    }
    return *theirs == '\0' && (*ours == '\0' || *ours == '\n');
}

static bool path_fits(const char *file)
{
    char *path = file != NULL ? absolute(file) : NULL;
    bool fits = path == NULL || is_word(path);

    free(path);
    return fits;
}

void selection_read(struct library *l, const char *mpi, const char *file)
{
    char version[VERSION_MOST] = "", *cause = NULL, *path = front_path(&cause);
    char *other = NULL;
    void *library = NULL;
    get_version *get = NULL;
    Dl_info info;
    int length;

    free(cause);
    if (path != NULL &&
        path_fits(file)) /* the half that is linked with the MPI library */
        other = xasprintf("%.*s-mpi.so", (int)strlen(path) - 3, path);
    if (other != NULL)
        library = dlopen(other, RTLD_LAZY | RTLD_LOCAL);
    if (library != NULL)
        *(void **)&get = dlsym(library, "MPI_Get_library_version");
    if (get != NULL && get(version, &length) == 0 &&
        same_version(mpi, version) && dladdr(*(void **)&get, &info) != 0)
        file_search(l, info.dli_fname);
    if (library != NULL)
        dlclose(library);
    free(other);
    free(path);
}

int selection_write(const char *file, bool overwrite,
                    const struct comparisons *all, const struct library *l,
                    char **text, char **cause)
{
    for (size_t i = 0; i < TREES; i++) {
        char *tree = selection_text(all, l, (enum selection_tree)i), *name,
             *path, *longer;
        int status;

        if (tree == NULL)
            continue;
        name = xasprintf("%s.%s.json", file, trees[i].name);
        path = absolute(name);
        status = output_write(name, overwrite, tree, cause);
        longer = xasprintf("%sexport %s=%s\n", *text != NULL ? *text : "",
                           trees[i].variable, path);
        free(*text);
        *text = longer;
        free(name);
        free(path);
        if (status != EXIT_DONE)
            return status;
    }
    return EXIT_DONE;
}
