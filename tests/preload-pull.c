/* preload-pull.c: for LD_PRELOAD: slows down process_vm_readv() and
 * process_vm_writev() as src/algos/shmbcast/test/double.h says. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <dlfcn.h>
#include <stddef.h>
#include <sys/uio.h>

#include "algos/shmbcast/test/double.h"

typedef ssize_t transfer_fn(pid_t pid, const struct iovec *local,
                            unsigned long nlocal, const struct iovec *remote,
                            unsigned long nremote, unsigned long flags);

ssize_t process_vm_readv(pid_t pid, const struct iovec *local,
                         unsigned long nlocal, const struct iovec *remote,
                         unsigned long nremote, unsigned long flags)
{
    static transfer_fn *next;

    if (next == NULL)
        next = (transfer_fn *)dlsym(RTLD_NEXT, "process_vm_readv");
    double_slow("DOUBLE_PULL");
    return next(pid, local, nlocal, remote, nremote, flags);
}

ssize_t process_vm_writev(pid_t pid, const struct iovec *local,
                          unsigned long nlocal, const struct iovec *remote,
                          unsigned long nremote, unsigned long flags)
{
    static transfer_fn *next;

    if (next == NULL)
        next = (transfer_fn *)dlsym(RTLD_NEXT, "process_vm_writev");
    double_slow("DOUBLE_PULL");
    return next(pid, local, nlocal, remote, nremote, flags);
}
