/* tools.c: control variables of the MPI library (MPI_T). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/tools.h"

#include "lib/quote.h"
#include "lib/xmalloc.h"

/* Passes MPI_Init's thread level on: Open MPI would lose it otherwise. */
bool tools_open(void)
{
    int level = MPI_THREAD_SINGLE;

    MPI_Query_thread(&level);
    return MPI_T_init_thread(level, &level) == MPI_SUCCESS;
}

void tools_close(void)
{
    MPI_T_finalize();
}

bool cvar_find(struct cvar *c, const char *name)
{
    int index;

    return MPI_T_cvar_get_index(name, &index) == MPI_SUCCESS &&
           cvar_at(c, index);
}

bool cvar_at(struct cvar *c, int index)
{
    char text[4096];
    int size = sizeof(c->name), length = sizeof(text), verbosity, bind, scope;
    MPI_Datatype type = MPI_DATATYPE_NULL;

    c->names = MPI_T_ENUM_NULL;
    if (MPI_T_cvar_get_info(index, c->name, &size, &verbosity, &type, &c->names,
                            text, &length, &bind, &scope) != MPI_SUCCESS ||
        type != MPI_INT)
        return false;
    c->index = index;
    c->writable =
        scope != MPI_T_SCOPE_CONSTANT && scope != MPI_T_SCOPE_READONLY;
    c->help = xstrdup(text);
    return true;
}

/* Writes a variable, or reads it. */
static int access_value(int index, int *value, bool write)
{
    MPI_T_cvar_handle handle;
    int count, rc = MPI_T_cvar_handle_alloc(index, NULL, &handle, &count);

    if (rc != MPI_SUCCESS)
        return rc;
    rc = write ? MPI_T_cvar_write(handle, value)
               : MPI_T_cvar_read(handle, value);
    MPI_T_cvar_handle_free(&handle);
    return rc;
}

int cvar_read(int index, int *value)
{
    return access_value(index, value, false);
}

int cvar_write(int index, int value)
{
    return access_value(index, &value, true);
}

void cvars_print(FILE *f)
{
    int n = 0;

    if (!tools_open())
        return;
    MPI_T_cvar_get_num(&n);
    for (int i = 0; i < n; i++) {
        char name[256], text[4096] = "";
        int size = sizeof(name), length = sizeof(text), verbosity, bind, scope;
        MPI_Datatype type;
        MPI_T_enum names;

        if (MPI_T_cvar_get_info(i, name, &size, &verbosity, &type, &names, text,
                                &length, &bind, &scope) == MPI_SUCCESS)
            fprintf(f, "%s %s\n", SHOWN_FILE(name), SHOWN_LINE(text));
    }
    tools_close();
}
