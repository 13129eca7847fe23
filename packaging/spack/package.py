# package.py: builds mpiperf by Spack, with any MPI: spack dev-build mpiperf@main ^mpich
# SPDX-License-Identifier: BSD-3-Clause

from spack_repo.builtin.build_systems.autotools import AutotoolsPackage

from spack.package import *


class Mpiperf(AutotoolsPackage):
    """Measures how long MPI operations take and compares algorithms for them,
    with synchronized starts, and with intervals of times and ratios. Brings
    libraries of broadcasts, message schedules and shared arrays."""

    license("BSD-3-Clause")

    version("main")

    variant("ga", default=False, description="Global Arrays as an algorithm of dsm-barrier")
    variant("plot", default=True, description="What mpiperf-plot needs when it runs")

    depends_on("c", type="build")
    depends_on("pkgconfig", type="build")
    with default_args(type="build", when="@main"):
        depends_on("autoconf@2.71:")
        depends_on("automake@1.16:")
        depends_on("libtool")
        depends_on("m4")

    depends_on("mpi@3.1:")
    depends_on("numactl")
    depends_on("gsl@2.5:")
    depends_on("jansson@2.11:")
    depends_on("hwloc@2.1:")
    depends_on("globalarrays+scalapack", when="+ga")
    depends_on("gnuplot", type="run", when="+plot")
    depends_on("jq", type="run", when="+plot")
    with default_args(type="test"):
        depends_on("bats")
        depends_on("cmocka")
        depends_on("jq")

    def configure_args(self):
        args = [f"CC={self.spec['mpi'].mpicc}"]
        if self.spec.satisfies("+ga"):
            libs = [f"-L{self.spec['globalarrays'].prefix.lib}", "-lga", "-larmci"]
            libs += [self.spec[name].libs.ld_flags for name in ("scalapack", "lapack", "blas")]
            args.append(f"--with-ga={' '.join(libs)} -lgfortran -lm")
            args.append(f"CPPFLAGS={self.spec['globalarrays'].headers.include_flags}")
        return args
