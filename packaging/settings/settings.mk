# The settings window: built and installed where the development files of its toolkit are there. Part of the Makefile.

has_settings ?= $(call has_package,libadwaita-1)
settings_program = $(if $(has_settings),typecase-settings)
settings_manual = $(if $(has_settings),$(manuals)/typecase-settings.1)
settings_translations = $(if $(has_settings),$(desktop_entry) $(metainfo))
desktopdir = $(PREFIX)/share/applications
metainfodir = $(PREFIX)/share/metainfo
icondir = $(PREFIX)/share/icons/hicolor/scalable/apps

$(manuals)/typecase-settings.1: packaging/settings/typecase-settings.rst
	@mkdir -p $(@D)
	rst2man --halt=warning --input-encoding=utf-8 --output-encoding=utf-8 $< $@

define install_settings
	$(if $(has_settings),$(INSTALL_PROGRAM) $(programs)/typecase-settings "$(DESTDIR)$(bindir)"
	install -Dm 644 -t "$(DESTDIR)$(desktopdir)" $(desktop_entry)
	install -Dm 644 -t "$(DESTDIR)$(metainfodir)" $(metainfo)
	install -Dm 644 -t "$(DESTDIR)$(icondir)" packaging/settings/org.typecase.Settings.svg
	$(substitute) packaging/settings/org.typecase.Settings.service.in > "$(DESTDIR)$(servicedir)/org.typecase.Settings.service")
endef

define uninstall_settings
	rm -f "$(DESTDIR)$(bindir)/typecase-settings" "$(DESTDIR)$(desktopdir)/org.typecase.Settings.desktop" \
		"$(DESTDIR)$(metainfodir)/org.typecase.Settings.metainfo.xml" "$(DESTDIR)$(icondir)/org.typecase.Settings.svg" \
		"$(DESTDIR)$(servicedir)/org.typecase.Settings.service" "$(DESTDIR)$(mandir)/man1/typecase-settings.1"
endef
