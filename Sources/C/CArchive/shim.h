// libarchive, and two of its functions that take a name which cannot be converted for lack of memory where the thread's
// last error was that: here it is none.
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>

static inline int typecase_archive_read_next_header(struct archive *archive, struct archive_entry **entry) {
    errno = 0;
    return archive_read_next_header(archive, entry);
}

static inline int typecase_archive_write_header(struct archive *archive, struct archive_entry *entry) {
    errno = 0;
    return archive_write_header(archive, entry);
}
