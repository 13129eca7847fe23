# lib.sh: shared by quickstart and check: packages, compilers, builds.
# Both source it, with the repository root as the current folder.
# shellcheck shell=sh disable=SC2034 # variables are for these

PACKAGES_BUILD='gcc make autoconf automake libtool pkg-config
    libnuma-dev libgsl-dev libjansson-dev libhwloc-dev'
PACKAGES_MPI='libopenmpi-dev openmpi-bin'
PACKAGES_PLOT='gnuplot-nox jq'
PACKAGES_STATIC='clang-tidy clang-tools cppcheck shellcheck codespell
    clang libmpich-dev libcmocka-dev'
PACKAGES_TEST='libmpich-dev mpich libcmocka-dev bats clang libclang-rt-dev
    python3-jsonschema man-db tidy xz-utils rpm iproute2 libsimgrid-dev gfortran
    slurmd slurmctld slurm-client slurm-wlm-basic-plugins munge
    qemu-system-x86 busybox-static cpio'
PACKAGES_LONG='python3-mpi4py python3-numpy'

die() {
    echo "$0: $*" >&2
    exit 1
}

# Installs those of these Debian packages that are missing. Without Debian or
# without permission, says what to install and continues or ends.
install_packages() {
    missing=
    for p in "$@"; do
        dpkg-query -W -f '${Status}' "$p" 2>/dev/null |
            grep -q 'install ok installed' || missing="$missing $p"
    done
    [ -n "$missing" ] || return 0
    if ! command -v apt-get >/dev/null; then
        echo "Not a Debian system: please install what corresponds to:$missing"
        return 0
    fi
    sudo=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || die "please install, as root:$missing"
        sudo=sudo
    fi
    echo "Installing:$missing"
    $sudo apt-get update -q >/dev/null || echo "apt-get update failed; going on"
    # shellcheck disable=SC2086 # a list of words
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -qy \
        --no-install-recommends $missing >/dev/null ||
        die "apt-get could not install:$missing"
}

# libtool is twice as fast with a smaller shell than bash.
export CONFIG_SHELL=/bin/sh

# configured DIR COMPILER [CONFIGURE-ARGUMENT...]: configures a build in DIR.
configured() {
    dir=$1
    cc=$2
    shift 2
    [ -x configure ] || ./autogen.sh >/dev/null 2>&1 || ./autogen.sh ||
        die "autogen.sh failed"
    root=$PWD
    # remove another compiler's build; a word before a compiler may be ccache
    same=$cc
    [ "$(command -v "${cc##*/}")" != "$cc" ] || same="($cc|${cc##*/})"
    [ ! -f "$dir/config.status" ] ||
        "$dir/config.status" --config | grep -qE "CC=([^=]* )?$same('| |\$)" || rm -rf "$dir"
    mkdir -p "$dir"
    [ -f "$dir/config.status" ] ||
        (cd "$dir" && "$root/configure" -q CC="$cc" "$@")
}

# build DIR COMPILER [CONFIGURE-ARGUMENT...]: configures and builds in DIR.
build() {
    configured "$@" && make -s -C "$1" -j "$(nproc)"
}

# Open MPI refuses to start as root without both of these variables.
allow_root() {
    if [ "$(id -u)" = 0 ]; then
        export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    fi
}
