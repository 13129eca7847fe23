# lib.sh: what campaigns share: measuring in many steps, over several sittings.
# Sourced by bash.
# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
#
# A campaign is a folder with records.jsonl (records.jsonl.xz, once it was complete),
# README.md, perhaps details.md, and a `command`, which says
#   steps         a line "TABLE SECONDS MPI NAME" for each step: tables in their
#                 order, and what each step takes
#   step NAME TABLE   measures, with $mpi set: records to $work/records
#   needs         ends it where something is missing that a step needs (optional)
#   evaluate      what `all_records` says, to standard output: a line "@BLOCK"
#                 ahead of what belongs into that block of a page
# and ends with `campaign "$@"`. A step whose records are there is done. Steps of one
# table are done in random order. README.md has the figures of what is there, anew every
# two minutes and at the end. --next prints when the next step can begin, for run-all,
# and nothing if none is left. Exit status: 0, or 1 if a step failed.
#
# Files of lib.sh in $work: left, said, page, blocks, times, packed, table.jsonl, and those
# that begin with lib-.
# Nothing else may run on the machine: `others` of a record is the share of the cores' time
# that other programs took during its step.
#
# MPIPERF is a folder with openmpi/ and mpich/ in it, mpiperf installed in each.
# MPIS: one of the two, if not both. RUN: words for each run of mpiperf beside what
# a step says, for trials.

lib=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
# shellcheck source-path=SCRIPTDIR source=../scripts/help.sh
. "$lib/../scripts/help.sh"
help_asked command "$@"
export LC_ALL=C
set -o pipefail # `evaluate` fails where one of its programs does
work=$(mktemp -d) || exit 1
export TMPDIR=$work # of the MPI libraries too
# Open MPI may leave its segments there when it is ended: then they go with ours.
shm=$(mktemp -d /dev/shm/campaign.XXXXXX) || exit 1
export OMPI_MCA_btl_vader_backing_directory=$shm
child=
base_path=$PATH
read -ra run_words <<<"${RUN-}"
# shellcheck disable=SC2034 # of who sources this
read -ra mpis <<<"${MPIS:-openmpi mpich}"

# ---- ends --------------------------------------------------------------------

tidy() {
    trap '' HUP INT TERM
    if [ -n "$child" ]; then
        kill -TERM "$child" 2>/dev/null
        wait "$child" 2>/dev/null
    fi
    rm -rf "$work" "$shm"
}
trap tidy EXIT
trap 'exit 130' HUP INT TERM

# die MESSAGE: the end.
die() {
    echo "${0##*/}: $1" >&2
    exit "${2:-1}"
}

# run WORD...: a program whose end we wait for, and which ends with us.
run() {
    local status
    "$@" &
    child=$!
    wait "$child"
    status=$?
    child=
    return $status
}

# ---- measuring ---------------------------------------------------------------

# The words in front of a program of two ranks, in $launch; mpiperf among them, in
# $started.
use() {
    mpi=$1
    PATH=${MPIPERF:?"MPIPERF=FOLDER, with mpiperf in openmpi/ and mpich/"}/$mpi/bin:$base_path
    export PKG_CONFIG_PATH=$MPIPERF/$mpi/lib/pkgconfig
    case $mpi in
    openmpi) launch=(mpiexec.openmpi --bind-to core -n 2) ;;
    mpich) launch=(mpiexec.mpich -bind-to core -n 2) ;;
    *) die "'$mpi' is neither openmpi nor mpich" 2 ;;
    esac
    # shellcheck disable=SC2034 # of who sources this
    started=("${launch[@]}" mpiperf "${run_words[@]}")
}

# built SOURCE.c: the shared object of it for $mpi, in $object.
built() {
    object=$work/$mpi-$(basename "$1" .c).so
    # shellcheck disable=SC2046 # a list of flags
    [ -e "$object" ] ||
        mpicc."$mpi" -std=gnu11 -O2 -shared -fPIC "$1" -o "$object" \
            $(pkg-config --cflags mpiperf-plugin) -lm
}

# said WORD...: `run` whose output is shown when it fails with a status above 1.
# Tools exit with 1 where some run failed, and with 4 where a gate can't tell.
said() {
    local status
    run "$@" >"$work/said" 2>&1
    status=$?
    case $status in
    0 | 1 | 4) ;;
    *) cat "$work/said" >&2 ;;
    esac
    return $status
}

# repeat BUDGET WORD...: mpiperf-repeat, its file $work/table.jsonl. A run that
# failed is no loss if there is a table.
repeat() {
    local budget=$1
    shift
    rm -f "$work/table.jsonl"
    run mpiperf-repeat --budget="$budget" -o "$work/table.jsonl" "$@" \
        >"$work/said" 2>&1
    grep -q '^{"type":"merged"' "$work/table.jsonl" ||
        { cat "$work/said" >&2 && return 1; }
}

# Of $work/table.jsonl: what it was made on, and the table, a record each. What is
# the same in all tables, or null, is left out.
table_records() {
    jq -sc '
        (map(select(.type == "run")) | first | {type: "machine", mpiperf,
            library: .machine.mpi, cpu: .machine.cpu, cores: .machine.cores,
            kernel: (.machine.kernel // "unknown" | sub("-.*"; "")),
            clocksource: .machine.clocksource}),
        (.[] | select(.type == "merged") | del(.procs, .root, .rotate,
            .datatype, .buffer, .method, .timer, .memory, .harness, .given,
            .hosts, .command, .time) |
            with_entries(select(.value != null)))' "$work/table.jsonl"
}

# ---- steps -------------------------------------------------------------------

needs() { :; }

# Those packed when nothing was left, and those since then.
all_records() {
    [ ! -e records.jsonl.xz ] || xz -dc records.jsonl.xz || return 1
    [ ! -e records.jsonl ] || cat records.jsonl
}

done_steps() {
    all_records | jq -r .step | sort -u
}

# The steps that are left, as `steps` has them, in the order to take.
left() {
    steps | sort -k1,1n -k4,4R --random-source="$lib/lib.sh" |
        awk -v done=<(done_steps) '
            BEGIN { while ((getline name < done) > 0) is_done[name] }
            !($4 in is_done)'
}

say_left() {
    left | awk '
        { n[$3]++; s[$3] += $2 }
        END {
            for (m in n)
                printf "%s: %d steps left, %.0f min\n", m, n[m], s[m] / 60
            if (NR == 0)
                print "nothing is left"
        }'
}

# keep NAME TABLE SECONDS [OTHERS]: the step is done; all of its records or none.
keep() {
    {
        [ ! -e records.jsonl ] || cat records.jsonl
        jq -c --arg step "$1" --argjson table "$2" --argjson took "$3" \
            --argjson others "${4:-null}" --arg mpi "$mpi" \
            --arg at "$(date -u +%FT%TZ)" \
            '{$step, $mpi, $table, $at, $took, $others} as $us | $us + . + $us' \
            "$work/records"
    } >records.new && mv records.new records.jsonl
}

# A line: what other programs have taken of the cores' time so far, which is all that is
# not idle but what this shell and its children took; and the time, both in seconds.
others() {
    builtin times >"$work/times" # not in a subshell, which has none
    awk -v hz="$(getconf CLK_TCK)" '
        FILENAME ~ /times$/ { gsub(/[ms]/, " "); ours += 60 * ($1 + $3) + $2 + $4 }
        $1 == "cpu" { busy = ($2 + $3 + $4 + $7 + $8) / hz }
        FILENAME ~ /uptime$/ { printf "%.2f %s\n", busy - ours, $1 }
    ' "$work/times" /proc/stat /proc/uptime
}

# share_of_cores BEFORE AFTER: of all cores' time the share that others took between two
# such lines.
share_of_cores() {
    awk -v cores="$(getconf _NPROCESSORS_ONLN)" '
        FNR == NR { others = $1; uptime = $2; next }
        { x = ($1 - others) / ($2 - uptime) / cores; printf "%.4f", (x > 0 ? x : 0) }
    ' "$1" "$2"
}

# take SECONDS: the steps that fit into the time. Not 0 if one failed; three in a
# row end it.
take() {
    local until=$((SECONDS + $1)) failed=0 row=0 table cost name begin
    left >"$work/left"
    [ ! -s "$work/left" ] || needs
    while read -r table cost mpi name <&3; do
        [ $((SECONDS + cost)) -le $until ] || break
        use "$mpi"
        begin=$SECONDS
        others >"$work/lib-before"
        if step "$name" "$table" && [ -s "$work/records" ] &&
            others >"$work/lib-after" &&
            keep "$name" "$table" $((SECONDS - begin)) \
                "$(share_of_cores "$work/lib-before" "$work/lib-after")"; then
            echo "$name: $((SECONDS - begin)) s"
            row=0
            [ $((SECONDS - paged)) -lt 120 ] || page
        else
            echo "$name: failed" >&2
            failed=1
            row=$((row + 1))
        fi
        rm -f "$work/records"
        [ $row -lt 3 ] || { echo "three steps in a row failed" >&2 && break; }
    done 3<"$work/left"
    return $failed
}

# ---- pages -------------------------------------------------------------------

# fill PAGE: standard input, as `evaluate` prints it, goes between
# <!-- @BLOCK --> and <!-- @ -->.
fill() {
    awk '
        NR == FNR && /^@/ { block = substr($0, 2); next }
        NR == FNR { text[block] = text[block] $0 "\n"; next }
        /^<!-- @ -->$/ { inside = 0 }
        !inside { print }
        match($0, /^<!-- @[a-z0-9-]+ -->$/) {
            block = substr($0, 7, length($0) - 10)
            printf "%s", text[block]
            inside = 1
        }' - "$1" >"$work/page" && cat "$work/page" >"$1"
}

# Lines: the MPI libraries, and when.
made_with() {
    all_records | jq -r 'select(.type == "machine") | "- " + .library |
        sub(",? package:.*"; "")' | sort -u
    all_records | jq -rs 'map(.at) | "- \(length) records, \(min) to \(max)"'
}

# The block that says what it was made on.
machine_block() {
    echo @machine
    all_records | jq -r 'select(.type == "machine") |
        "- \(.cpu // "unknown processor" | sub(" +$"; "")), \(.cores) cores, " +
        "kernel \(.kernel // "unknown" | sub("-.*"; "")), clock source " +
        "\(.clocksource)"' | sort -u
    made_with
    all_records | jq -rs 'unique_by(.step) | map(.others) | map(numbers) as $known |
        select($known != []) |
        "- other programs took at most \($known | max * 1000 | round / 10) % of the " +
        "cores'"'"' time in a step, over 1 % in \($known | map(select(. > 0.01)) | length)" +
        " of \($known | length) steps" +
        if length > ($known | length) then
            "; not known of \(length - ($known | length)) more" else "" end'
}

# figures PROGRAM [NAME=VALUE...]: awk on standard input, with what lib.awk has.
# Targets say how many of the steps are done, if some are left.
figures() {
    local program=$1 value values=()
    shift
    for value; do
        values+=(-v "$value")
    done
    awk -v steps="$(steps | wc -l)" -v steps_left="$(left | wc -l)" \
        "${values[@]}" -f "$lib/lib.awk" -f "$program"
}

# README.md with the figures of the records, if there are any. Nothing is complete
# while steps of an MPI are left that has records.
paged=$SECONDS
page() {
    local m mpis=("${mpis[@]}")
    paged=$SECONDS
    if [ -e records.jsonl ] || [ -e records.jsonl.xz ]; then
        for m in $(all_records | jq -r .mpi | sort -u); do
            [[ " ${mpis[*]} " == *" $m "* ]] || mpis+=("$m")
        done
        evaluate >"$work/blocks" || die "no figures"
    else
        sed -n 's/^<!-- \(@[a-z][a-z0-9-]*\) -->$/\1\nNo records yet./p' ./*.md \
            >"$work/blocks"
    fi
    for m in README.md details.md; do
        [ ! -e "$m" ] || fill "$m" <"$work/blocks"
    done
}

# What is complete is kept packed.
pack() {
    [ -e records.jsonl ] || return 0
    [ -z "$(left)" ] || return 0
    trap '' HUP INT TERM # no record may be in both
    all_records | xz -9e >"$work/packed" && cp "$work/packed" records.new &&
        mv records.new records.jsonl.xz && rm records.jsonl
}

# packed FILE.jsonl...: compressed, without the name of the host and its kernel's build.
packed() {
    sed -i -E "s/\"$(hostname)\"/\"host\"/g; s/(\"kernel\":\"[0-9.]+)-[^\"]*/\1/" "$@" &&
        xz -9ef "$@"
}

# ---- the command -------------------------------------------------------------

campaign() {
    local arg seconds=1000000000 status=0
    for arg; do
        case $arg in
        --for=*[!0-9]* | --for=) die "$arg: not a whole number of minutes" 2 ;;
        --for=*) seconds=$((60 * ${arg#--for=})) ;;
        --left)
            say_left
            exit
            ;;
        --figures) seconds=0 ;;
        *) die "usage: command [--for=MINUTES | --left | --figures]" 2 ;;
        esac
    done
    [ $seconds = 0 ] || take $seconds || status=1
    page
    pack || status=1
    say_left
    return $status
}
