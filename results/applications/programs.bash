# programs.bash: the applications: what they need, their inputs, their commands, and what
# of their output is compared. Sourced by `command`, and by tests/mpi4py.bats.
# shellcheck shell=bash disable=SC2034 # variables of who sources this
# SPDX-License-Identifier: BSD-3-Clause
#
# PROGRAMS="NAME ...": these alone. $longer: so many times the steps of an input; pw.x has no
# steps, but 3 + $longer points in each direction. MPI4PY=FOLDER has mpi4py's sources, for its tests, and
# for MPICH what `MPICC=mpicc.mpich python3 setup.py build` made there.

applications=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
python=/usr/bin/python3 # Debian's, whose mpi4py it is
longer=1
read -ra programs <<<"${PROGRAMS:-gromacs lammps espresso heat tests}"

# linked FILE: the MPI library that it is linked with.
linked() {
    ldd "$1" 2>/dev/null | awk '
        $1 ~ /^libmpi\.so/ { print "openmpi"; exit }
        $1 ~ /^libmpich\.so/ { print "mpich"; exit }'
}

# has PACKAGE PROGRAM MPI: a reason if that program is not there for that MPI.
has() {
    local path
    path=$(command -v "$2") || { echo "no package $1" && return; }
    [ "$(linked "$path")" = "$3" ] || echo "$1: not built for $3"
}

# Where python looks for mpi4py, for that MPI.
module_path() {
    [ "$1" = openmpi ] || echo "${MPI4PY-/nowhere}"/build/lib.*
}

has_mpi4py() {
    local object
    "$python" -c 'import numpy' 2>/dev/null || { echo "no package python3-numpy" && return; }
    object=$(PYTHONPATH=$(module_path "$1") "$python" -c '
import importlib.util
print(importlib.util.find_spec("mpi4py.MPI").origin)' 2>/dev/null)
    case $(linked "${object:-/nowhere}"),$1 in
    "$1,$1") ;;
    *,openmpi) echo "no package python3-mpi4py" ;;
    *) echo "mpi4py: MPI4PY=FOLDER with a build for $1" ;;
    esac
}

# lacks PROGRAM MPI: a reason if it can't run.
lacks() {
    case $1 in
    halo | late) ;;
    gromacs) has gromacs gmx_mpi "$2" ;;
    lammps)
        has lammps lmp "$2"
        [ -e /usr/share/lammps/examples/peptide ] || echo "no package lammps-examples"
        ;;
    espresso)
        has quantum-espresso pw.x "$2"
        [ -e /usr/share/espresso/pseudo ] || echo "no package quantum-espresso-data"
        ;;
    heat) has_mpi4py "$2" ;;
    tests)
        has_mpi4py "$2"
        [ -e "${MPI4PY-}/test/runtests.py" ] || echo "tests: MPI4PY=FOLDER with mpi4py's sources"
        ;;
    esac
}

# version PROGRAM MPI
version() {
    case $1 in
    heat | tests)
        PYTHONPATH=$(module_path "$2") "$python" -c \
            'import mpi4py; print("mpi4py", mpi4py.__version__)'
        ;;
    espresso) dpkg-query -W -f '${Package} ${Version}' quantum-espresso ;;
    halo) echo "doc/examples/halo.c" ;;
    late) echo "doc/examples/advise.c late" ;;
    *) dpkg-query -W -f '${Package} ${Version}' "$1" ;;
    esac
}

# input PROGRAM: makes its input for $mpi in the current folder; of an example the program.
input() {
    case $1 in
    halo)
        # shellcheck disable=SC2046 # a list of flags
        mpicc."$mpi" -std=c11 -O2 "$applications/../../doc/examples/halo.c" -o halo \
            $(pkg-config --cflags --libs msgsched)
        ;;
    late) mpicc."$mpi" -std=c11 -O2 "$applications/../../doc/examples/advise.c" -o advise ;;
    gromacs)
        cp "$applications/water.top" . &&
            gmx -quiet genconf -f /usr/share/gromacs/top/spc216.gro -nbox 2 2 2 \
                -o water.gro &&
            gmx -quiet grompp -f "$applications/water.mdp" -c water.gro -p water.top \
                -o water.tpr
        ;;
    lammps)
        # not 300 steps, and at the end everything with all digits
        sed "s/^run.*/run $((100 * longer))/" /usr/share/lammps/examples/peptide/in.peptide >in.peptide &&
            echo 'write_dump all custom end.dump id type x y z vx vy vz &
                modify sort id format float %.17g' >>in.peptide &&
            cp /usr/share/lammps/examples/peptide/data.peptide .
        ;;
    espresso) sed "s/^4 4 4 /$((3 + longer)) $((3 + longer)) $((3 + longer)) /" \
        "$applications/silicon.in" >silicon.in ;;
    heat) cp "$applications/heat.py" . ;;
    esac
}

# words PROGRAM MPI: its command, in the array $words; for a folder with its input.
words() {
    case $1 in
    gromacs) words=(gmx_mpi -quiet mdrun -s water.tpr -deffnm water -ntomp 1 -reprod
        -dlb no -pin off -nsteps $((200 * longer))) ;;
    lammps) words=(lmp -in in.peptide -log none) ;;
    espresso) words=(pw.x -in silicon.in) ;;
    halo) words=(env "LD_LIBRARY_PATH=$MPIPERF/$mpi/lib" ./halo n=400 fields=20
        steps=$((200 * longer))) ;;
    late) words=(./advise late) ;;
    heat) words=(env "PYTHONPATH=$(module_path "$2")" "$python" heat.py $((60 * longer))) ;;
    tests)
        # Each rank's verdicts go to a file of its own.
        words=(env "PYTHONPATH=$(module_path "$2")" sh -c
            'exec "$@" 2>"rank.${OMPI_COMM_WORLD_RANK-$PMI_RANK}"' sh
            "$python" "$MPI4PY/test/runtests.py" --no-builddir -v -e spawn -e dynproc)
        ;;
    esac
}

# ---- in a campaign ------------------------------------------------------------

cores=$(nproc)
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1

# What can run here, in $able: words PROGRAM-MPI.
able_here() {
    local mpi program reason reasons=()
    able=()
    for mpi in "${mpis[@]}"; do
        for program in "${programs[@]}"; do
            reason=$(lacks "$program" "$mpi")
            [ -z "$reason" ] && able+=("$program-$mpi") || reasons+=("${reason//$'\n'/, }")
        done
    done
    [ ${#reasons[@]} = 0 ] || printf '%s\n' "${reasons[@]}" | sort -u | paste -sd';' |
        sed "s/;/; /g; s/^/${0##*/}: left out: /" >&2
}

# On so many ranks: more than cores give them away while they wait (tests/yield.c).
ranks() {
    case $mpi in
    openmpi) launch=(mpiexec.openmpi --oversubscribe -n "$1") ;;
    mpich) launch=(mpiexec.mpich -n "$1") ;;
    esac
    yield=
    if [ "$mpi" = mpich ] && [ "$1" -gt "$cores" ]; then
        yield=$work/yield.so
        [ -e "$yield" ] ||
            mpicc.mpich -O2 -shared -fPIC "$lib/../tests/yield.c" -o "$yield" || return 1
    fi
}

# prepared: the input of $program for $mpi, in the folder $prepared.
prepared() {
    prepared=$work/$program-$mpi
    [ ! -d "$prepared" ] || return 0
    mkdir "$prepared" || return 1
    (cd "$prepared" && input "$program") >"$work/said" 2>&1 ||
        { cat "$work/said" >&2 && return 1; }
}

# started_in FOLDER VARIABLE=VALUE...: the program, with these variables, in a new folder;
# its seconds in $took, and what is compared in FOLDER/result.
started_in() {
    local folder=$1 began
    shift
    rm -rf "$folder" && cp -r "$prepared" "$folder" || return 1
    began=$EPOCHREALTIME
    run env -C "$folder" timeout -k 5 600 "${launch[@]}" env "$@" "${words[@]}" \
        >"$folder/out" 2>"$folder/err"
    ended=$?
    took=$(awk -v a="$began" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.3f", b - a }')
    (cd "$folder" && result "$program" && echo "exit status $ended") >"$folder/result"
}

# result PROGRAM: what is compared, of a run in the current folder whose standard output
# is the file out.
result() {
    case $1 in
    gromacs) sha256sum water.gro water.trr water.edr ;;
    lammps)
        sed -n '/^-* Step/,/^Loop/{/^Loop/d; s/CPU = .*//; p}' out
        sha256sum end.dump
        ;;
    espresso)
        # without dates and times
        grep -vE 'PWSCF +v|starts on|terminated on|CPU|WALL|MB|total cpu time' out
        sha256sum si.save/charge-density.dat
        ;;
    heat) cat out ;;
    halo) grep '^checksums' out ;;
    late) cat out ;;
    tests)
        # without times; what tests print may be between a name and its verdict
        grep -hE ' \.\.\. |^(OK|FAILED|ERROR|FAIL)|^Ran ' rank.* | sed 's/ in [0-9.]*s$//'
        ;;
    esac
}

# reported LIBRARY: the report of a run in the current folder, of its rank 0.
reported() {
    cat err rank.0 2>/dev/null | grep "^$1: "
}

# broadcasts: of a run in the current folder: calls and bytes through shared memory, and
# of all calls, as rank 0 counts them.
broadcasts() {
    reported shmbcast-preload | awk '
        match($0, /[0-9]+ calls, [0-9]+ bytes/) {
            split(substr($0, RSTART), n, /[^0-9]+/)
            calls += n[1]
            bytes += n[2]
        }
        / rank 0: (shared memory|hierarchy): / { c += n[1]; b += n[2] }
        END { print c + 0, b + 0, calls + 0, bytes + 0 }'
}

# messages: of a run in the current folder: messages and bytes in files, of all; and files.
messages() {
    reported msgsched-record | sed -nE 's/.* ([0-9]+) of them different; taken: ([0-9]+) of '\
'([0-9]+) messages \([^)]*\), ([0-9]+) of ([0-9]+) bytes.*/\2 \4 \3 \5 \1/p'
}
