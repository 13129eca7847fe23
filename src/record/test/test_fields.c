/* test_fields.c: schema and checks of the fields of records. The golden output
 * of mpiperf/report/test covers their text. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "record/fields.h"
#include "record/test/members.h"

/* Resolves references in a part of the schema. Takes the last of several
 * alternatives, as the others may be null. */
static const json_t *part_of(const json_t *schema, const json_t *part)
{
    const json_t *any = json_object_get(part, "anyOf");
    const char *ref = json_string_value(json_object_get(part, "$ref"));
    char *path, *rest, *name;

    if (any != NULL)
        return part_of(schema, json_array_get(any, json_array_size(any) - 1));
    if (ref == NULL)
        return part;
    part = schema;
    path = rest = xstrdup(ref);
    while ((name = strsep(&rest, "/")) != NULL)
        if (strcmp(name, "#") != 0)
            part = json_object_get(part, name);
    free(path);
    assert_non_null(part);
    return part_of(schema, part);
}

/* True if the schema allows the type here; an enumeration has strings. */
static bool has_type(const json_t *part, const char *type)
{
    const json_t *types = json_object_get(part, "type"), *one;
    bool found = types == NULL && strcmp(type, "string") == 0 &&
                 json_object_get(part, "enum") != NULL;
    size_t i;

    if (json_is_string(types))
        return strcmp(json_string_value(types), type) == 0;
    json_array_foreach(types, i, one) found |=
        strcmp(json_string_value(one), type) == 0;
    return found;
}

/* Name of each type in the schema, and its minimum; -1 if none. */
static const struct {
    const char *name;
    double least;
} kinds[] = {
    [TYPE_TEXT] = {"string", -1},     [TYPE_BOOL] = {"boolean", -1},
    [TYPE_INTEGER] = {"integer", -1}, [TYPE_COUNT] = {"integer", 0},
    [TYPE_ORDINAL] = {"integer", 1},  [TYPE_REAL] = {"number", -1},
    [TYPE_AMOUNT] = {"number", 0},    [TYPE_RANGE] = {"array", -1},
    [TYPE_TEXTS] = {"array", -1},     [TYPE_VALUES] = {"object", -1},
    [TYPE_EACH] = {"object", -1},     [TYPE_OBJECT] = {"object", -1},
    [TYPE_SERIES] = {"array", -1},    [TYPE_ARRAY] = {"array", -1},
};

static bool fits(const json_t *schema, const json_t *part, enum field_type type)
{
    const json_t *from = json_object_get(part, "minimum");

    if (from == NULL) /* exclusive minimum */
        from = json_object_get(part, "exclusiveMinimum");
    if (type == TYPE_BOOL && json_is_true(json_object_get(part, "const")))
        return true;
    if (type == TYPE_RANGE &&
        (json_integer_value(json_object_get(part, "minItems")) != 2 ||
         json_integer_value(json_object_get(part, "maxItems")) != 2))
        return false;
    if (type == TYPE_TEXTS &&
        !has_type(part_of(schema, json_object_get(part, "items")), "string"))
        return false;
    return has_type(part, kinds[type].name) &&
           (kinds[type].least < 0 ||
            (json_is_number(from) &&
             json_number_value(from) >= kinds[type].least));
}

static const struct {
    const char *type;
    unsigned of;
} types[] = {
    {"run", OF_RUN},       {"case", OF_CASE},   {"pass", OF_PASS},
    {"merged", OF_MERGED}, {"lost", OF_LOST},   {"table", OF_TABLE},
    {"end", OF_END},       {"time", OF_TIME},   {"program", OF_PROGRAM},
    {"calls", OF_CALLS},   {"other", OF_OTHER},
};

/* Returns the part of the schema for a field. */
static const json_t *field_part(const json_t *schema, const char *type,
                                const struct field *f)
{
    char *path = xstrdup(f->path != NULL ? f->path : f->name), *rest = path;
    const json_t *part =
        json_object_get(json_object_get(schema, "$defs"), type);
    char *name;

    while ((name = strsep(&rest, ".")) != NULL)
        part = part_of(
            schema, json_object_get(json_object_get(part, "properties"), name));
    free(path);
    return part;
}

UNIT_TEST(test_schema)
{
    json_t *schema = schema_read();

    for (const struct field *f = fields; f->name != NULL; f++)
        for (size_t i = 0; i < LENGTH(types); i++) {
            const json_t *part;

            if ((f->of & types[i].of) == 0)
                continue;
            part = field_part(schema, types[i].type, f);
            if (part == NULL)
                fail_msg("the schema's %s has no %s", types[i].type, f->name);
            if (!fits(schema, part, f->type))
                fail_msg("%s of the schema's %s is of another type", f->name,
                         types[i].type);
        }
    json_decref(schema);
}

static bool is_field(const char *name, unsigned of)
{
    for (const struct field *f = fields; f->name != NULL; f++) {
        const char *path = f->path != NULL ? f->path : f->name;
        size_t n = strlen(name);

        if ((f->of & of) != 0 && strncmp(path, name, n) == 0 &&
            (path[n] == '\0' || path[n] == '.'))
            return true;
    }
    return false;
}

/* Each member that the schema has for these record types is a field. */
UNIT_TEST(test_schema_alone)
{
    json_t *schema = schema_read(), *part;
    const char *name;

    for (size_t i = 0; i < LENGTH(types); i++) {
        json_t *type =
            json_object_get(json_object_get(schema, "$defs"), types[i].type);

        if ((types[i].of & (OF_CASE | OF_TIME | OF_MERGED | OF_LOST | OF_TABLE |
                            OF_PROGRAM | OF_CALLS | OF_OTHER)) == 0)
            continue;
        json_object_foreach(json_object_get(type, "properties"), name, part)
        {
            if (strcmp(name, "type") != 0 && !is_field(name, types[i].of))
                fail_msg("no field is the schema's %s of %s", name,
                         types[i].type);
        }
    }
    json_decref(schema);
}

/* Name of each type in tests/records-1.0/fields. */
static const char *const type_names[] = {
    [TYPE_TEXT] = "text",       [TYPE_BOOL] = "bool",
    [TYPE_INTEGER] = "integer", [TYPE_COUNT] = "count",
    [TYPE_ORDINAL] = "ordinal", [TYPE_REAL] = "real",
    [TYPE_AMOUNT] = "amount",   [TYPE_RANGE] = "range",
    [TYPE_TEXTS] = "texts",     [TYPE_VALUES] = "values",
    [TYPE_EACH] = "each",       [TYPE_OBJECT] = "object",
    [TYPE_SERIES] = "series",   [TYPE_ARRAY] = "array",
};

static bool is_equal(const char *a, const char *b)
{
    return strcmp(a != NULL ? a : "-", b) == 0;
}

/* True if records of this type have a field with this name, type, unit and
 * path. */
static bool is_as_frozen(const char *record, const char *name, const char *type,
                         const char *unit, const char *path)
{
    unsigned of = 0;

    for (size_t i = 0; i < LENGTH(types); i++)
        of |= strcmp(types[i].type, record) == 0 ? types[i].of : 0;
    for (const struct field *f = fields; f->name != NULL; f++)
        if ((f->of & of) != 0 && strcmp(f->name, name) == 0 &&
            strcmp(type_names[f->type], type) == 0 && is_equal(f->unit, unit) &&
            is_equal(f->path, path))
            return true;
    return false;
}

/* What 1.0 wrote, every later version must write: doc/mpiperf.1, Records. */
UNIT_TEST(test_format_1)
{
    const char *top = getenv("top_srcdir");
    char *file = xasprintf("%s/tests/records-1.0/fields", top ? top : ".");
    FILE *f = fopen(file, "r");
    char line[256], word[5][64];
    size_t n = 0;

    if (f == NULL)
        fail_msg("cannot read %s (set top_srcdir)", file);
    while (fgets(line, sizeof(line), f) != NULL) {
        if (*line == '#')
            continue;
        assert_int_equal(sscanf(line, "%63s %63s %63s %63s %63s", word[0],
                                word[1], word[2], word[3], word[4]),
                         5);
        if (!is_as_frozen(word[0], word[1], word[2], word[3], word[4]))
            fail_msg("format 1 has changed: no more in records: %s", line);
        n++;
    }
    assert_true(n > 0);
    fclose(f);
    free(file);
}

#define A_CASE "'op':'bcast','algo':'a','procs':2,'bytes':8"
#define A_RUN "'mpiperf':'1.0','program':{}"

static const struct {
    unsigned of;
    const char *record, *cause;
} refused[] = {
    {OF_CASE, A_CASE, NULL},
    {OF_CASE, "'op':'bcast','algo':'a','procs':2", "no bytes"},
    {OF_CASE, A_CASE ",'op':null", "no op"},
    {OF_CASE, A_CASE ",'op':1", "op: must be a text"},
    {OF_CASE, A_CASE ",'procs':0",
     "procs: must be a whole number from 1 to 2147483647"},
    {OF_CASE, A_CASE ",'procs':2147483648",
     "procs: must be a whole number from 1 to 2147483647"},
    {OF_CASE, A_CASE ",'bytes':8.5", "bytes: must be a whole number from 0"},
    {OF_CASE, A_CASE ",'bytes':-1", "bytes: must be a whole number from 0"},
    {OF_CASE, A_CASE ",'ci':[1,2]", NULL},
    {OF_CASE, A_CASE ",'ci':[1]", "ci: must be two numbers"},
    {OF_CASE, A_CASE ",'ci':[1,null]", "ci: must be two numbers"},
    {OF_CASE, A_CASE ",'ci':null", NULL},
    {OF_CASE, A_CASE ",'root':-1", NULL},
    {OF_CASE, A_CASE ",'root':0.5", "root: must be a whole number"},
    {OF_CASE, A_CASE ",'hidden':-0.5", NULL},
    {OF_CASE, A_CASE ",'hidden':'x'", "hidden: must be a number"},
    {OF_CASE, A_CASE ",'passes':{}", "passes: must be a list"},
    {OF_CASE, A_CASE ",'param':1", "param: must be an object"},
    {OF_CASE, A_CASE ",'figures':[]", "figures: must be an object"},
    {OF_TIME, "'op':'seconds','algo':'command','estimate':0.1", NULL},
    {OF_TIME, "'op':'seconds','estimate':0.1", "no algo"},
    {OF_TIME, "'op':'seconds','algo':'command','estimate':-1",
     "estimate: must be a number from 0"},
    {OF_MERGED, A_CASE ",'vs':{'sign':5}", "vs.sign: must be a text"},
    {OF_LOST, "'command':1,'block':1,'cause':'x'", NULL},
    {OF_LOST, "'command':1,'block':1", "no cause"},
    {OF_LOST, "'command':'x','block':1,'cause':'x'",
     "command: must be a whole number from 1 to 2147483647"},
    {OF_RUN, A_RUN, NULL},
    {OF_RUN, A_RUN ",'program':'x'", "program: must be an object"},
    {OF_RUN, A_RUN ",'hosts':['a',1]", "hosts: must be a list of texts"},
    {OF_RUN, A_RUN ",'unpinned':0", "unpinned: must be true or false"},
    {OF_END, "'seconds':1", "no status"},
    {OF_END, "'status':'complete','seconds':-1",
     "seconds: must be a number from 0"},
    {OF_CALLS, "'op':'bcast','procs':2,'bytes':8,'calls':1,'seconds':1", NULL},
    {OF_CALLS, "'op':'bcast','procs':2,'bytes':8,'calls':1", "no seconds"},
    {OF_OTHER, "'function':5,'bytes':8,'calls':1,'seconds':1",
     "function: must be a text"},
    {OF_TABLE, "'cut':null", NULL},
    {OF_TABLE, "'cut':[]", "cut: must be an object"},
};

UNIT_TEST(test_refused)
{
    for (size_t i = 0; i < LENGTH(refused); i++) {
        json_t *record = json_of(refused[i].record);
        char *cause = fields_refuse(record, refused[i].of);

        if (refused[i].cause == NULL)
            assert_null(cause);
        else
            assert_string_equal(cause != NULL ? cause : "", refused[i].cause);
        free(cause);
        json_decref(record);
    }
}

UNIT_TEST(test_within)
{
    const struct field *name = field_find("side_name", OF_MERGED);
    json_t *record = json_of("'side':{'number':2,'name':'new'}");

    assert_null(field_find("side_name", OF_CASE));
    assert_string_equal(json_string_value(field_value(name, record)), "new");
    json_decref(record);
    record = json_of("'side':null");
    assert_null(field_value(name, record));
    json_decref(record);
}
