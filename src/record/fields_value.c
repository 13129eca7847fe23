/* fields_value.c: finds, checks and prints values of fields; record lines. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "record/fields.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

enum { SHOWN_DIGITS = 4 }; /* significant digits of numbers in value_text() */

const struct field *field_find(const char *name, unsigned of)
{
    for (const struct field *f = fields; f->name != NULL; f++)
        if ((f->of & of) != 0 && strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

const json_t *field_value(const struct field *f, const json_t *record)
{
    const char *path = f->path != NULL ? f->path : f->name;
    const char *dot = strchr(path, '.');
    const json_t *value;

    if (dot == NULL) {
        value = json_object_get(record, path);
    } else {
        char *first = xasprintf("%.*s", (int)(dot - path), path);

        value = json_object_get(json_object_get(record, first), dot + 1);
        free(first);
    }
    return json_is_null(value) ? NULL : value;
}

/* ---- checks -------------------------------------------------------------- */

static bool is_whole(const json_t *v, json_int_t least)
{
    return json_is_integer(v) && json_integer_value(v) >= least;
}

static bool is_range(const json_t *v)
{
    return json_array_size(v) == 2 && json_is_number(json_array_get(v, 0)) &&
           json_is_number(json_array_get(v, 1));
}

static bool is_texts(const json_t *v)
{
    const json_t *text;
    size_t i;

    json_array_foreach(v, i, text) if (!json_is_string(text)) return false;
    return json_is_array(v);
}

/* Checks a value. Returns NULL if it is valid, else what it must be. */
static const char *refuse(enum field_type type, const json_t *v)
{
    switch (type) {
    case TYPE_TEXT:
        return json_is_string(v) ? NULL : "a text";
    case TYPE_BOOL:
        return json_is_boolean(v) ? NULL : "true or false";
    case TYPE_INTEGER:
        return json_is_integer(v) ? NULL : "a whole number";
    case TYPE_COUNT:
        return is_whole(v, 0) ? NULL : "a whole number from 0";
    case TYPE_ORDINAL:
        return is_whole(v, 1) && json_integer_value(v) <= INT_MAX
                   ? NULL
                   : "a whole number from 1 to 2147483647";
    case TYPE_REAL:
        return json_is_number(v) ? NULL : "a number";
    case TYPE_AMOUNT:
        return json_is_number(v) && json_number_value(v) >= 0
                   ? NULL
                   : "a number from 0";
    case TYPE_RANGE:
        return is_range(v) ? NULL : "two numbers";
    case TYPE_TEXTS:
        return is_texts(v) ? NULL : "a list of texts";
    case TYPE_SERIES:
    case TYPE_ARRAY:
        return json_is_array(v) ? NULL : "a list";
    case TYPE_VALUES:
    case TYPE_EACH:
    case TYPE_OBJECT:
        break;
    }
    return json_is_object(v) ? NULL : "an object";
}

char *fields_refuse(const json_t *record, unsigned of)
{
    for (const struct field *f = fields; f->name != NULL; f++) {
        const json_t *v;
        const char *must;

        if ((f->of & of) == 0)
            continue;
        v = field_value(f, record);
        if (v == NULL && (f->of & OF_NEEDED) != 0)
            return xasprintf("no %s", f->name);
        must = v != NULL ? refuse(f->type, v) : NULL;
        if (must != NULL)
            return xasprintf("%s: must be %s",
                             f->path != NULL ? f->path : f->name, must);
    }
    return NULL;
}

/* True if a version before 1.0 wrote the record. These wrote no format number;
 * the last of them already wrote the fields of format 1. */
static bool is_old(const json_t *record)
{
    return (record_is(record, "run") &&
            json_object_get(record, "program") == NULL &&
            json_object_get(record, "mpiperf") != NULL) ||
           (record_is(record, "case") &&
            json_object_get(record, "passes") == NULL);
}

char *format_refuse(const json_t *record)
{
    bool numbered = record_is(record, "run") || record_is(record, "table") ||
                    record_is(record, "program");
    const json_t *format = json_object_get(record, "format");

    if (is_old(record))
        return xstrdup("written by a version before 1.0: measure again");
    if (!numbered || json_integer_value(format) <= RECORD_FORMAT)
        return NULL;
    return xasprintf("written in record format %lld, this version reads format "
                     "%d: use a newer mpiperf",
                     (long long)json_integer_value(format), RECORD_FORMAT);
}

/* ---- text ---------------------------------------------------------------- */

/* Writes members of an object as "a=1 b.c=2". */
static void put_members(FILE *f, const json_t *value, const char *before,
                        const char **space)
{
    const char *name;
    json_t *member;

    json_object_foreach((json_t *)value, name, member)
    {
        char *whole = xasprintf("%s%s", before, name);

        if (json_is_object(member)) {
            char *inner = xasprintf("%s.", whole);

            put_members(f, member, inner, space);
            free(inner);
        } else {
            char *text = value_text(member);

            fprintf(f, "%s%s=%s", *space, SHOWN_FILE(whole), text);
            *space = " ";
            free(text);
        }
        free(whole);
    }
}

char *value_text(const json_t *value)
{
    const char *space = "";
    size_t length, i;
    json_t *item;
    char *line, *text;
    FILE *f;

    if (value == NULL || json_is_null(value))
        return xstrdup("-");
    if (json_is_string(value))
        return xstrdup(SHOWN_FILE(json_string_value(value)));
    if (!json_is_object(value) && !json_is_array(value)) {
        line = json_line(value, JSON_COMPACT | JSON_ENCODE_ANY |
                                    JSON_REAL_PRECISION(SHOWN_DIGITS));
        return line;
    }
    f = text_open(&text, &length);
    put_members(f, value, "", &space);
    json_array_foreach(value, i, item)
    {
        line = value_text(item);
        fprintf(f, "%s%s", space, line);
        space = ",";
        free(line);
    }
    text_close(f);
    if (*text != '\0')
        return text;
    free(text);
    return xstrdup("-");
}

/* True for an MPI operation; `name` is without the prefix and suffix of
 * nonblocking and persistent forms. */
static bool is_mpi_name(const char *name, size_t length)
{
    static const char names[] =
        " barrier bcast gather gatherv scatter scatterv allgather "
        "allgatherv alltoall alltoallv alltoallw reduce allreduce "
        "reduce_scatter reduce_scatter_block scan exscan "
        "neighbor_allgather neighbor_allgatherv neighbor_alltoall "
        "neighbor_alltoallv neighbor_alltoallw send ssend bsend rsend "
        "sendrecv sendrecv_replace psend comm_dup comm_split "
        "win_allocate ";
    char *word = xasprintf(" %.*s ", (int)length, name);
    bool found = strchr(name, ' ') == NULL && strstr(names, word) != NULL;

    free(word);
    return found;
}

char *op_text(const char *op)
{
    static const char persistent[] = "_init";
    size_t length = strlen(op), end = sizeof(persistent) - 1;

    if (is_mpi_name(op, length) ||
        (*op == 'i' && is_mpi_name(op + 1, length - 1)) ||
        (length > end && strcmp(op + length - end, persistent) == 0 &&
         is_mpi_name(op, length - end)))
        return xasprintf("MPI_%c%s", toupper((unsigned char)*op), op + 1);
    return xstrdup(SHOWN_FILE(op));
}

/* ---- records ------------------------------------------------------------- */

bool record_is(const json_t *record, const char *type)
{
    const char *is = json_string_value(json_object_get(record, "type"));

    return is != NULL && strcmp(is, type) == 0;
}

bool record_has_mark(const json_t *record, const char *name)
{
    const json_t *marks = json_object_get(record, "marks"), *mark;
    bool has = false;
    size_t i;

    json_array_foreach(marks, i, mark) has |=
        strcmp(json_string_value(mark) ?: "", name) == 0;
    return has;
}

json_t *value_real(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

json_t *value_range(double lo, double hi)
{
    if (!isfinite(lo) || !isfinite(hi))
        return json_null();
    return json_pack("[ff]", lo, hi);
}

json_t *value_time(time_t t)
{
    char text[32] = "";
    struct tm tm;

    if (gmtime_r(&t, &tm) != NULL)
        strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm);
    return json_string(text);
}

void put_value(json_t *record, const char *name, json_t *value)
{
    json_object_set_new(record, name, value != NULL ? value : json_null());
}

void put_some(json_t *record, const char *name, json_t *value)
{
    if (value == NULL || json_is_null(value) ||
        (json_is_object(value) && json_object_size(value) == 0))
        json_decref(value);
    else
        json_object_set_new(record, name, value);
}

void record_print(FILE *f, const json_t *record, size_t digits)
{
    char *line = json_line(record, JSON_COMPACT | JSON_REAL_PRECISION(digits));

    fprintf(f, "%s\n", line);
    free(line);
}

char *records_lines(const json_t *records)
{
    const json_t *record;
    size_t i, length;
    char *text;
    FILE *f = text_open(&text, &length);

    json_array_foreach(records, i, record)
        record_print(f, record, RECORD_DIGITS);
    text_close(f);
    return text;
}

json_t *records_read(const char *text, size_t length, size_t *line)
{
    json_t *records = json_array();

    *line = 0;
    for (size_t at = 0, next; at < length; at = next) {
        const char *end = memchr(text + at, '\n', length - at);
        json_t *record;

        next = end == NULL ? length : (size_t)(end - text) + 1;
        record = json_loadb(text + at, next - at, 0, NULL);
        ++*line;
        if (!json_is_string(json_object_get(record, "type"))) {
            json_decref(record);
            json_decref(records);
            return NULL;
        }
        json_array_append_new(records, record);
    }
    return records;
}
