#include "CSwiftRuntime.h"

#include <time.h>

#define SWIFT_CALL __attribute__((swiftcall))

typedef struct {
    void *identity;
    uintptr_t implementation;
} serial_executor;

extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *job, void *original);
extern SWIFT_CALL void (*swift_task_enqueueGlobalWithDelay_hook)(
    unsigned long long nanoseconds, void *job, void *original);
extern SWIFT_CALL void (*swift_task_enqueueGlobalWithDeadline_hook)(
    long long seconds, long long nanoseconds, long long tolerance_seconds, long long tolerance_nanoseconds, int clock,
    void *job, void *original);
extern SWIFT_CALL void swift_job_run(void *job, serial_executor executor);

static typecase_enqueue carrier;
static typecase_enqueue_after late_carrier;
static void *carrier_context;

static SWIFT_CALL void enqueue(void *job, void *original) {
    (void)original;
    carrier(job, carrier_context);
}

static SWIFT_CALL void enqueue_after(unsigned long long nanoseconds, void *job, void *original) {
    (void)original;
    late_carrier(job, nanoseconds, carrier_context);
}

static SWIFT_CALL void enqueue_at(
    long long seconds, long long nanoseconds, long long tolerance_seconds, long long tolerance_nanoseconds, int clock,
    void *job, void *original) {
    (void)tolerance_seconds, (void)tolerance_nanoseconds, (void)original;
    // The runtime's numbers: 1 for the clock that goes on while the machine sleeps, 2 for the one that does not.
    struct timespec now;
    clock_gettime(clock == 1 ? CLOCK_BOOTTIME : CLOCK_MONOTONIC, &now);
    long long remaining = (seconds - now.tv_sec) * 1000000000LL + nanoseconds - now.tv_nsec;
    late_carrier(job, remaining > 0 ? (uint64_t)remaining : 0, carrier_context);
}

void typecase_carry_tasks(typecase_enqueue enqueue_now, typecase_enqueue_after enqueue_later, void *context) {
    carrier = enqueue_now;
    late_carrier = enqueue_later;
    carrier_context = context;
    swift_task_enqueueGlobal_hook = enqueue;
    swift_task_enqueueGlobalWithDelay_hook = enqueue_after;
    swift_task_enqueueGlobalWithDeadline_hook = enqueue_at;
}

void typecase_run_job(void *job) {
    // No executor in particular.
    swift_job_run(job, (serial_executor){0, 0});
}
