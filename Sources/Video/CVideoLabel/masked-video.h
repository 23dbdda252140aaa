// What the sources of a masked video share.
#ifndef TYPECASE_MASKED_VIDEO_PRIVATE_H
#define TYPECASE_MASKED_VIDEO_PRIVATE_H

#include "typecase-maskedvideo.h"

#include <gst/app/gstappsink.h>
#include <gst/gst.h>

struct TypecaseMaskedVideo {
    gatomicrefcount references;
    gboolean masks;
    void (*changed)(gpointer data);
    gpointer data;
    GDestroyNotify destroy;

    GstElement *pipeline;
    GstElement *source;
    GstElement *crop;
    GstElement *caps;
    GstAppSink *frames;
    GstPad *entrance;
    // Looks whether the stream has stopped without a word; under the state mutex.
    GstClockID watch;

    // Held while the state of the pipeline is changed, so that no thread starts what another one has just ended.
    GMutex state_mutex;
    // Guards what follows: frames and messages come on threads of GStreamer.
    GMutex mutex;
    char *uri;
    // Counts the addresses: what was begun for one must not touch the next.
    guint serial;
    TypecaseMask *mask;
    GstSample *sample;
    GdkTexture *texture;
    GError *error;
    char *missing_plugin;
    gboolean plays;
    // Whether the seek that makes the video loop was done.
    gboolean loops;
    // Frames since the last start: a picture that stands still is not shown again and again.
    guint frame_count;
    // Rounds since the last frame: several short ones wait in the pipeline, very many have none.
    guint empty_rounds;
    // Whether the stream has ended for good, as a picture that stands still has: no frame follows.
    gboolean rests;
    // Whether the pipeline does not know the size of the mask yet.
    gboolean is_resized;
};

// Whether what was begun is still about the video that is shown; under the mutex.
gboolean typecase_video_is_current(TypecaseMaskedVideo *video, guint serial);
// Under the mutex, which whoever asks has held since it saw that there is no frame; tell follows.
void typecase_video_fail_without_frames(TypecaseMaskedVideo *video);

TypecaseMaskedVideo *typecase_video_retain(TypecaseMaskedVideo *video);
void typecase_video_release(gpointer data);
// Says that there is a new frame or an error; not under a mutex.
void typecase_video_tell(TypecaseMaskedVideo *video);
// Whether the last frame is of another size than the mask; under the mutex.
gboolean typecase_video_is_outdated(TypecaseMaskedVideo *video);

// Takes back how the last stream was cropped: one that is smaller than what is cut off would not be accepted. The pipeline
// must not run.
void typecase_video_reset_crop(TypecaseMaskedVideo *video);

// Has frames cropped and scaled to the size of the mask, if that is another one. On the thread that frames come on, or while
// the pipeline does not run: elsewhere it collides with a video that changes its own size.
void typecase_video_apply_size(TypecaseMaskedVideo *video);

// Watches a stream from when it is opened until it has its first frame; under the state mutex.
void typecase_video_begin_watch(TypecaseMaskedVideo *video);
void typecase_video_end_watch(TypecaseMaskedVideo *video);
// Whether an address is that of a regular file, or of something else than a file that is there: a pipe would keep whoever
// opens it until somebody writes.
gboolean typecase_video_is_file(const char *uri);

// Calls a function on a thread of its own, with the serial of the video that is shown now: what changes the state of the
// pipeline must not do it on the pipeline's threads.
void typecase_video_call(TypecaseMaskedVideo *video, void (*function)(TypecaseMaskedVideo *video, guint serial));
// Plays or pauses; under the state mutex.
void typecase_video_apply_state(TypecaseMaskedVideo *video);
// Seeks once the stream is open, for a message at its end instead of an end of the stream.
void typecase_video_begin(TypecaseMaskedVideo *video, guint serial);
// Plays the next round, after that message.
void typecase_video_repeat(TypecaseMaskedVideo *video, guint serial);
// Plays again a stream that has ended, unless it stands still.
void typecase_video_restart(TypecaseMaskedVideo *video, guint serial);
// Opens the stream again, for a first frame.
void typecase_video_reopen(TypecaseMaskedVideo *video, guint serial);

#endif
