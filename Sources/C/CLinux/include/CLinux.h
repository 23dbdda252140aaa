// Parts of Linux that the Glibc module leaves out: headers that it does not include, functions that are variadic or need
// _GNU_SOURCE, and constants that only _GNU_SOURCE defines.
//
// The wrappers are compiled in CLinux.c rather than inlined here: a header that defines _GNU_SOURCE would declare the C
// library's types differently from the Glibc module, and Swift refuses two definitions of one type.
#pragma once

#include <libintl.h>
#include <poll.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/wait.h>

extern const int typecase_F_ADD_SEALS;
extern const int typecase_F_SETPIPE_SZ;
extern const int typecase_F_GET_SEALS;
extern const int typecase_F_SEALS_ALL; // seal, shrink, grow and write
extern const unsigned int typecase_MFD_CLOEXEC;
extern const unsigned int typecase_MFD_ALLOW_SEALING;
extern const int typecase_O_PATH;
extern const int typecase_O_TMPFILE;
extern const unsigned int typecase_RENAME_NOREPLACE;

int typecase_errno(void);
int typecase_memfd_create(const char *name, unsigned int flags);
int typecase_fcntl(int fd, int command, int argument);
int typecase_openat(int directory, const char *path, int flags, mode_t mode);
int typecase_renameat2(int from, const char *old_name, int to, const char *new_name, unsigned int flags);
int typecase_syncfs(int fd);
/* sync_file_range() with its flags: makes the kernel start to write a whole file, without waiting until it is written. */
int typecase_start_writing(int fd);
int typecase_close_range(unsigned int first, unsigned int last, unsigned int flags);
int typecase_pidfd_open(pid_t pid);
int typecase_pidfd_send_signal(int process, int signal);
int typecase_prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d);
// fstat with the cached attributes, so that it never waits for the server of the file system.
int typecase_known_status(int fd, struct stat *status);
// Waits for any event on one descriptor: > 0 if ready, 0 after the time limit, -1 and errno. A negative time is no limit.
int typecase_poll(int fd, short events, int milliseconds);
// The columns of a terminal; 0 if the descriptor is not a terminal or its size is unknown.
int typecase_terminal_columns(int fd);
// The lines of a terminal; 0 if the descriptor is not a terminal or its size is unknown.
int typecase_terminal_rows(int fd);
// Opens a new pseudo-terminal: the descriptor of the terminal's side, or -1 and errno. Stores the path of the other side
// in name.
int typecase_open_pseudo_terminal(char *name, size_t size);
// Sets the size of a terminal: 0, or -1 and errno.
int typecase_set_terminal_size(int fd, unsigned short columns, unsigned short rows);
// Takes a write lock on the whole file for as long as it is open: 0, or -1 and errno.
int typecase_lock_open_file(int fd);
// A child process has the file open, too, until it executes its program: closing the file here would not release the lock.
int typecase_unlock_open_file(int fd);
// Whether a sequence of bytes occurs in another: 1 or 0.
int typecase_contains(const void *bytes, size_t count, const void *pattern, size_t length);
// Whether the file of a read-only descriptor is also open or mapped otherwise: 1 or 0, or -1 and errno if the kernel
// cannot determine it.
int typecase_is_open_elsewhere(int fd);

// Whether another open file description has a lock on this file, which may be read-only: 1, 0, or -1 and errno.
int typecase_is_file_locked(int fd);
// Sends bytes and at most one descriptor (-1: none) over a socket.
ssize_t typecase_send_with_descriptor(int socket, const void *bytes, size_t count, int descriptor);
// Receives bytes and at most one descriptor, which is closed on exec; *descriptor is -1 if none was received.
ssize_t typecase_receive_with_descriptor(int socket, void *bytes, size_t count, int *descriptor);
// Whether there is anything to receive, without waiting or receiving: 1, 0 at the end, or -1 and errno.
ssize_t typecase_peek(int socket, void *byte);
// Creates a pipe that is closed on exec and, if the system permits, has a buffer of this size: 0, or -1 and errno.
int typecase_pipe(int *output, int *input, int capacity);
// Moves bytes of a file, from *offset on, into a pipe without waiting for space: their number, or -1 and errno.
ssize_t typecase_splice(int file, int64_t *offset, int pipe, size_t count);
// The path of the dynamic linker that started this program; empty if there was none.
const char *typecase_dynamic_linker(void);
// Sets the time slice of this thread and of the threads that it starts from now on; 0 for the default. Returns 0, or -1
// and errno. Threads with a policy other than the default are left unchanged.
int typecase_request_slice(uint64_t nanoseconds);
// Whether a signal could be sent to a thread of a process; none is sent: 0, or -1 and errno.
int typecase_signal_thread(int process, int thread);
// Whether the limits of a process could be set or read; neither is done: 0, or -1 and errno.
int typecase_look_at_limits(int process);
// The start of the build ID of the loaded object that contains an address. It distinguishes builds of a library that have
// the same version. Returns its length in bytes, at most size; 0 if the object has no build ID.
size_t typecase_build_id(const void *address, unsigned char *bytes, size_t size);
// setrlimit without the enum type that C and C++ declare differently.
int typecase_setrlimit(int resource, unsigned long long soft, unsigned long long hard);
// Like the above, for limits that may already be lower: a lower hard limit is kept.
int typecase_lower_limit(int resource, unsigned long long soft, unsigned long long hard);
extern const int typecase_RLIMIT_AS, typecase_RLIMIT_CORE, typecase_RLIMIT_CPU, typecase_RLIMIT_DATA,
    typecase_RLIMIT_FSIZE, typecase_RLIMIT_NOFILE, typecase_RLIMIT_NPROC;
// Landlock, by system call numbers: Debian's C library has no functions for it. All return -1 and errno on failure.
// The version of its interface; ENOSYS or EOPNOTSUPP if the kernel does not support it.
int typecase_landlock_version(void);
// A ruleset that denies these accesses to files and to the network, and these scopes.
int typecase_landlock_create(uint64_t files, uint64_t network, uint64_t scopes);
// Allows accesses to a file, or to everything in a directory.
int typecase_landlock_allow(int ruleset, uint64_t files, int beneath);
// Enforces a ruleset for this process, permanently.
int typecase_landlock_enter(int ruleset);
// The parts of posix_spawn that are not in POSIX: 0 or an errno.
int typecase_spawn_change_directory(posix_spawn_file_actions_t *actions, const char *path);
int typecase_spawn_close_from(posix_spawn_file_actions_t *actions, int first);
// Makes all threads share one heap of the C library, and returns large blocks to the system as soon as they are freed.
// Otherwise, each thread would have a heap of its own and keep its largest size. Every thread keeps a few small blocks, so
// threads rarely wait for each other. Call this before there is a second thread.
void typecase_share_heaps(void);
// Makes the C library keep freed memory, for processes with a short life. Call this before there is a second thread.
void typecase_keep_heap(void);
// Allocates this many bytes of the heap from the system at once, and keeps them in memory.
void typecase_prepare_heap(size_t size);
// Returns free memory that the C library still holds to the system.
void typecase_return_free_memory(void);
