# The client library for C and, through GObject introspection, for Python and others. Part of the Makefile.

libdir ?= $(PREFIX)/lib
includedir = $(PREFIX)/include
# Where the build leaves what describes the library.
client_library = .build/client

client-library: ## Build the client library for C and Python, which install-client-library installs; needs GLib
	$(release) --product typecase-client
	packaging/client/introspect "$(programs)" "$(client_library)"

install-client-library: ## Install the client library for C and Python below PREFIX
	$(INSTALL_PROGRAM) -D "$(programs)/libtypecase-client.so" "$(DESTDIR)$(libdir)/libtypecase-client.so.0"
	ln -sf libtypecase-client.so.0 "$(DESTDIR)$(libdir)/libtypecase-client.so"
	install -Dm 644 -t "$(DESTDIR)$(includedir)" Sources/Client/CClientLibrary/include/typecase-client.h
	install -Dm 644 -t "$(DESTDIR)$(libdir)/girepository-1.0" "$(client_library)/TypecaseClient-1.0.typelib"
	install -Dm 644 -t "$(DESTDIR)$(PREFIX)/share/gir-1.0" "$(client_library)/TypecaseClient-1.0.gir"
	install -d "$(DESTDIR)$(libdir)/pkgconfig"
	sed -e 's|@prefix@|$(PREFIX)|' -e 's|@libdir@|$(libdir)|' -e 's|@version@|$(version)|' \
		packaging/client/typecase-client.pc.in > "$(DESTDIR)$(libdir)/pkgconfig/typecase-client.pc"
	[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || /sbin/ldconfig

uninstall-client-library: ## Remove what install-client-library installed
	rm -f "$(DESTDIR)$(libdir)/libtypecase-client.so" "$(DESTDIR)$(libdir)/libtypecase-client.so.0" \
		"$(DESTDIR)$(includedir)/typecase-client.h" "$(DESTDIR)$(libdir)/girepository-1.0/TypecaseClient-1.0.typelib" \
		"$(DESTDIR)$(PREFIX)/share/gir-1.0/TypecaseClient-1.0.gir" "$(DESTDIR)$(libdir)/pkgconfig/typecase-client.pc"

.PHONY: client-library install-client-library uninstall-client-library
