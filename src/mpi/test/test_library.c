/* test_library.c: reads the texts of MPI_Get_library_version(). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "mpi/library.h"

UNIT_TEST(test_release)
{
    static const struct {
        const char *text;
        struct mpi_release is;
    } cases[] = {
        {"MPICH Version:      4.0.2\nMPICH Release date: x", {mpich, 40002}},
        {"MPICH Version:\t4.2.1\nMPICH Release date:\tx", {mpich, 40201}},
        {"MPICH Version: 5.1.0a1\n", {mpich, 50100}},
        {"MPICH Version: 4.3\n", {mpich, 40300}},
        {"Open MPI v4.1.4, package: x, ident: 4.1.4", {openmpi, 40104}},
        {"Open MPI v6.1.0a1, package: Open MPI x", {openmpi, 60100}},
        {"Open MPI v5.0.10rc2, x", {openmpi, 50010}},
        {"Open MPI v", {other_mpi, 0}},
        {"MVAPICH Version: 3.0\nMPICH Version: 4.0.2", {other_mpi, 0}},
        {"Intel(R) MPI Library 2021.11 for Linux* OS\n", {other_mpi, 0}},
        {"SMPI Version 3.34. Copyright x", {other_mpi, 0}},
        {"", {other_mpi, 0}},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct mpi_release is = mpi_release_of(cases[i].text);

        assert_int_equal(is.mpi, cases[i].is.mpi);
        assert_int_equal(is.release, cases[i].is.release);
    }
}
