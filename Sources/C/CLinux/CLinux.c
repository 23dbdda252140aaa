#define _GNU_SOURCE
#include "CLinux.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

const int typecase_F_ADD_SEALS = F_ADD_SEALS;
const int typecase_F_SETPIPE_SZ = F_SETPIPE_SZ;
const int typecase_F_GET_SEALS = F_GET_SEALS;
const int typecase_F_SEALS_ALL = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
const unsigned int typecase_MFD_CLOEXEC = MFD_CLOEXEC;
const unsigned int typecase_MFD_ALLOW_SEALING = MFD_ALLOW_SEALING;
const int typecase_O_PATH = O_PATH;
const int typecase_O_TMPFILE = O_TMPFILE;
const unsigned int typecase_RENAME_NOREPLACE = RENAME_NOREPLACE;
const int typecase_RLIMIT_AS = RLIMIT_AS;
const int typecase_RLIMIT_CORE = RLIMIT_CORE;
const int typecase_RLIMIT_CPU = RLIMIT_CPU;
const int typecase_RLIMIT_DATA = RLIMIT_DATA;
const int typecase_RLIMIT_FSIZE = RLIMIT_FSIZE;
const int typecase_RLIMIT_NOFILE = RLIMIT_NOFILE;
const int typecase_RLIMIT_NPROC = RLIMIT_NPROC;

int typecase_errno(void) { return errno; }

int typecase_memfd_create(const char *name, unsigned int flags) { return memfd_create(name, flags); }

int typecase_fcntl(int fd, int command, int argument) { return fcntl(fd, command, argument); }

int typecase_openat(int directory, const char *path, int flags, mode_t mode) {
    return openat(directory, path, flags, mode);
}

int typecase_renameat2(int from, const char *old_name, int to, const char *new_name, unsigned int flags) {
    return renameat2(from, old_name, to, new_name, flags);
}

int typecase_syncfs(int fd) { return syncfs(fd); }
int typecase_start_writing(int fd) { return sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE); }

int typecase_close_range(unsigned int first, unsigned int last, unsigned int flags) {
    return (int)syscall(SYS_close_range, first, last, flags);
}

int typecase_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int typecase_pidfd_send_signal(int process, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, process, signal, NULL, 0);
}

int typecase_prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d) {
    return prctl(option, a, b, c, d);
}

int typecase_poll(int fd, short events, int milliseconds) {
    struct pollfd entry = {.fd = fd, .events = events};
    return poll(&entry, 1, milliseconds);
}

int typecase_terminal_columns(int fd) {
    struct winsize size = {0};
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int typecase_terminal_rows(int fd) {
    struct winsize size = {0};
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

int typecase_open_pseudo_terminal(char *name, size_t size) {
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0) return -1;
    int error = 0;
    if (grantpt(terminal) != 0 || unlockpt(terminal) != 0) error = errno;
    if (error == 0) error = ptsname_r(terminal, name, size);
    if (error == 0) return terminal;
    close(terminal);
    errno = error;
    return -1;
}

int typecase_set_terminal_size(int fd, unsigned short columns, unsigned short rows) {
    struct winsize size = {.ws_col = columns, .ws_row = rows};
    return ioctl(fd, TIOCSWINSZ, &size);
}

int typecase_lock_open_file(int fd) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_OFD_SETLK, &lock);
}

int typecase_unlock_open_file(int fd) {
    struct flock lock = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_OFD_SETLK, &lock);
}

int typecase_is_open_elsewhere(int fd) {
    // A process that opens the file meanwhile breaks the lease. The signal for that must not end this process: SIGURG is
    // ignored by default.
    if (fcntl(fd, F_SETSIG, SIGURG) < 0) return -1;
    if (fcntl(fd, F_SETLEASE, F_WRLCK) < 0) return errno == EAGAIN ? 1 : -1;
    fcntl(fd, F_SETLEASE, F_UNLCK);
    return 0;
}

int typecase_is_file_locked(int fd) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fd, F_OFD_GETLK, &lock) == 0 ? lock.l_type != F_UNLCK : -1;
}

ssize_t typecase_send_with_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr aligned;
    } control;
    if (descriptor >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

ssize_t typecase_receive_with_descriptor(int socket, void *bytes, size_t count, int *descriptor) {
    struct iovec part = {.iov_base = bytes, .iov_len = count};
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr aligned;
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    *descriptor = -1;
    ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (received < 0) return received;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header))
        if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
            header->cmsg_len == CMSG_LEN(sizeof(int)))
            memcpy(descriptor, CMSG_DATA(header), sizeof(int));
    return received;
}

ssize_t typecase_peek(int socket, void *byte) {
    struct iovec part = {.iov_base = byte, .iov_len = 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    return recvmsg(socket, &message, MSG_PEEK | MSG_DONTWAIT);
}

int typecase_pipe(int *output, int *input, int capacity) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    *output = ends[0];
    *input = ends[1];
    // A smaller buffer works as well.
    (void)fcntl(ends[1], F_SETPIPE_SZ, capacity);
    return 0;
}

ssize_t typecase_splice(int file, int64_t *offset, int pipe, size_t count) {
    loff_t position = *offset;
    ssize_t moved = splice(file, &position, pipe, NULL, count, SPLICE_F_NONBLOCK);
    *offset = position;
    return moved;
}

const char *typecase_dynamic_linker(void) {
    Dl_info info;
    const void *start = (const void *)getauxval(AT_BASE);
    return start && dladdr(start, &info) && info.dli_fname ? info.dli_fname : "";
}

int typecase_signal_thread(int process, int thread) { return (int)syscall(SYS_tgkill, process, thread, 0); }

int typecase_look_at_limits(int process) { return prlimit(process, RLIMIT_NOFILE, NULL, NULL); }

struct build_id_search {
    uintptr_t address;
    unsigned char *bytes;
    size_t size, found;
};

// Reads the build ID from an object's notes if the address is in one of its segments; 1 ends the iteration.
static int find_build_id(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    struct build_id_search *search = context;
    int is_in = 0;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &object->dlpi_phdr[i];
        uintptr_t start = object->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_LOAD && search->address - start < header->p_memsz) is_in = 1;
    }
    if (!is_in) return 0;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &object->dlpi_phdr[i];
        if (header->p_type != PT_NOTE) continue;
        const unsigned char *note = (const unsigned char *)(object->dlpi_addr + header->p_vaddr);
        const unsigned char *end = note + header->p_memsz;
        while ((size_t)(end - note) > sizeof(ElfW(Nhdr))) {
            const ElfW(Nhdr) *start = (const ElfW(Nhdr) *)note;
            const unsigned char *name = note + sizeof *start, *content = name + ((start->n_namesz + 3) & ~3u);
            if (content > end || start->n_descsz > (size_t)(end - content)) break;
            if (start->n_type == NT_GNU_BUILD_ID && start->n_namesz == 4 && !memcmp(name, "GNU", 4)) {
                search->found = start->n_descsz < search->size ? start->n_descsz : search->size;
                memcpy(search->bytes, content, search->found);
                return 1;
            }
            note = content + ((start->n_descsz + 3) & ~3u);
        }
    }
    return 1;
}

size_t typecase_build_id(const void *address, unsigned char *bytes, size_t size) {
    struct build_id_search search = {(uintptr_t)address, bytes, size, 0};
    dl_iterate_phdr(find_build_id, &search);
    return search.found;
}

int typecase_setrlimit(int resource, unsigned long long soft, unsigned long long hard) {
    struct rlimit limit = {.rlim_cur = soft, .rlim_max = hard};
    return setrlimit(resource, &limit);
}

int typecase_lower_limit(int resource, unsigned long long soft, unsigned long long hard) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0) return -1;
    // A limit that is already lower is kept, because it may not be raised.
    if (hard < limit.rlim_max) limit.rlim_max = hard;
    limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
    return setrlimit(resource, &limit);
}

// Not from linux/landlock.h: the headers may be older than the running kernel.
enum { LANDLOCK_CREATE_RULESET = 444, LANDLOCK_ADD_RULE = 445, LANDLOCK_RESTRICT_SELF = 446 };

int typecase_landlock_version(void) { return (int)syscall(LANDLOCK_CREATE_RULESET, NULL, 0, 1); }

int typecase_landlock_create(uint64_t files, uint64_t network, uint64_t scopes) {
    // An older kernel accepts a longer structure if the unknown fields are zero.
    uint64_t attributes[3] = {files, network, scopes};
    return (int)syscall(LANDLOCK_CREATE_RULESET, attributes, sizeof attributes, 0);
}

int typecase_landlock_allow(int ruleset, uint64_t files, int beneath) {
    struct {
        uint64_t access;
        int32_t parent;
    } __attribute__((packed)) rule = {files, beneath};
    return (int)syscall(LANDLOCK_ADD_RULE, ruleset, 1, &rule, 0);
}

int typecase_landlock_enter(int ruleset) { return (int)syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0); }

int typecase_spawn_change_directory(posix_spawn_file_actions_t *actions, const char *path) {
    return posix_spawn_file_actions_addchdir_np(actions, path);
}

int typecase_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int typecase_request_slice(uint64_t nanoseconds) {
    // struct sched_attr of linux/sched/types.h in its first version, which Debian's C library does not declare.
    struct {
        uint32_t size;
        uint32_t policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t runtime;
        uint64_t deadline;
        uint64_t period;
    } attributes = {.size = sizeof attributes, .policy = SCHED_OTHER, .runtime = nanoseconds};
    if (sched_getscheduler(0) != SCHED_OTHER) return 0;
    errno = 0;
    attributes.nice = getpriority(PRIO_PROCESS, 0);
    if (errno != 0) return -1;
    return (int)syscall(SYS_sched_setattr, 0, &attributes, 0);
}

void typecase_share_heaps(void) {
    mallopt(M_ARENA_MAX, 1);
    // Once one of them is set, the C library no longer raises it after a large block was freed.
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_TRIM_THRESHOLD, 256 << 10);
}

void typecase_keep_heap(void) {
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
}

void typecase_prepare_heap(size_t size) {
    char *start = malloc(size);
    if (!start) return;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = ((uintptr_t)start + page - 1) & ~(page - 1);
    uintptr_t end = ((uintptr_t)start + size) & ~(page - 1);
    // MADV_POPULATE_WRITE, which Debian's C library does not define. Kernels before 5.14 refuse it, and then the pages are
    // allocated one by one.
    if (first < end) (void)madvise((void *)first, end - first, 23);
    free(start);
}

void typecase_return_free_memory(void) { malloc_trim(0); }

int typecase_known_status(int fd, struct stat *status) {
    struct statx known;
    if (statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_BASIC_STATS, &known) != 0) return -1;
    *status = (struct stat){
        .st_dev = makedev(known.stx_dev_major, known.stx_dev_minor),
        .st_ino = known.stx_ino,
        .st_mode = known.stx_mode,
        .st_nlink = known.stx_nlink,
        .st_uid = known.stx_uid,
        .st_gid = known.stx_gid,
        .st_size = (off_t)known.stx_size,
        .st_mtim = {known.stx_mtime.tv_sec, known.stx_mtime.tv_nsec},
        .st_ctim = {known.stx_ctime.tv_sec, known.stx_ctime.tv_nsec},
    };
    return 0;
}

int typecase_contains(const void *bytes, size_t count, const void *pattern, size_t length) {
    return memmem(bytes, count, pattern, length) != NULL;
}
