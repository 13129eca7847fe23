/* openmpi.c: reads the variables of Open MPI by its own functions. MPI_T does
 * not report the source of a value, and opening it takes 0.2 s because it loads
 * all components. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/openmpi.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

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
