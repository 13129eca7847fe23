# installed.bats: libraries as a program finds them that has only what is installed:
# headers, pkg-config files, manual pages. Examples: examples.bats.
# SPDX-License-Identifier: BSD-3-Clause

setup_file() {
    . "$top_srcdir/tests/installed.bash"
    as_installed refnuma
}

setup() {
    . "$top_srcdir/tests/installed.bash"
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

@test "the headers stand by themselves, in C and C++" {
    for name in refnuma microshmem; do
        header_alone $name c99
        header_alone $name c11 -DMICROSHMEM_NAMES
    done
    for name in msgsched shmbcast shmbcast_auto shmbcast_coll shmbcast_model shmbcast_tune; do
        header_alone $name c11
    done
}

@test "what the headers declare is exported, and nothing else" {
    for name in refnuma microshmem msgsched shmbcast; do
        exports_what_it_declares $name
    done
}

@test "libraries' interfaces are those of tests/interfaces" {
    for name in libmicroshmem.so.0 libmsgsched.so.1 librefnuma.so.0 libshmbcast.so.1; do
        listed $name >listed
        [ -s listed ]
        exports $name | diff listed -
        objdump -p "$prefix/lib/$name" | grep -qx " *SONAME *$name"
    done
    # what stands in front of an MPI library has more, as that library has
    for name in libmpiperf-profile.so libmpiperf-tuned.so libmsgsched-record.so libshmbcast-preload.so; do
        listed $name >listed
        [ -s listed ]
        [ -z "$(exports $name | LC_ALL=C comm -23 listed -)" ]
        [ -z "$(exports $name | grep -vE '^p?mpix?_|^MPIX?_')" ]
    done
    for name in $(cd "$prefix/include" && ls ./*.h); do
        echo "$name $(declarations "$name")"
        [ "$(listed "${name#./}")" = "$(declarations "$name")" ]
    done
}

@test "mpiperf-tune names the library that is installed with it, wherever that was moved" {
    . "$top_srcdir/tests/records.bash"
    records "MPICH Version: 4.0.2" bcast 8 shmbcast-auto:0.5 >a.jsonl
    "$prefix/bin/mpiperf-tune" a.jsonl --profile=moved.profile
    library=$(sed -n 's/.*LD_PRELOAD=//p' moved.profile)
    [ "$library" -ef "$prefix/lib/libmpiperf-tuned.so" ]
    # a program without it; or the one in the folder that was configured
    mkdir -p alone/bin
    cp "$prefix/bin/mpiperf-tune" alone/bin
    run alone/bin/mpiperf-tune a.jsonl --profile=alone.profile
    echo "$output"
    [ "$status" -eq 0 ] || {
        [ "$status" -eq 1 ]
        [[ "$output" == *"mpiperf-tune: libmpiperf-tuned.so, which carries out a profile, is not in $PWD/alone/lib: please install it"* ]]
        [ ! -e alone.profile ]
        run alone/bin/mpiperf-tune --try=moved.profile -- true
        [ "$status" -eq 1 ]
    }
    [ "$status" -eq 1 ] || [ -e "$(sed -n 's/.*LD_PRELOAD=//p' alone.profile)" ]
}

@test "mpiperf-advise finds what is installed with it, wherever that was moved" {
    run "$prefix/bin/mpiperf-advise" -o a -- true
    echo "$output"
    [ "$status" -eq 1 ]
    [[ "${lines[1]}" == "mpiperf-advise: the program wrote no profile: "* ]]
    mkdir -p alone/bin
    cp "$prefix/bin/mpiperf-advise" alone/bin
    run alone/bin/mpiperf-advise -o b -- true
    echo "$output"
    [ "$output" = "mpiperf-advise: libmpiperf-profile.so is not in '$PWD/alone/lib': please install it" ] ||
        [ -e b ] # in the folder that was configured
}

@test "the manual pages' programs run" {
    page_example refnuma >refnuma.c
    { # whose example is what stands in main()
        printf '#include <microshmem.h>\n#include <stdio.h>\n'
        printf 'int main(void)\n{\n'
        page_example microshmem
        printf 'return 0;\n}\n'
    } >microshmem.c
    page_example msgsched >msgsched.c
    page_example shmbcast >shmbcast.c
    for name in refnuma microshmem msgsched shmbcast; do
        compile $name
    done
    ranks 3 ./refnuma
    [ "$status" -eq 0 ]
    [ "$(grep -c '^rank ' <<<"$output")" -eq 3 ]
    ranks 3 ./microshmem
    [ "$status" -eq 0 ]
    [ "$(grep ': from ' <<<"$output" | sort | xargs)" = \
        "0: from 2 1: from 0 2: from 1" ]
    ranks 3 ./msgsched
    [ "$status" -eq 0 ]
    [ "$(grep '^rank ' <<<"$output" | sort | xargs)" = \
        "rank 0 has 1001 rank 1 has 999 rank 2 has 1000" ]
    ranks 3 ./shmbcast
    [ "$status" -eq 0 ]
    [ "$(grep '^rank ' <<<"$output" | sort | xargs)" = \
        "rank 0 has 42 rank 1 has 42 rank 2 has 42" ]
}

@test "every file for pkg-config names what a program links with, and this version" {
    echo 'int main(void) { return 0; }' >empty.c
    for pc in "$PKG_CONFIG_PATH"/*.pc; do
        name=$(basename "$pc" .pc)
        # shellcheck disable=SC2046 # lists of words
        $CC $($PKG_CONFIG --cflags "$name") empty.c -o empty $($PKG_CONFIG --libs "$name")
        [ "mpiperf $($PKG_CONFIG --modversion "$name")" = "$("$prefix/bin/mpiperf" --version |
            head -n 1 | cut -d ' ' -f 1,2)" ]
    done
    [ "$(ls "$PKG_CONFIG_PATH"/*.pc | wc -l)" -eq 6 ]
}

# The library that measures has no tests of installation of its own.
@test "a program measures a function of its own, and sees no other name of ours" {
    examples_make measure
    ranks 2 examples/measure
    [ "$status" -eq 0 ]
    # few launches are on time where others use the cores: no interval
    grep -Eq '^two sums: -?(nan|[0-9.]+) us \[-?(nan|[0-9.]+), (nan|[0-9.]+)\], [0-9]+ launches$' \
        <<<"$output"
    [ "$(nm -g --defined-only "$prefix/lib/libmpiperf-measure.a" |
        awk 'NF == 3 { print $3 }')" = measure_function ]
}

@test "every link of an installed page leads somewhere" {
    . "$top_srcdir/tests/links.bash"
    pages=$(find "$top_builddir/tests/installed" -name tutorial.md)
    cd "${pages%/*}"
    [ "$(ls README.md NEWS LICENSE ./*.md | wc -l)" -ge 20 ]
    [ -z "$(broken ./*.md | tee /dev/stderr)" ]
    # what is not installed is named
    grep -q 'results/smpi (in the sources)' simulator.md
    grep -q '](README.md#install)' tutorial.md
}

@test "the names of OSU and IMB run" {
    cd "$prefix/libexec/osu-names"
    [ "$(ls osu_* | wc -l)" -eq 79 ]
    [ "$(echo IMB-*)" = "IMB-EXT IMB-HALO IMB-IO IMB-MPI1 IMB-MPI4 IMB-MT IMB-NBC IMB-P2P IMB-RMA" ]
    run "$top_srcdir/tests/mpirun" 2 "$PWD/osu_alltoall" -m 8:8 -x 10 -i 100 -c
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output =~ $'\n'8\ +[0-9.]+\ +Pass$ ]]
    run "$top_srcdir/tests/mpirun" 2 "$PWD/IMB-MPI1" Barrier -iter 10
    [[ $output == *"# Benchmarking Barrier"* ]]
}
