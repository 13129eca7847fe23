# kinds.bash: the kinds of faults. A row is a kind, the programs that it is injected into,
# and what it is; its function prepares it, and says how it is told in the record.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2034,SC2154,SC2016 # variables of `one`; of other shells
#
# What functions set: long (the program goes on until it is ended), inject (a command), delay
# (milliseconds from the program's start to that, or, with lines, from so many in the records),
# outer and inner (words ahead of the program, and of each of its ranks), more (options), to and
# from (output and input), hard (SIGKILL), quiet (its message may be the MPI library's, or none),
# whole=no (the output need not be that of a run without a fault), right (statuses that are as
# documented), fault (in words), impossible (why there is none).

programs='mpiperf dsm replay preload recorder repeat compare report tune plot'
ranks='mpiperf dsm replay preload recorder repeat'
tools='compare report tune plot'
kinds="
rank-signal $ranks: a signal ends one rank, or all
launcher-signal $ranks: a signal ends mpiexec, or SIGKILL it and its daemon
program-signal repeat repeat repeat $tools: a signal ends the program itself
stopped mpiperf dsm replay preload recorder repeat: ranks are stopped and continued for 3 s
stuck mpiperf dsm replay preload repeat: one rank is stopped for good
disk-full $programs: the disk has room for less than the output
shm-full mpiperf dsm replay preload repeat: /dev/shm has room for less than the program's memory
no-shm mpiperf dsm replay preload repeat: there is no /dev/shm
no-proc $programs: /proc is empty
no-sys mpiperf replay repeat report: /sys is empty
storm mpiperf dsm replay preload recorder repeat compare report tune: signals interrupt system calls
short-write mpiperf recorder repeat compare report tune: writes take half of what they are given
late-error mpiperf recorder repeat compare report tune: an error is told on closing the file
memory $programs: limit of memory
descriptors $programs: limit of open files
file-size $programs: limit of the size of files
truncated mpiperf repeat replay $tools: an input ends in the middle
mutated mpiperf repeat replay $tools: some bytes of an input are others
odd-output $programs: where the output should go is a FIFO, a folder, a link or a device
odd-input replay $tools: where the input should be is a FIFO, a folder, a link, a device or nothing
clock-back mpiperf repeat: clocks are set back while it measures
other-user $programs: a user who may not write, or not read
streams $programs: standard input, output or error is closed, or full
"

# pick WORD...: one of them. between LOW HIGH: a number. Both in $picked.
pick() { picked=${*:1 + RANDOM % $#:1}; }
between() { picked=$(($1 + (RANDOM * 32768 + RANDOM) % ($2 - $1 + 1))); }

# ---- signals -----------------------------------------------------------------

# The ids of processes: of ranks, of the launcher.
pids_of() {
    case $1 in
    rank | ranks) pgrep -x 'mpiperf|record_test' ;;
    launcher) pgrep -x '(mpiexec|mpirun|orterun|prterun).*' ;;
    daemons) pgrep -x '(mpiexec|mpirun|orterun|prterun|hydra_pmi_proxy).*' ;;
    program) echo "$job" ;;
    esac
}

# Sends the signal, once there is somebody to get it: whom, in $pids.
send() {
    local signal=$1 who=$2
    until mapfile -t pids < <(pids_of "$who") && [ ${#pids[@]} -gt 0 ]; do
        ! ends 0 || return
        sleep .02
    done
    [ "$who" != rank ] || pids=("${pids[which % ${#pids[@]}]}")
    kill -s "$signal" "${pids[@]}"
}

ended_by_signal() {
    long=1 quiet=1
    pick KILL TERM INT HUP
    # MPICH's UCX has a handler for SIGHUP in the ranks, for a debugger
    [[ "$MPI_FLAVOUR $1 $picked" != mpich\ rank*\ HUP ]] || picked=TERM
    [ "$1" != daemons ] || picked=KILL
    inject="send $picked $1" which=$RANDOM
    [ "$picked" != KILL ] || hard=1
    fault="SIG$picked to $1"
    pick '' 1 4
    lines=$picked
    between 0 2000
    case $program in
    recorder | compare | report | tune | plot) lines='' ;;
    mpiperf) # half of them have an old file to go on with, or to replace
        pick '' '' --append --overwrite
        [ -z "$picked" ] || { more=("$picked") from=r.jsonl lines='' && cp run.jsonl r.jsonl; }
        fault+=" $picked"
        between 0 2000
        ;;
    esac
    case $program$lines in
    compare* | report* | tune*) delay=$((picked / 20)) ;;
    plot*) delay=$((picked / 4)) ;;
    *[0-9]) delay=$((picked / 10)) ;;
    *) delay=$picked ;;
    esac
    fault+="${lines:+, $lines lines and} $delay ms"
}
fault_rank_signal() {
    pick rank rank ranks
    ended_by_signal "$picked"
}
# With the daemon on the node gone as well, nobody ends the ranks but they themselves.
fault_launcher_signal() {
    stuck=16
    pick launcher launcher daemons
    [ "$program" != recorder ] || picked=launcher
    ended_by_signal "$picked"
}
fault_program_signal() { ended_by_signal program; }

stop_and_continue() {
    local i
    for i in {1..12}; do
        send STOP "$1"
        sleep .2
        kill -s CONT "${pids[@]}"
        sleep .05
    done
}
fault_stopped() {
    pick rank ranks
    inject="stop_and_continue $picked" which=$RANDOM right=0
    fault="$picked stopped 12 times for 0.2 s"
    pick '' 1
    [ "$program" = recorder ] || lines=$picked
    between 0 1500
    delay=$picked
}
fault_stuck() {
    long=1 stuck=2 inject='send STOP rank' which=$RANDOM quiet=1 lines=2
    between 0 300
    delay=$picked fault="SIGSTOP to rank $((which % 2)), 2 lines and $delay ms, --stuck-after=2"
}

# ---- the machine -------------------------------------------------------------

# mounted COMMAND...: the program where this was done to its file systems first.
mounted() { outer=(unshare -m sh -c "$* && exec \"\$@\"" sh "${outer[@]}"); }

# The MPI library's own memory has to be elsewhere, or it fails before we do.
mpi_elsewhere() {
    export OMPI_MCA_btl_vader_backing_directory=$TMPDIR UCX_POSIX_DIR=$TMPDIR
}

fault_disk_full() {
    pick 0 1 2 3 5 8 16
    disk=$((picked * 4))
    fault="$disk KiB free" right="0 1 2"
    [ "$program$((RANDOM % 2))" = plot1 ] || return
    mounted "mount -o remount,size=${disk}k \$TMPDIR"
    disk=64m fault+=" for temporary files"
}
fault_shm_full() {
    pick 16 64 256 1024 # with 4, MPICH's MPI_Init is ended by SIGBUS
    mpi_elsewhere
    mounted "mount -o remount,size=${picked}k /dev/shm"
    fault="$picked KiB" right=0
}
fault_no_shm() {
    mpi_elsewhere
    mounted 'mkdir $TMPDIR/dev && mount -t tmpfs none $TMPDIR/dev && cd $TMPDIR/dev &&
        for d in null zero full random urandom; do cp -a /dev/$d .; done &&
        ln -s /proc/self/fd fd && mkdir pts && mount --bind /dev/pts pts && cd - >/dev/null &&
        mount --move $TMPDIR/dev /dev && rmdir $TMPDIR/dev'
    fault='no /dev/shm' right=0
}
fault_no_proc() { mounted mount -t tmpfs none /proc; fault='/proc is empty' quiet=1; }
fault_no_sys() { mounted mount -t tmpfs none /sys; fault='/sys is empty' right=0; }

# ---- calls -------------------------------------------------------------------

with_calls() {
    inner+=("${with[@]}" "$lib/../tests/faults/.libs/calls.so")
    export FAULTS_CALLS=$1
    fault=$1
}
fault_storm() { with_calls storm; right=0; }
fault_short_write() { with_calls short; right=0; }
fault_late_error() { with_calls close; right="0 1"; }
fault_clock_back() {
    between 1 200
    more=(-m 7 -t gettimeofday -R 400)
    inner+=("${with[@]}" "$lib/../tests/.libs/preload-clock.so")
    fault='clocks set back by days' right=0
}

# ---- limits ------------------------------------------------------------------

limited() {
    inner+=(env GCOV_PREFIX=/dev/null sh -c "ulimit $1 && exec \"\$@\"" sh)
    fault="ulimit $1" right="0 1 2"
}
fault_memory() {
    case $program in
    compare | report | tune | repeat) between 6000 60000 ;;
    plot) between 20000 400000 ;;
    *) between 100000 700000 ;;
    esac
    limited "-v $picked"
    quiet=1 right=''
}
fault_descriptors() {
    case $program in
    compare | report | tune | plot | repeat) between 3 9 ;;
    *) between 10 40 ;;
    esac
    limited "-n $picked"
    quiet=1 right=''
}
fault_file_size() {
    between 1 12
    limited "-f $picked"
    [[ " $tools repeat " == *" $program "* ]] || # the MPI library has no files then
        export OMPI_MCA_btl=tcp,self OMPI_MCA_btl_tcp_if_include=lo
    [ "$MPI_FLAVOUR" != mpich ] || quiet=1 right=''
}

# ---- files -------------------------------------------------------------------

# The input that the program gets: a copy, its name in $from. What is to be gone on with is
# an output as well.
damaged() {
    case $program in
    mpiperf) pick --append --resume; more=("$picked") from=r.jsonl source=run.jsonl ;;
    repeat) more=(--append) from=r.jsonl source=repeat.jsonl ;;
    replay) from=bad.msgs source=in.msgs ;;
    tune) from=bad.jsonl source=tune.jsonl ;;
    *) from=bad.jsonl source=in.jsonl ;;
    esac
    cp "$source" "$from"
    size=$(stat -c %s "$from")
    whole=no right="0 1 2"
}
fault_truncated() {
    damaged
    between 0 "$size"
    truncate -s "$picked" "$from"
    fault="${more[*]} $picked of $size bytes"
}
fault_mutated() {
    local i n
    damaged
    pick 1 1 2 10
    n=$picked
    fault="${more[*]} $n of $size bytes"
    for ((i = 0; i < n; i++)); do
        between 0 $((size - 1))
        printf %b "\\x$(printf %x $((RANDOM % 256)))" |
            dd of="$from" bs=1 seek="$picked" conv=notrunc status=none
    done
}

# odd NAME KIND: makes it there.
odd() {
    case $2 in
    fifo) mkfifo "$1" ;;
    folder) mkdir "$1" ;;
    dangling) ln -s nowhere/else "$1" ;;
    loop) ln -s "$1" "$1" ;;
    link) ln -s "${3-behind}" "$1" ;;
    full) ln -s /dev/full "$1" ;;
    null) ln -s /dev/null "$1" ;;
    socket) perl -MIO::Socket -e 'IO::Socket::UNIX->new(Local => $ARGV[0], Listen => 1)' "$1" ;;
    none) ;;
    esac
    fault=$2
}
fault_odd_output() {
    pick fifo folder dangling loop link full socket
    case $program in
    compare) to=odd.csv ;;
    report) to=odd.html ;;
    tune) to=odd.conf ;;
    plot) to=odd.svg ;;
    recorder) to=set-1.msgs ;;
    *) to=odd.jsonl ;;
    esac
    odd "$to" "$picked"
    right="0 1 2"
}
fault_odd_input() {
    pick fifo folder dangling loop link null socket none
    case $program in
    replay) from=odd.msgs source=in.msgs ;;
    tune) from=odd.jsonl source=tune.jsonl ;;
    *) from=odd.jsonl source=in.jsonl ;;
    esac
    odd "$from" "$picked" "$source"
    # a reader waits for a writer, as it does with any program; this one writes half
    [ "$picked" != fifo ] || head -c $(($(stat -c %s "$source") / 2)) "$source" >"$from" &
    right="0 1 2"
    [ "$picked" = link ] || whole=no
}
fault_other_user() {
    chmod -R a+rX . && chmod 1777 "$TMPDIR" /dev/shm
    setpriv --reuid=65534 --regid=65534 --clear-groups test -x "$mpiperf" ||
        { impossible="nobody may not run $mpiperf" && return; }
    outer=(setpriv --reuid=65534 --regid=65534 --clear-groups env "HOME=$TMPDIR")
    pick folder input shm
    fault="nobody; $picked" right="0 1 2"
    case $picked in
    folder) chmod 755 . ;;
    input) chmod 777 . && chmod 600 in.* tune.jsonl ;;
    shm) chmod 777 . && chmod 755 /dev/shm && mpi_elsewhere ;;
    esac
}
fault_streams() {
    pick '<&-' '>&-' '2>&-' '>&- 2>&-' '<&- >&- 2>&-' '>/dev/full' '2>/dev/full'
    inner+=(sh -c "exec \"\$@\" $picked" sh)
    fault=$picked right="0 1 2"
    [[ $picked != *2\>* ]] || quiet=1
}
