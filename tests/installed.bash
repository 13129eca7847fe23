# installed.bash: for bats files that look at what is installed.

# as_installed NAME: of the library whose pkg-config file that is: how to ask for it
# in $PKG_CONFIG, and where it is in $prefix.
as_installed() {
    local pc
    pc=$(find "$top_builddir/tests/installed" -name "$1.pc")
    prefix=${pc%/*/pkgconfig/*}
    # The file says where it was to be installed, not where it is for now.
    PKG_CONFIG="pkg-config --define-variable=prefix=$prefix"
    PKG_CONFIG_PATH=${pc%/*}
    LD_LIBRARY_PATH=$prefix/lib:$LD_LIBRARY_PATH
    export prefix PKG_CONFIG PKG_CONFIG_PATH LD_LIBRARY_PATH
}

# header_alone NAME STANDARD FLAG...: NAME.h, where nothing else is included. The
# library's name is that of its headers up to `_`.
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

# exports_what_it_declares NAME: libNAME.so the functions of NAME*.h, and nothing else.
exports_what_it_declares() {
    nm -D --defined-only "$prefix/lib/lib$1.so" | awk '{ print $3 }' |
        sort >exported
    # A type of a function has its name in brackets of its own or behind typedef.
    sed '/^typedef/d; /^#define/d; s:/\*.*\*/::; /\/\*/,/\*\//d' \
        "$prefix/include/$1"*.h | grep -o "$1_[a-z0-9_]*(" |
        tr -d '(' | sort -u >declared
    diff exported declared
}

# declarations HEADER: a digest of them, whatever the comments and the layout.
declarations() {
    sed -Ez 's:/\*([^*]|\*+[^*/])*\*+/::g; s/[ \n]+/ /g' "$prefix/include/$1" | sha256sum |
        cut -c 1-16
}

# exports LIBRARY: its symbols, sorted.
exports() {
    nm -D --defined-only "$prefix/lib/$1" | awk '{ print $3 }' | LC_ALL=C sort
}

# listed NAME: what tests/interfaces says of the library or header, sorted.
listed() {
    awk -v name="$1" '$1 == name { print $2 }' "$top_srcdir/tests/interfaces" | LC_ALL=C sort
}

# page_example NAME: what NAME(3) has between .EX and .EE.
page_example() {
    sed -n '/^\.EX$/,/^\.EE$/p' "$(find "$prefix" -name "$1.3")" |
        sed '/^\.E[XE]$/d; s/\\e/\\/g; s/\\-/-/g'
}

# compile NAME: NAME.c, as a user of libNAME compiles it.
compile() {
    # shellcheck disable=SC2046 # lists of words
    $CC $($PKG_CONFIG --cflags "$1") -std=c11 -Wall -Wextra -Werror \
        "$1.c" -o "$1" $($PKG_CONFIG --libs "$1")
}

# examples_make: in examples/, those that are installed, as their Makefile makes them.
examples_make() {
    cp -r "$(dirname "$(find "$prefix" -name halo.c)")" examples
    env -u MAKEFLAGS -u MAKELEVEL make -C examples "$@" CC="$CC" \
        PKG_CONFIG="$PKG_CONFIG" \
        CFLAGS="-std=c11 -O2 -Wall -Wextra -Werror -pedantic"
}

# ranks N PROGRAM ARGUMENT...: $status, $output.
ranks() {
    run "$top_srcdir/tests/mpirun" "$@"
    echo "$output"
}

# halo N ARGUMENT...: with $checksum, which both ways have to have.
halo() {
    ranks "$1" "${examples-examples}/halo" "${@:2}"
    [ "$status" -eq 0 ]
    read -r _ checksum other < <(grep '^checksums ' <<<"$output")
    [ -n "$checksum" ] && [ "$checksum" = "$other" ]
}
