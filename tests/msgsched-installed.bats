# msgsched-installed.bats: libmsgsched as a program finds it that has only what is
# installed: header, pkg-config file, manual page, examples.
# SPDX-License-Identifier: BSD-3-Clause

setup_file() {
    # make install, with nothing from the make that runs this.
    env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -C "$top_builddir" install \
        DESTDIR="$BATS_FILE_TMPDIR" >"$BATS_FILE_TMPDIR/log" 2>&1 ||
        cat "$BATS_FILE_TMPDIR/log"
    pc=$(find "$BATS_FILE_TMPDIR" -name msgsched.pc)
    prefix=${pc%/*/pkgconfig/*}
    # The file says where it was to be installed, not where it is for now.
    export PKG_CONFIG="pkg-config --define-variable=prefix=$prefix"
    export PKG_CONFIG_PATH=${pc%/*} LD_LIBRARY_PATH=$prefix/lib:$LD_LIBRARY_PATH
    export prefix
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    export MPIRUN_YIELD=1 # nothing is timed, and others may want the cores
}

# ranks N PROGRAM ARGUMENT...: $status, $output.
ranks() {
    run "$top_srcdir/tests/mpirun" "$@"
    echo "$output"
}

# halo N ARGUMENT...: with $checksum, which both ways have to have.
halo() {
    ranks "$1" ./halo "${@:2}"
    [ "$status" -eq 0 ]
    read -r _ checksum other < <(grep '^checksums ' <<<"$output")
    [ -n "$checksum" ] && [ "$checksum" = "$other" ]
}

build_halo() {
    cp "$(find "$prefix" -name halo.c)" "$(find "$prefix" -path \
        '*/examples/Makefile')" .
    env -u MAKEFLAGS -u MAKELEVEL make halo CC="$CC" \
        PKG_CONFIG="$PKG_CONFIG" \
        CFLAGS="-std=c11 -O2 -Wall -Wextra -Werror -pedantic"
}

@test "the header stands by itself, in C and C++" {
    echo '#include <msgsched.h>' >alone.c
    echo 'int main(void) { return msgsched_options_check(0, 0) == 1; }' >>alone.c
    cflags=$($PKG_CONFIG --cflags msgsched)
    [[ "$cflags" == *"-I$prefix/include"* ]]
    $CC $cflags -std=c11 -Wall -Wextra -Werror -pedantic -c alone.c
    echo 'int main() { return MSGSCHED_BOTH == 0; }' |
        cat <(head -n 1 alone.c) - >alone.cc
    ! command -v g++ >/dev/null ||
        $CC $cflags -x c++ -std=c++11 -DOMPI_SKIP_MPICXX \
            -DMPICH_SKIP_MPICXX -Wall -Wextra -Werror -c alone.cc
}

@test "only what the header declares is exported" {
    nm -D --defined-only "$prefix/lib/libmsgsched.so" | awk '{ print $3 }' |
        sort >exported
    grep -o 'msgsched_[a-z_]*(' "$prefix/include/msgsched.h" | tr -d '(' |
        sort -u >declared
    diff <(comm -23 exported declared) /dev/null
    [ "$(wc -l <exported)" -ge 14 ]
}

@test "examples/halo.c: the same results as plain MPI, whatever the ranks" {
    build_halo
    halo 1 n=30 fields=5 steps=7
    alone=$checksum
    for n in 2 3 4; do
        halo $n n=30 fields=5 steps=7
        [ "$checksum" = "$alone" ]
    done
    halo 4 n=30 fields=5 steps=8
    [ "$checksum" != "$alone" ]
}

@test "examples/halo.c: by every schedule" {
    build_halo
    halo 3 n=12 fields=3 steps=2 schedule=direct
    direct=$checksum
    for schedule in persistent window fixed throttle datatype neighbor \
        reorder merge both auto; do
        halo 3 n=12 fields=3 steps=2 schedule=$schedule
        [ "$checksum" = "$direct" ]
        [[ "$output" == *"$schedule"* || $schedule = auto ]]
    done
}

@test "examples/halo.c: what is wrong with an option is said once" {
    build_halo
    for wrong in "wmax=0" "schedule=all" "none=1" "fields=0" "both"; do
        ranks 2 ./halo "$wrong"
        [ "$status" -ne 0 ]
        [ "$(grep -c '^halo: ' <<<"$output")" -eq 1 ]
    done
}

@test "the manual page's program runs" {
    sed -n '/^\.EX$/,/^\.EE$/p' "$(find "$prefix" -name msgsched.3)" |
        sed '/^\.E[XE]$/d; s/\\e/\\/g; s/\\-/-/g' >example.c
    $CC $($PKG_CONFIG --cflags msgsched) -std=c11 -Wall -Wextra -Werror \
        example.c -o example $($PKG_CONFIG --libs msgsched)
    ranks 3 ./example
    [ "$status" -eq 0 ]
    [ "$(grep '^rank ' <<<"$output" | sort | xargs)" = \
        "rank 0 has 1001 rank 1 has 999 rank 2 has 1000" ]
}
