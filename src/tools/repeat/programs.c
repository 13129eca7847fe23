/* programs.c: finds the programs that command lines name. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/repeat/repeat.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lib/quote.h"

/* Returns the file that a shell would run, malloced; NULL if there is none. */
static char *program_find(const char *word)
{
    const char *path = getenv("PATH");

    if (strchr(word, '/') != NULL)
        return access(word, X_OK) == 0 ? xstrdup(word) : NULL;
    while (path != NULL && *path != '\0') {
        size_t n = strcspn(path, ":");
        char *file = xasprintf("%.*s/%s", (int)n, path, word);

        if (access(file, X_OK) == 0)
            return file;
        free(file);
        path += n + (path[n] == ':');
    }
    return NULL;
}

/* Returns the word that names the program, behind env and its variables. */
static const char *program_word(const struct command *c)
{
    size_t i = strcmp(c->word[0], "env") == 0;

    for (; i > 0 && i < c->n && strchr(c->word[i], '=') != NULL; i++)
        if (strncmp(c->word[i], "PATH=", 5) == 0)
            return c->word[0];
    return i == c->n || *c->word[i] == '-' ? c->word[0] : c->word[i];
}

int programs_check(const struct options *o, char **cause)
{
    for (size_t i = 0; i < o->ncommands; i++) {
        const char *word = program_word(&o->command[i]);
        char *file = program_find(word);
        bool sets = strchr(word, '=') != NULL;

        if (file == NULL) {
            *cause = xasprintf("command line %zu: cannot run %s%s", i + 1,
                               QUOTED(word),
                               sets ? ": write env before it, since no shell "
                                      "reads this line"
                                    : "");
            return -1;
        }
        free(file);
    }
    return 0;
}

json_t *program_json(const struct command *c)
{
    char *file = program_find(c->word[0]);
    struct stat st;
    bool known = file != NULL && stat(file, &st) == 0;

    free(file);
    return json_pack("{s:n, s:o, s:o}", "build", "size",
                     known ? json_integer(st.st_size) : json_null(), "time",
                     known ? json_integer(st.st_mtime) : json_null());
}
