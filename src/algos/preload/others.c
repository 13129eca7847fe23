/* others.c: finds definitions of the replaced functions in the program, and in
 * other tools in front of this library. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "others.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <sys/auxv.h>

bool others_own(const void *address)
{
    static const char here;
    Dl_info own, other;

    return address != NULL && dladdr(&here, &own) != 0 &&
           dladdr(address, &other) != 0 && own.dli_fbase == other.dli_fbase;
}

/* Finds the shared object before this library that defines the function.
 * Returns false if there is none. (A program that is not position independent
 * has an address even for a function that it only uses; that is not a
 * definition.) */
static bool find_first(const char *name, Dl_info *object)
{
    const ElfW(Sym) *symbol = NULL;
    void *first = dlsym(RTLD_DEFAULT, name);

    return first != NULL && !others_own(first) &&
           dladdr1(first, object, (void **)&symbol, RTLD_DL_SYMENT) != 0 &&
           symbol != NULL && symbol->st_shndx != SHN_UNDEF;
}

const char *others_in_program(const char *const *names)
{
    Dl_info program, object;

    /* the program headers lie in the program, so this finds its load address */
    if (dladdr((void *)getauxval(AT_PHDR), &program) == 0)
        return NULL;
    for (; *names != NULL; names++)
        if (find_first(*names, &object) &&
            object.dli_fbase == program.dli_fbase)
            return *names;
    return NULL;
}

const char *others_in_front(const char *const *names)
{
    Dl_info object;

    for (; *names != NULL; names++)
        if (find_first(*names, &object))
            return object.dli_fname;
    return NULL;
}
