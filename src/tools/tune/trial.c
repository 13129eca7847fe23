/* trial.c: runs a command without and with the files, by mpiperf-repeat. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/tune.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/option_rows.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "tools/program_path.h"

enum { FILE_MOST = 1 << 20 };

/* Returns the exit status. */
static int settings_read(struct settings *s, const char *file)
{
    char *text = xcalloc(FILE_MOST + 1, 1), *path = absolute(file);
    char *front = NULL;
    FILE *f = fopen(file, "r");
    enum file_kind kind = FILE_KINDS;
    int status = EXIT_USAGE;

    if (f != NULL && fread(text, 1, FILE_MOST, f) > 0)
        kind = file_kind_of(text);
    if (f == NULL)
        tool_error(&tune_tool, xasprintf("--try: cannot read %s: %s",
                                         SHOWN_FILE(file), strerror(errno)));
    else if (kind == FILE_KINDS)
        tool_error(&tune_tool, xasprintf("--try: %s: is not a file of "
                                         "mpiperf-tune",
                                         SHOWN_FILE(file)));
    else
        status = front_needed(kind, &front) == 0 ? EXIT_DONE : EXIT_FAILED;
    if (status == EXIT_DONE)
        settings_add(s, kind, path, front, text);
    if (f != NULL)
        fclose(f);
    free(front);
    free(path);
    free(text);
    return status;
}

static void add_option(struct settings *w, const char *name, const char *value)
{
    if (value != NULL)
        setting_add(w, xasprintf("--%s=%s", name, value));
}

/* Returns the library that the settings preload, or NULL. Adds the libraries
 * that the environment preloads to the settings. */
static const char *front_of(struct settings *s)
{
    static const char name[] = "LD_PRELOAD=";
    const char *front = NULL;

    for (size_t i = 0; i < s->n; i++)
        if (strncmp(s->word[i], name, sizeof(name) - 1) == 0) {
            front = s->word[i] + sizeof(name) - 1;
            s->word[i] = xasprintf("%s%s", name,
                                   preload_with(getenv("LD_PRELOAD"), front));
        }
    return front;
}

/* Adds the command with the settings. */
static void add_tuned(struct settings *w, const struct options *o,
                      struct settings *s)
{
    const char *front = front_of(s);

    setting_add(w, xstrdup("env"));
    for (size_t i = 0; i < s->n; i++)
        setting_add(w, xstrdup(s->word[i]));
    for (size_t i = 0; i < o->words; i++)
        setting_add(w, front != NULL ? word_preload(o->word, i, front)
                                     : xstrdup(o->word[i]));
}

int try_files(const struct options *o)
{
    struct settings s = {0};
    struct settings w = {0};
    char *path;
    int status = EXIT_DONE;

    for (size_t i = 0; i < o->tries && status == EXIT_DONE; i++)
        status = settings_read(&s, o->try[i]);
    if (status != EXIT_DONE)
        return status;
    path = program_path("mpiperf-repeat");
    setting_add(&w, path);
    setting_add(&w, xstrdup("--name=default"));
    setting_add(&w, xstrdup("--name=tuned"));
    if (o->time)
        setting_add(&w, xstrdup("--time"));
    if (o->same_output)
        setting_add(&w, xstrdup("--same-output"));
    add_option(&w, "repeat", o->repeat);
    add_option(&w, "budget", o->budget);
    add_option(&w, "output", o->output);
    if (o->overwrite)
        setting_add(&w, xstrdup("--overwrite"));
    setting_add(&w, xstrdup("--"));
    if (o->time) /* env takes a millisecond itself, so it is in both */
        setting_add(&w, xstrdup("env"));
    for (size_t i = 0; i < o->words; i++)
        setting_add(&w, xstrdup(o->word[i]));
    setting_add(&w, xstrdup("--"));
    add_tuned(&w, o, &s);
    setting_add(&w, NULL);
    execvp(path, w.word);
    tool_error(&tune_tool, xasprintf("cannot run %s: %s", SHOWN_FILE(path),
                                     strerror(errno)));
    return EXIT_FAILED;
}
