# lib.sh: what the commands of the figures share; sourced by bash.
# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Needs an installed mpiperf on the PATH, its MPI's compiler, jq and gnuplot.
# $mpi is openmpi or mpich, $ranks as many as there are cores unless set.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
# shellcheck source-path=SCRIPTDIR source=../lib.sh
. "$here/../lib.sh"

prefix=$(dirname "$(dirname "$(command -v mpiperf)")")
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig:${PKG_CONFIG_PATH-}
case ${mpi:=openmpi} in
mpich) bind='-bind-to core' crowd='' ;;
openmpi) bind='--bind-to core' crowd='--oversubscribe' ;;
*) echo "'$mpi' is neither openmpi nor mpich" >&2 && exit 2 ;;
esac
[ "${ranks:=$(nproc)}" -le "$(nproc)" ] || bind=$crowd

# build NAME SOURCE FLAG...: a program, or a plug-in if NAME ends in .so.
build() {
    local out=$work/$1 source=$here/$2 shared=''
    shift 2
    [ "${out%.so}" = "$out" ] || shared='-shared -fPIC'
    # shellcheck disable=SC2046,SC2086 # lists of flags
    mpicc.$mpi -O2 $shared "$@" "$source" -o "$out" \
        $(pkg-config --cflags --libs mpiperf-plugin shmbcast jansson) || exit 1
}

# variants: lines "NAME SETTINGS" become the algorithms of a plug-in, and their
# names $names, with commas between.
variants() {
    local list='' n=0 name settings
    names=
    while read -r name settings; do
        list+="V($n, \"$name\", \"$settings\") "
        names+=${names:+,}$name
        n=$((n + 1))
    done
    build variants.so variants.c "-DVARIANTS=$list"
}

# launches FILE LAUNCHES ARG...: so many launches of mpiperf with cold buffers, or
# $buffer ones, their records in FILE.
launches() {
    local file=$1 n=$2 i
    shift 2
    : >"$file"
    for ((i = 1; i <= n; i++)); do
        # shellcheck disable=SC2086 # lists of flags
        mpiexec.$mpi ${mca-} $bind -n "$ranks" mpiperf "$@" -b "${buffer:-cold}" \
            --plugin "$work/variants.so" -o "$work/r.jsonl" \
            >"$work/table" 2>&1 || { cat "$work/table" >&2; exit 1; }
        jq -c --arg dir "$work/" 'if .type == "run" then
            .command |= map(ltrimstr($dir)) else . end' "$work/r.jsonl" >>"$file"
        rm "$work/r.jsonl"
    done
}

# summary BASE [FILE...]: per distance of the cores, size and algorithm: the
# median over the launches of the median times (us), the ratio to BASE in the
# same launch, its least and largest, and the number of launches; roots are
# averaged. See summary.jq.
summary() {
    local base=$1
    shift
    jq -rs --arg base "$base" -f "$here/summary.jq" "$@"
}
