# microshmem: what this folder adds to the build.
include_HEADERS += %D%/microshmem.h
pkgconfig_DATA += %D%/microshmem.pc
