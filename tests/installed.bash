# installed.bash: helpers for bats files that test what is installed.

# as_installed NAME: prepares the use of the library with this pkg-config file:
# sets $PKG_CONFIG (how to call pkg-config) and $prefix (where it is).
as_installed() {
    local pc
    pc=$(find "$top_builddir/tests/installed" -name "$1.pc")
    prefix=${pc%/*/pkgconfig/*}
    # The .pc file has the final prefix; for now the library is elsewhere.
    PKG_CONFIG="pkg-config --define-variable=prefix=$prefix"
    PKG_CONFIG_PATH=${pc%/*}
    LD_LIBRARY_PATH=$prefix/lib:$LD_LIBRARY_PATH
    export prefix PKG_CONFIG PKG_CONFIG_PATH LD_LIBRARY_PATH
}

# header_alone NAME STANDARD FLAG...: NAME.h compiles without other headers. The
# library has the name of its headers up to `_`.
header_alone() {
    local name=$1 cflags
    cflags=$($PKG_CONFIG --cflags "${name%%_*}")
    [[ "$cflags" == *"-I$prefix/include"* ]]
    shift
    printf '#include <%s.h>\nint main(void) { return 0; }\n' "$name" >alone.c
    # shellcheck disable=SC2086 # lists of words
    $CC $cflags -std="$1" "${@:2}" -Wall -Wextra -Werror -pedantic -c alone.c
    # shellcheck disable=SC2086
    ! command -v g++ >/dev/null ||
        $CC $cflags -x c++ -std=c++11 -DOMPI_SKIP_MPICXX \
            -DMPICH_SKIP_MPICXX -Wall -Wextra -Werror -c alone.c
}

# exports_what_it_declares NAME: libNAME.so exports what NAME*.h declares, no more.
exports_what_it_declares() {
    nm -D --defined-only "$prefix/lib/lib$1.so" | awk '{ print $3 }' |
        sort >exported
    # Function types are left out: their names are in parentheses or behind typedef.
    sed '/^typedef/d; /^#define/d; s:/\*.*\*/::; /\/\*/,/\*\//d' \
        "$prefix/include/$1"*.h | grep -o "$1_[a-z0-9_]*(" |
        tr -d '(' | sort -u >declared
    diff exported declared
}

# declarations HEADER: a digest of its text without comments and layout.
declarations() {
    sed -Ez 's:/\*([^*]|\*+[^*/])*\*+/::g; s/[ \n]+/ /g' "$prefix/include/$1" | sha256sum |
        cut -c 1-16
}

# exports LIBRARY: the symbols it exports, sorted.
exports() {
    nm -D --defined-only "$prefix/lib/$1" | awk '{ print $3 }' | LC_ALL=C sort
}

# listed NAME: the library's or header's entries in tests/interfaces, sorted.
listed() {
    awk -v name="$1" '$1 == name { print $2 }' "$top_srcdir/tests/interfaces" | LC_ALL=C sort
}

# page_example NAME: the examples in NAME(3), from .EX to .EE.
page_example() {
    sed -n '/^\.EX$/,/^\.EE$/p' "$(find "$prefix" -name "$1.3")" |
        sed '/^\.E[XE]$/d; s/\\e/\\/g; s/\\-/-/g'
}

# compile NAME: compiles NAME.c in the way a user of libNAME would.
compile() {
    # shellcheck disable=SC2046 # lists of words
    $CC $($PKG_CONFIG --cflags "$1") -std=c11 -Wall -Wextra -Werror \
        "$1.c" -o "$1" $($PKG_CONFIG --libs "$1")
}

# examples_make: builds the installed examples in examples/ with their Makefile.
examples_make() {
    cp -r "$(dirname "$(find "$prefix" -name halo.c)")" examples
    env -u MAKEFLAGS -u MAKELEVEL make -C examples "$@" CC="$CC" \
        PKG_CONFIG="$PKG_CONFIG" \
        CFLAGS="-std=c11 -O2 -Wall -Wextra -Werror -pedantic"
}

# ranks N PROGRAM ARGUMENT...: runs N ranks; sets $status and $output.
ranks() {
    run "$top_srcdir/tests/mpirun" "$@"
    echo "$output"
}

# halo N ARGUMENT...: both ways must give the same checksum; sets $checksum.
halo() {
    ranks "$1" "${examples-examples}/halo" "${@:2}"
    [ "$status" -eq 0 ]
    read -r _ checksum other < <(grep '^checksums ' <<<"$output")
    [ -n "$checksum" ] && [ "$checksum" = "$other" ]
}
