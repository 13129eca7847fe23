/* picture.c: lets mpiperf-plot draw rows of the table, and embeds the picture
 * in the page as an image, which can neither run scripts nor load anything. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "print/output.h"
#include "print/parts.h"
#include "record/fields.h"
#include "tools/report/report.h"

enum { ROW_LEAST = 80 }; /* minimum bytes of a row in a picture */

/* Standard streams of mpiperf-plot: its records, its picture, its message. */
enum { RECORDS, PICTURE, MESSAGE, STREAMS };

/* Writes the records of a file that has these rows as its table. */
static void put_records(FILE *f, const struct view *v)
{
    const struct runs *r = v->t->r;
    json_t *all = merged_rows(v->t, v->first, view_end(v));
    char *text;

    for (size_t i = 0; i < r->n; i++)
        json_array_append(all, r->v[i].record);
    text = records_lines(all);
    fputs(text, f);
    fflush(f);
    free(text);
    json_decref(all);
}

/* Runs mpiperf-plot. Returns its wait status; sets errno and returns -1 if it
 * cannot be started. */
static int run(const char *plot, FILE *const stream[STREAMS])
{
    char *argv[] = {(char[]){"mpiperf-plot"}, (char[]){"--svg"},
                    (char[]){"/dev/stdin"}, NULL};
    posix_spawn_file_actions_t files;
    pid_t pid;
    int rc, status = -1;

    posix_spawn_file_actions_init(&files);
    for (int i = 0; i < STREAMS; i++)
        posix_spawn_file_actions_adddup2(&files, fileno(stream[i]), i);
    rc = posix_spawnp(&pid, plot, &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    if (rc == 0)
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            continue;
    else
        errno = rc;
    return status;
}

/* Returns an error message's line without the program's name, malloced. */
static char *message_of(FILE *f)
{
    char line[QUOTE_LINE + 1] = "", *at;

    rewind(f);
    if (fgets(line, sizeof(line), f) == NULL)
        return xstrdup("mpiperf-plot failed");
    line[strcspn(line, "\n")] = '\0';
    at = strstr(line, ": ");
    return xstrdup(at != NULL ? at + 2 : line);
}

/* Sets stream[PICTURE]; returns NULL or why there is no picture, malloced. */
static char *draw(FILE *f, FILE *const stream[STREAMS], const struct page *p,
                  const struct view *v)
{
    static const char large[] =
        "it is too large for this page; mpiperf-plot draws it";
    int status;

    if (!page_fits(f, (long)(view_end(v) - v->first) * ROW_LEAST))
        return xstrdup(large);
    for (size_t i = 0; i < STREAMS; i++)
        if (stream[i] == NULL)
            return xasprintf("cannot write a temporary file in /tmp: %s",
                             strerror(errno));
    put_records(stream[RECORDS], v);
    status = run(p->plot, stream);
    if (status == -1)
        return xasprintf("cannot run mpiperf-plot: %s", strerror(errno));
    if (status != 0)
        return message_of(stream[MESSAGE]);
    fseek(stream[PICTURE], 0, SEEK_END);
    return page_fits(f, ftell(stream[PICTURE])) ? NULL : xstrdup(large);
}

static void put_image(FILE *f, const struct view *v, FILE *picture)
{
    bool pairs = view_is_pairs(v);

    html_put(f, "<figure%r tabindex='0'><img alt='%m: %r; ",
             pairs ? " class='map'" : "", describe_what(v),
             pairs ? "heat map of pairs"
                   : "figures and ratios as lines or bars");
    html_put(f, "the table has all values' src='data:image/svg+xml;base64,");
    rewind(picture);
    html_base64(f, picture);
    html_put(f, "'></figure>\n");
}

void picture_put(FILE *f, const struct page *p, const struct view *v)
{
    FILE *stream[STREAMS];
    char *cause;

    for (size_t i = 0; i < STREAMS; i++)
        stream[i] = tmpfile();
    cause = draw(f, stream, p, v);
    if (cause == NULL)
        put_image(f, v, stream[PICTURE]);
    else if (*p->no_picture == NULL || strcmp(cause, *p->no_picture) != 0)
        html_put(f, "<p class='lines'>No picture: %s</p>\n", cause);
    if (cause != NULL) {
        free(*p->no_picture);
        *p->no_picture = cause;
    }
    for (size_t i = 0; i < STREAMS; i++)
        if (stream[i] != NULL)
            fclose(stream[i]);
}
