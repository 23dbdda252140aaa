# The catalogs of the texts of all programs, and the desktop entry and the metainfo of the settings window, in all languages of
# po/LINGUAS. Part of the Makefile.

languages = $(shell sed 's/\#.*//' po/LINGUAS)
# Where the build leaves them.
translations ?= .build/translations
catalogs = $(languages:%=$(translations)/%.mo)
desktop_entry = $(translations)/org.typecase.Settings.desktop
metainfo = $(translations)/org.typecase.Settings.metainfo.xml

.PHONY: translations update-po

translations: $(catalogs) $(desktop_entry) $(metainfo) ## Build the catalogs, and the desktop entry and metainfo of the settings window

$(translations)/%.mo: po/%.po
	@mkdir -p $(@D)
	msgfmt --check --output-file=$@ $<

$(translations)/%.desktop: packaging/settings/%.desktop.in po/LINGUAS $(languages:%=po/%.po)
	@mkdir -p $(@D)
	msgfmt --desktop --template=$< -d po --output-file=$@

$(translations)/%.metainfo.xml: packaging/settings/%.metainfo.xml.in po/LINGUAS $(languages:%=po/%.po)
	@mkdir -p $(@D)
	msgfmt --xml --template=$< -d po --output-file=$@

define install_translations
	for language in $(languages); do \
		install -Dm 644 $(translations)/$$language.mo "$(DESTDIR)$(localedir)/$$language/LC_MESSAGES/typecase.mo" || exit; done
endef

define uninstall_translations
	for language in $(languages); do rm -f "$(DESTDIR)$(localedir)/$$language/LC_MESSAGES/typecase.mo"; done
endef

update-po: ## Write po/typecase.pot again, and add its new texts to the catalogs
	@$(INSTALL_DEPENDENCIES) build
	po/extract > po/typecase.pot.new
	mv po/typecase.pot.new po/typecase.pot
	for language in $(languages); do \
		msgmerge --quiet --update --backup=none --add-location=file po/$$language.po po/typecase.pot || exit; done
