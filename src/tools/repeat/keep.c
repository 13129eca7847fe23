/* keep.c: writes the records of complete and lost runs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/repeat/repeat.h"

#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "record/fields.h"

int session_write(struct sink *to, char *text)
{
    char *cause = NULL;
    int rc = to->begun ? 0 : sink_begin(to, &cause);

    if (rc == 0)
        rc = sink_write(to, text, strlen(text), &cause);
    free(text);
    if (rc != 0)
        tool_error(&repeat_tool, cause);
    return rc;
}

void session_note(const struct session *s, json_t *run, size_t command,
                  size_t added)
{
    json_t *words = json_object_get(run, "command");

    json_object_set_new(
        run, "repeat",
        json_pack("{s:I, s:I, s:I, s:I, s:o*, s:f, s:o}", "launch",
                  (json_int_t)s->block + 1, "command", (json_int_t)command + 1,
                  "order", (json_int_t)s->order + 1, "seed",
                  (json_int_t)s->seed, "of",
                  s->o->repeat > 0 ? json_integer(s->o->repeat) : NULL,
                  "seconds", s->cost[command], "words",
                  command_words(&s->o->command[command])));
    while (added-- > 0 && json_array_size(words) > 0)
        json_array_remove(words, json_array_size(words) - 1);
}

/* Writes pending `lost` records, and the records of a complete run unless NULL.
 * The file is unchanged until there is a complete run. */
static enum session_end write_records(struct session *s, const json_t *records)
{
    int rc = 0;

    if (s->sink.file == NULL || (s->kept == 0 && s->sink.keep == 0))
        return SESSION_GOES_ON;
    if (json_array_size(s->unwritten) > 0)
        rc = session_write(&s->sink, records_lines(s->unwritten));
    json_array_clear(s->unwritten);
    if (rc == 0 && records != NULL)
        rc = session_write(&s->sink, records_lines(records));
    return rc != 0 ? SESSION_UNWRITABLE : SESSION_GOES_ON;
}

enum session_end session_lose(struct session *s, size_t command, char *cause)
{
    json_t *record =
        json_pack("{s:s, s:I, s:I, s:o}", "type", "lost", "command",
                  (json_int_t)command + 1, "block", (json_int_t)s->block + 1,
                  "cause", json_text(cause));

    SAY("run %zu of command line %zu failed: %s", s->block + 1, command + 1,
        cause);
    free(cause);
    s->lost++;
    s->failing[command]++;
    free(runs_add(&s->runs, record));
    json_array_append_new(s->unwritten, record);
    return write_records(s, NULL);
}

/* True if the program is the same as in the command line's first run: compares
 * build ids, or sizes and times. */
static bool same_program(const struct session *s, const json_t *run,
                         size_t command)
{
    const struct run *first = runs_side(&s->runs, (long)command + 1);
    const json_t *own = json_object_get(run, "program"), *then, *build;

    if (first == NULL || own == NULL)
        return true;
    then = json_object_get(first->record, "program");
    build = json_object_get(then, "build");
    return json_is_string(build)
               ? json_equal(build, json_object_get(own, "build"))
               : json_equal(then, own);
}

enum session_end session_keep(struct session *s, const json_t *records,
                              size_t command)
{
    json_t *record;
    char *cause = NULL;
    size_t i;

    if (!same_program(s, json_array_get(records, 0), command)) {
        SAY("command line %zu now runs another program, built or installed "
            "since: --overwrite starts over",
            command + 1);
        return SESSION_WRONG_USE;
    }
    json_array_foreach(records, i, record)
    {
        if (cause == NULL)
            cause = runs_add(&s->runs, record);
    }
    if (cause != NULL)
        return session_lose(s, command,
                            xprefix("its records cannot be used", cause));
    s->kept++;
    s->failing[command] = 0;
    return write_records(s, records);
}
