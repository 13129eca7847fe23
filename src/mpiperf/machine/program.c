/* program.c: which build of the program runs: its build id, size and time. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/program.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "lib/json.h"
#include "lib/xmalloc.h"

/* Names and values of notes take whole words. */
static size_t padded(size_t n)
{
    return (n + 3) / 4 * 4;
}

static char *hex(const unsigned char *bytes, size_t n)
{
    char *text = xcalloc(2 * n + 1, 1);

    for (size_t i = 0; i < n; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    return text;
}

char *program_build(const void *notes, size_t length)
{
    static const char owner[] = "GNU";
    const unsigned char *at = notes, *end = at + length;
    ElfW(Nhdr) note;

    while ((size_t)(end - at) >= sizeof(note)) {
        const unsigned char *name = at + sizeof(note), *value;

        memcpy(&note, at, sizeof(note));
        if (padded(note.n_namesz) + padded(note.n_descsz) >
            (size_t)(end - name))
            break;
        value = name + padded(note.n_namesz);
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof(owner) &&
            memcmp(name, owner, sizeof(owner)) == 0)
            return hex(value, note.n_descsz);
        at = value + padded(note.n_descsz);
    }
    return NULL;
}

/* The program itself is the first object. */
static int build_find(struct dl_phdr_info *info, size_t size, void *build)
{
    char **text = build;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum && *text == NULL; i++)
        if (info->dlpi_phdr[i].p_type == PT_NOTE)
            *text = program_build(
                (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr),
                info->dlpi_phdr[i].p_memsz);
    return 1;
}

json_t *program_describe(void)
{
    json_t *program = json_pack("{s:n, s:n, s:n}", "build", "size", "time");
    char *build = NULL;
    struct stat st;

    dl_iterate_phdr(build_find, &build);
    json_object_set_new(program, "build", json_text(build));
    free(build);
    if (stat("/proc/self/exe", &st) == 0) {
        json_object_set_new(program, "size", json_integer(st.st_size));
        json_object_set_new(program, "time", json_integer(st.st_mtime));
    }
    return program;
}
