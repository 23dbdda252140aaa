# VideoLabel for C and, through GObject introspection, for Python and others. Part of the Makefile.

# Where the build leaves what describes the widget.
videolabel = .build/videolabel

video-label: ## Build VideoLabel for C and Python, which install-video-label installs; needs GTK 4 and GStreamer
	$(release) --product typecase-videolabel
	packaging/videolabel/introspect "$(programs)" "$(videolabel)"

install-video-label: ## Install VideoLabel below PREFIX
	$(INSTALL_PROGRAM) -D "$(programs)/libtypecase-videolabel.so" "$(DESTDIR)$(libdir)/libtypecase-videolabel.so.0"
	ln -sf libtypecase-videolabel.so.0 "$(DESTDIR)$(libdir)/libtypecase-videolabel.so"
	install -Dm 644 -t "$(DESTDIR)$(includedir)" Sources/Video/CVideoLabel/include/typecase-videolabel.h
	install -Dm 644 -t "$(DESTDIR)$(libdir)/girepository-1.0" "$(videolabel)/Typecase-1.0.typelib"
	install -Dm 644 -t "$(DESTDIR)$(PREFIX)/share/gir-1.0" "$(videolabel)/Typecase-1.0.gir"
	install -d "$(DESTDIR)$(libdir)/pkgconfig"
	sed -e 's|@prefix@|$(PREFIX)|' -e 's|@libdir@|$(libdir)|' -e 's|@version@|$(version)|' \
		packaging/videolabel/typecase-videolabel.pc.in > "$(DESTDIR)$(libdir)/pkgconfig/typecase-videolabel.pc"
	[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || /sbin/ldconfig

uninstall-video-label: ## Remove what install-video-label installed
	rm -f "$(DESTDIR)$(libdir)/libtypecase-videolabel.so" "$(DESTDIR)$(libdir)/libtypecase-videolabel.so.0" \
		"$(DESTDIR)$(includedir)/typecase-videolabel.h" \
		"$(DESTDIR)$(libdir)/girepository-1.0/Typecase-1.0.typelib" "$(DESTDIR)$(PREFIX)/share/gir-1.0/Typecase-1.0.gir" \
		"$(DESTDIR)$(libdir)/pkgconfig/typecase-videolabel.pc"

.PHONY: video-label install-video-label uninstall-video-label
