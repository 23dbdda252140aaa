# Builds what brings the adapters into programs as they are: a module of GIO, and plugins of Qt 5 and 6. Part of the
# Makefile. Of a toolkit whose development files are missing, nothing is built.

adapters = .build/adapters
adapter_flags = -O2 -fPIC -shared -fvisibility=hidden -Wall -Wextra -Wno-unused-parameter -Werror -Wl,--as-needed \
	-Wl,--no-undefined -Wl,-z,relro -Wl,-z,now
has_package = $(shell pkg-config --exists $(1) 2>/dev/null && echo yes)
qt_versions = $(foreach version,5 6,$(if $(call has_package,Qt$(version)Gui Qt$(version)DBus),$(version)))
gio_module = $(if $(call has_package,gio-2.0),$(adapters)/gio/libtypecase-gio.so)
qt_plugins = $(foreach version,$(qt_versions),$(adapters)/qt$(version)/accessiblebridge/libtypecase.so \
	$(adapters)/qt$(version)/generic/libtypecase.so)
qt_sources = Adapters/qt/typecase-qt-plugin.cpp Adapters/qt/typecase-qt-plugin.json Adapters/qt/typecase-qt.h

# Where they belong. Below another prefix than that of the toolkits, a file in environment.d tells these.
toolkit_libraries = $(shell pkg-config --variable=libdir $(1) 2>/dev/null)
giomoduledir ?= $(if $(filter /usr,$(PREFIX)),$(shell pkg-config --variable=giomoduledir gio-2.0 2>/dev/null),$(PREFIX)/lib/typecase/gio)
qt5plugindir ?= $(if $(filter /usr,$(PREFIX)),$(call toolkit_libraries,Qt5Gui)/qt5/plugins,$(PREFIX)/lib/typecase/qt5)
qt6plugindir ?= $(if $(filter /usr,$(PREFIX)),$(call toolkit_libraries,Qt6Gui)/qt6/plugins,$(PREFIX)/lib/typecase/qt6)
environmentdir = $(PREFIX)/lib/environment.d

.PHONY: adapters
adapters: $(gio_module) $(qt_plugins) ## Build the modules that bring the adapters into GTK and Qt programs as they are

$(adapters)/gio/libtypecase-gio.so: Adapters/gtk/typecase-gio.c Adapters/gtk/typecase-gtk.c $(wildcard Adapters/gtk/*.h)
	@mkdir -p $(@D)
	$(CC) $(adapter_flags) $(CPPFLAGS) $(CFLAGS) $(filter %.c,$^) -o $@ $(LDFLAGS) \
		$$(pkg-config --cflags gio-2.0 fontconfig) $$(pkg-config --libs gio-2.0)

$(adapters)/qt5/%/libtypecase.so: $(qt_sources)
	$(call build_qt_plugin,5,/usr/lib/qt5/bin/moc,$*)

$(adapters)/qt6/%/libtypecase.so: $(qt_sources)
	$(call build_qt_plugin,6,/usr/lib/qt6/libexec/moc,$*)

# build_qt_plugin VERSION MOC DIRECTORY
define build_qt_plugin
	@mkdir -p $(@D)/made
	flags="$$(pkg-config --cflags Qt$(1)Gui Qt$(1)DBus fontconfig) $(if $(filter generic,$(3)),-DTYPECASE_GENERIC_PLUGIN)"; \
	defines=$$(printf '%s\n' $$flags | grep '^-[ID]'); \
	moc="$$(pkg-config --variable=host_bins Qt$(1)Core)/moc"; [ -x "$$moc" ] || moc=$(2); \
	"$$moc" $$defines Adapters/qt/typecase-qt.h -o $(@D)/made/moc_typecase-qt.cpp && \
	"$$moc" $$defines Adapters/qt/typecase-qt-plugin.cpp -o $(@D)/made/typecase-qt-plugin.moc && \
	$(CXX) $(adapter_flags) -std=c++17 $(CPPFLAGS) $(CXXFLAGS) -I $(@D)/made -I Adapters/qt $$flags \
		Adapters/qt/typecase-qt-plugin.cpp $(@D)/made/moc_typecase-qt.cpp -o $@ $(LDFLAGS) \
		$$(pkg-config --libs Qt$(1)Gui Qt$(1)DBus fontconfig)
endef

define install_adapters
	for file in $(gio_module); do $(INSTALL_PROGRAM) -Dm 644 -t "$(DESTDIR)$(giomoduledir)" $$file || exit; done
	for file in $(filter $(adapters)/qt5/%,$(qt_plugins)); do \
		$(INSTALL_PROGRAM) -D -m 644 $$file "$(DESTDIR)$(qt5plugindir)/$${file#$(adapters)/qt5/}" || exit; done
	for file in $(filter $(adapters)/qt6/%,$(qt_plugins)); do \
		$(INSTALL_PROGRAM) -D -m 644 $$file "$(DESTDIR)$(qt6plugindir)/$${file#$(adapters)/qt6/}" || exit; done
	$(if $(filter /usr,$(PREFIX)),,install -d "$(DESTDIR)$(environmentdir)"; sed -e 's|@giomoduledir@|$(giomoduledir)|' \
		-e 's|@qt5plugindir@|$(qt5plugindir)|' -e 's|@qt6plugindir@|$(qt6plugindir)|' Adapters/50-typecase.conf.in \
		> "$(DESTDIR)$(environmentdir)/50-typecase.conf")
	$(if $(DESTDIR),,-$(query_modules) "$(giomoduledir)")
endef

# Tells GIO what its modules are for; packages leave that to the triggers of the system.
query_modules = $(or $(shell pkg-config --variable=gio_querymodules gio-2.0 2>/dev/null),gio-querymodules)

define uninstall_adapters
	rm -f "$(DESTDIR)$(giomoduledir)/libtypecase-gio.so" "$(DESTDIR)$(environmentdir)/50-typecase.conf"
	for directory in "$(DESTDIR)$(qt5plugindir)" "$(DESTDIR)$(qt6plugindir)"; do \
		rm -f "$$directory/generic/libtypecase.so" "$$directory/accessiblebridge/libtypecase.so"; done
	$(if $(filter /usr,$(PREFIX)),$(if $(DESTDIR),,-$(query_modules) "$(giomoduledir)"),rm -rf "$(DESTDIR)$(PREFIX)/lib/typecase")
endef
