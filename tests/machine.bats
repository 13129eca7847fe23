# machine.bats: what --check and the marks of rows say of machines that are not as they
# should be.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016,SC2154 # jq; the build

setup() {
    . "$top_srcdir/tests/mpiperf.bash"
    cd "$BATS_TEST_TMPDIR" || return
    export MPIRUN_BIND=1
    few=(-c 1 -R 2 -e 0 --max-time 0.05 --no-watch --passes 1)
}

# check LINE [WRAPPER...]: --check of two ranks has such a line, a pattern.
check() {
    run "$top_srcdir/tests/mpirun" 2 "${@:2}" "${mpiperf:-$top_builddir/mpiperf}" --check \
        -t monotonic </dev/null
    echo "$output"
    grep -Eq -- "$1" <<<"$output"
}

# marked MARK NOTE [WRAPPER...]: so are the rows of two ranks, and so says a note.
marked() {
    run "$top_srcdir/tests/mpirun" 2 "${@:3}" "${mpiperf:-$top_builddir/mpiperf}" bcast -m 64Ki \
        --allow-na --progress=never "${few[@]}" -o r.jsonl --overwrite </dev/null
    echo "$output"
    grep -Eq -- "$2" <<<"$output"
    jq -es --arg mark "$1" 'map(select(.type == "case")) | length > 0 and
        all(.marks | index($mark))' r.jsonl
}

@test "ranks on hardware threads of the same core are found out" {
    [ "$(nproc)" -ge 2 ] || skip "one CPU"
    one_core=(env HWLOC_SYNTHETIC="core:1 pu:$(nproc --all)")
    check '^warning +binding +some ranks are on hardware threads of the same core' "${one_core[@]}"
    marked shared-core '^note: .* ranks share a core$' "${one_core[@]}"
    jq -es '.[0].shared_core and (.[0].shared_cpu | not)' r.jsonl
}
