# search.bats: mpiperf-tune --search: a race of settings, and a proof of the winner.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # awk; run; the build

. "$top_srcdir/tests/records.bash"

setup() {
    records_setup
}

# search ARGUMENT...: sets $status and $output, standard output alone; standard error is in
# the file `said`.
search() {
    run bash -c '"$@" 2>said' bash "$top_builddir/mpiperf-tune" "$@"
    echo "$status: $output"
    cat said
}

# finds PATTERN ARGUMENT...: search, which must print this line. On a busy machine that takes a
# larger budget.
finds() {
    local budget
    for budget in 3 12 48 160; do
        search --search=settings --budget=$budget "${@:2}"
        if [ "$status" -eq 0 ] && has "$1"; then return; fi
    done
    return 1
}

# fake: makes ./fake: a program whose times have the factors F and G, and differ by up to 3 %
# between runs, if NOISE is not 0. It fails if F is "bad", and has wrong results if F is "wrong".
fake() {
    stand_in fake '
    ENVIRON["F"] == "bad" { exit 3 }
    /"type":"case"/ { line = ""; f = ENVIRON["F"] ENVIRON["G"] == "" ? 1 : ENVIRON["F"] + 0
        if (f == 0) f = 1
        if (ENVIRON["G"] != "") f *= ENVIRON["G"]
        while (match($0, /"estimate":[0-9.e-]+/)) {
            t = substr($0, RSTART + 11, RLENGTH - 11) * f * (1 + (ENVIRON["NOISE"] == "0" ? 0 : n * 7 % 31 / 1000))
            line = line substr($0, 1, RSTART + 10) sprintf("%.9g", t)
            $0 = substr($0, RSTART + RLENGTH)
        }
        $0 = line $0
        if (ENVIRON["F"] == "wrong") sub(/"mismatches":(0|null)/, "\"mismatches\":1") }'
}

# bats test_tags=once
@test "the fastest settings are found, and their combination; what fails is dropped" {
    fake
    printf 'env F 1.1 0.9 bad 1 wrong\nenv G 0.8 1 # two\n' >settings
    finds '^G=0\.8 F=0\.9 is 1\.[34][0-9] times \(1\.[34][0-9]-1\.[34][0-9]\) as fast as the default, in [0-9]+ runs of its own$' \
        -o proof.jsonl --overwrite -- ./fake
    [ "$(grep -v '^mpiperf-repeat: ' said | sort)" = "\
mpiperf-tune: F=bad: failed: exit status 3
mpiperf-tune: F=wrong: wrong results: bcast:native, 8 B" ]
    has '^ +[12] +0 +- +failed F=bad$'
    has '^ +[12] +[0-9]+ 0\.9[0-9]+ .* F=1\.1$'
    has '^ +[23] +[0-9]+  1\.2[0-9] 1\.2[0-9]-1\.2[0-9] G=0\.8$'
    [ "${lines[-1]}" = "activate: export G=0.8 F=0.9; undo: unset G F" ]
    # the proof: runs by turns
    [ "$(jq -r 'select(.repeat) | .repeat.command' proof.jsonl | sort | uniq -c | awk '{ print $2 }' | xargs)" = "1 2 3" ]
    [ -z "$(ls -d .mpiperf-* 2>/dev/null)" ]
}

# bats test_tags=once
@test "where all settings are equal there is nothing to gain" {
    fake
    printf 'env A 1 2 3\ncvar MPIR_B 1 2\nmca c 1\n' >settings
    NOISE=0 finds '^nothing to gain: the best of 6 settings is [A-Za-z_]+=[123]: 1\.00 times \(1\.00-1\.00\) as fast as the default, in [0-9]+ runs of its own$' -- ./fake
    [ "$(grep -c activate <<<"$output")" -eq 0 ]
}

# bats test_tags=once
@test "parameters of Open MPI, by their file; whole commands" {
    printf '#!/bin/sh\n[ "$OMPI_MCA_coll_tuned_use_dynamic_rules$OMPI_MCA_coll_tuned_bcast_algorithm" = 16 ] || sleep 0.05\n' >program
    chmod +x program
    printf 'mca coll_tuned_bcast_algorithm 5 6\n' >settings
    finds '^coll_tuned_bcast_algorithm=6 is [0-9.]+ times ' --time -o proof.jsonl --overwrite -- ./program
    jq -es '[.[].repeat.words | arrays | .[0]] | unique == ["env"]' proof.jsonl
    [ "$(tail -n 3 <<<"$output")" = "\
activate: export OMPI_MCA_coll_tuned_use_dynamic_rules=1 OMPI_MCA_coll_tuned_bcast_algorithm=6; undo: unset OMPI_MCA_coll_tuned_use_dynamic_rules OMPI_MCA_coll_tuned_bcast_algorithm
in mca-params.conf: coll_tuned_use_dynamic_rules = 1
in mca-params.conf: coll_tuned_bcast_algorithm = 6" ]
}

# bats test_tags=once
@test "what cannot be searched is said in a line" {
    printf 'env A 1\n' >settings
    printf 'env A\n' >novalue
    touch old.jsonl
    printf '#!/bin/sh\nsleep 0.1\n' >slow
    chmod +x slow
    answers search-wrong
    [ -z "$(ls -d .mpiperf-* 2>/dev/null)" ]
}

# bats test_tags=once
@test "a signal ends the search, and leaves nothing" {
    printf 'env A 1\n' >settings
    printf '#!/bin/sh\nexec sleep 61.53\n' >slow
    chmod +x slow
    stopped TERM 61.53 "$top_builddir/mpiperf-tune" --search=settings --time -- ./slow
    [ "$status" -eq 1 ]
    [ "$(cat out)" = "mpiperf-tune: interrupted" ]
    [ -z "$(ls -d .mpiperf-* 2>/dev/null)" ]
}

# bats test_tags=once
@test "a signal during the race: the fastest so far is named" {
    printf 'env A 2 1\n' >settings
    # the default, and two blocks of three runs; then it hangs
    printf '#!/bin/sh\necho >>n\n[ $(wc -l <n) -lt 8 ] || exec sleep 61.54\n[ "$A" != 2 ] || sleep 0.5\n' >slow
    chmod +x slow
    stopped INT 61.54 "$top_builddir/mpiperf-tune" --search=settings --time --budget=1h -- ./slow
    [ "$status" -eq 1 ]
    grep -qx "mpiperf-tune: interrupted: the fastest so far, not proved: A=1" out
    grep -qE '^ +1 +2 .* A=1$' out
    [ -z "$(ls -d .mpiperf-* 2>/dev/null)" ]
}

@test "settings of the MPI library that it does not know, or with which it fails" {
    case $MPI_FLAVOUR in
    openmpi) printf 'mca pml none\nmca coll_tuned_bcat_algorithm 1\n' ;;
    *) printf 'cvar MPIR_CVAR_BCAST_INTRA_ALGORITHM none\ncvar MPIR_CVAR_BCAT_INTRA_ALGORITHM a\n' ;;
    esac >settings
    exits 1 search --search=settings --budget=1h -- "$top_srcdir/tests/mpirun" 2 "$top_builddir/mpiperf" \
        bcast -M barrier -t wtime -m 1Ki -c 2 -R 2 -e 0 --allow-na --budget=1
    [ "$(grep -c '^mpiperf-tune: .*=none: failed: ' said)" -eq 1 ]
    grep -qE "^mpiperf-tune: .*: unknown setting '.*(\.\.\.)?' \(did you mean '.*(algorithm|ALGORITHM)'\?\)$" said
    [ "$(tail -n 1 said)" = "mpiperf-tune: no setting can be used" ]
    has '^ +[12] +0 +- +failed .*=none$'
    has '^ +0 +0 +- +failed (coll_tuned_bcat_algorithm=1|MPIR_CVAR_BCAT_INTRA_ALGORITHM=a)$'
}

# bats test_tags=once
@test "a setting that makes a broadcast faster, in runs of the MPI library" {
    object=$top_builddir/tests/.libs/slowcoll.so
    nm "$object" | grep -q __asan && skip "the address sanitizer wants to be loaded first"
    printf 'env SLOWCOLL_US 100 3000\n' >settings
    export SLOWCOLL_US=1000 # far apart: other tests run beside this one
    budget=1
    for i in 1 2 3 4; do
        search --search=settings --budget=$budget -- "$top_srcdir/tests/mpirun" 2 env LD_PRELOAD="$object" \
            "$top_builddir/mpiperf" bcast -M barrier -t wtime -m 1Ki -c 2 -R 2 -e 0 --allow-na
        [ "$status" -ne 0 ] || break
        [ "$status" -eq 1 ]
        budget=$(sed -nE 's/^mpiperf-tune: a run takes .* settings need at least --budget=([0-9]+)$/\1/p' said)
        budget=$((budget * 5 / 4 + 1))
    done
    [ "$status" -eq 0 ]
    [ $i -gt 1 ]
    has '^SLOWCOLL_US=100 is [0-9.]+ times \([0-9.]+-[0-9.]+\) as fast as the default, in [0-9]+ runs of its own$'
    [[ ${lines[-1]} == "activate: export SLOWCOLL_US=100; undo: "* ]]
}
