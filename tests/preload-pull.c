/* preload-pull.c: reading and writing other processes takes longer, for
 * LD_PRELOAD. How much and when: src/algos/shmbcast/test/double.h. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <dlfcn.h>
#include <sys/uio.h>

#include "algos/shmbcast/test/double.h"

typedef ssize_t transfer_fn(pid_t pid, const struct iovec *local,
                            unsigned long nlocal, const struct iovec *remote,
                            unsigned long nremote, unsigned long flags);

static void slow(const struct iovec *local, unsigned long n)
{
    size_t nbytes = 0;

    for (unsigned long i = 0; i < n; i++)
        nbytes += local[i].iov_len;
    double_slow(DOUBLE_PULL, nbytes);
}

ssize_t process_vm_readv(pid_t pid, const struct iovec *local,
                         unsigned long nlocal, const struct iovec *remote,
                         unsigned long nremote, unsigned long flags)
{
    static transfer_fn *next;

    if (next == NULL)
        next = (transfer_fn *)dlsym(RTLD_NEXT, "process_vm_readv");
    slow(local, nlocal);
    return next(pid, local, nlocal, remote, nremote, flags);
}

ssize_t process_vm_writev(pid_t pid, const struct iovec *local,
                          unsigned long nlocal, const struct iovec *remote,
                          unsigned long nremote, unsigned long flags)
{
    static transfer_fn *next;

    if (next == NULL)
        next = (transfer_fn *)dlsym(RTLD_NEXT, "process_vm_writev");
    slow(local, nlocal);
    return next(pid, local, nlocal, remote, nremote, flags);
}
