#pragma once

#include <linux/filter.h>
#include <seccomp.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>

// What Swift cannot import: macros with arguments or casts, and variadic functions.
static const uint32_t typecase_SCMP_ACT_ALLOW = SCMP_ACT_ALLOW;
static const uint32_t typecase_SCMP_ACT_KILL_PROCESS = SCMP_ACT_KILL_PROCESS;

static inline uint32_t typecase_SCMP_ACT_ERRNO(uint16_t error) { return SCMP_ACT_ERRNO(error); }

// Puts a compiled filter in force for this thread, for good: 0, or -1 and errno.
static inline int typecase_load_filter(const void *program, uint16_t instructions) {
    struct sock_fprog filter = {.len = instructions, .filter = (struct sock_filter *)program};
    return prctl(PR_SET_SECCOMP, 2 /* SECCOMP_MODE_FILTER */, &filter, 0, 0);
}

// Asks to be traced by the parent: 0, or -1 and errno.
static inline long typecase_ptrace_traceme(void) { return ptrace(PTRACE_TRACEME, 0, 0, 0); }
