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
