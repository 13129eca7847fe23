# packaging: the modulefile; module use PREFIX/share/modulefiles.
modulefilesdir = $(datadir)/modulefiles/mpiperf
install-data-hook: installed-pages
	$(MKDIR_P) "$(DESTDIR)$(modulefilesdir)"
	$(INSTALL_DATA) packaging/modulefile "$(DESTDIR)$(modulefilesdir)/$(PACKAGE_VERSION)"
uninstall-hook:
	rm -f "$(DESTDIR)$(modulefilesdir)/$(PACKAGE_VERSION)"
