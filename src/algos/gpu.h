/* gpu.h: access to the CUDA driver that a process has loaded, if any. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ALGOS_GPU_H
#define ALGOS_GPU_H

/* Type of cuPointerGetAttribute(), which reports whether memory is a GPU's.
 * al_gpu_driver() returns that function, or NULL if no driver is loaded. */
typedef int al_gpu_fn(void *data, int attribute, unsigned long long pointer);
al_gpu_fn *al_gpu_driver(void);

#endif /* ALGOS_GPU_H */
