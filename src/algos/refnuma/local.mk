# refnuma: what this folder adds to the build.
include_HEADERS += %D%/refnuma.h
pkgconfig_DATA += %D%/refnuma.pc
