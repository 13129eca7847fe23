/* run_records.c: what one run of mpiperf wrote. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/repeat/run_records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/xmalloc.h"

static const char *text_of(const json_t *record, const char *field)
{
    const char *text = json_string_value(json_object_get(record, field));

    return text != NULL ? text : "";
}

/* A run, what it measured, an end that says `complete`, and no other run. */
static int is_complete_run(const json_t *records)
{
    size_t n = json_array_size(records);
    const json_t *end = json_array_get(records, n - 1);

    if (n < 2)
        return 0;
    for (size_t i = 0; i < n; i++)
        if ((strcmp(text_of(json_array_get(records, i), "type"), "run") == 0) !=
            (i == 0))
            return 0;
    return strcmp(text_of(end, "type"), "end") == 0 &&
           strcmp(text_of(end, "status"), "complete") == 0;
}

/* Passes are of use only until their case has its record. */
static void add_record(json_t *records, json_t *record)
{
    if (strcmp(text_of(record, "type"), "pass") == 0)
        json_decref(record);
    else
        json_array_append_new(records, record);
}

json_t *run_records_read(const char *file)
{
    json_t *records = json_array(), *record;
    FILE *f = fopen(file, "r");

    if (f != NULL)
        while ((record = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL)) != NULL)
            add_record(records, record);
    if (f == NULL || getc(f) != EOF || !is_complete_run(records)) {
        json_decref(records);
        records = NULL;
    }
    if (f != NULL)
        fclose(f);
    return records;
}

void run_records_note(json_t *records, json_t *repeat, size_t added)
{
    json_t *run = json_array_get(records, 0);
    json_t *command = json_object_get(run, "command");

    while (added-- > 0 && json_array_size(command) > 0)
        json_array_remove(command, json_array_size(command) - 1);
    json_object_set_new(run, "repeat", repeat);
}
