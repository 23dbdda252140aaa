#include "CSwiftRuntime.h"

#include <stdint.h>

#define SWIFT_CALL __attribute__((swiftcall))

typedef struct {
    void *identity;
    uintptr_t implementation;
} serial_executor;

extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *job, void *original);
extern SWIFT_CALL void swift_job_run(void *job, serial_executor executor);

static typecase_enqueue carrier;
static void *carrier_context;

static SWIFT_CALL void enqueue(void *job, void *original) {
    (void)original;
    carrier(job, carrier_context);
}

void typecase_carry_tasks(typecase_enqueue enqueue_job, void *context) {
    carrier = enqueue_job;
    carrier_context = context;
    swift_task_enqueueGlobal_hook = enqueue;
}

void typecase_run_job(void *job) {
    // No executor in particular.
    swift_job_run(job, (serial_executor){0, 0});
}
