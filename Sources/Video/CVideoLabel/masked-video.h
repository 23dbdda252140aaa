// Declarations shared by the sources of a masked video.
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
    // Checks whether the stream has stopped without a message; requires the state mutex.
    GstClockID watch;

    // Held while the state of the pipeline changes, so that no thread starts a pipeline that another has just stopped.
    GMutex state_mutex;
    // Protects the following fields: frames and messages arrive on GStreamer's threads.
    GMutex mutex;
    char *uri;
    // The number of addresses so far: an operation for one address must not affect the next.
    guint serial;
    TypecaseMask *mask;
    GstSample *sample;
    GdkTexture *texture;
    GError *error;
    char *missing_plugin;
    gboolean plays;
    // Whether the seek for looping has been done.
    gboolean loops;
    // The frames since the last start: a still picture is not shown repeatedly.
    guint frame_count;
    // The rounds since the last frame: several short ones can wait in the pipeline, very many mean that it has no frames.
    guint empty_rounds;
    // Whether the stream has ended permanently, like a still picture: no frame follows.
    gboolean rests;
    // Whether the size of the mask still has to be set in the pipeline.
    gboolean is_resized;
};

// Whether an operation is still for the current video; requires the mutex.
gboolean typecase_video_is_current(TypecaseMaskedVideo *video, guint serial);
// Under the mutex, which whoever asks has held since it saw that there is no frame; tell follows.
void typecase_video_fail_without_frames(TypecaseMaskedVideo *video);

TypecaseMaskedVideo *typecase_video_retain(TypecaseMaskedVideo *video);
void typecase_video_release(gpointer data);
// Notifies of a new frame or an error; requires that no mutex is held.
void typecase_video_tell(TypecaseMaskedVideo *video);
// Whether the last frame has a different size than the mask; requires the mutex.
gboolean typecase_video_is_outdated(TypecaseMaskedVideo *video);

// Resets the cropping of the last stream: a stream smaller than the cropped borders would not be accepted. The pipeline
// must not be running.
void typecase_video_reset_crop(TypecaseMaskedVideo *video);

// Sets the size of the mask as the size to which frames are cropped and scaled, if it has changed. Call this on the thread
// on which frames arrive, or while the pipeline is not running: otherwise, it conflicts with a video that changes its size.
void typecase_video_apply_size(TypecaseMaskedVideo *video);

// Watches a stream from its opening until its first frame; requires the state mutex.
void typecase_video_begin_watch(TypecaseMaskedVideo *video);
void typecase_video_end_watch(TypecaseMaskedVideo *video);
// Whether an address is not that of an existing special file: opening a pipe would block until another process writes.
gboolean typecase_video_is_file(const char *uri);

// Calls a function on a thread of its own, with the serial of the current video: the state of a pipeline must not be
// changed on the threads of the pipeline.
void typecase_video_call(TypecaseMaskedVideo *video, void (*function)(TypecaseMaskedVideo *video, guint serial));
// Plays or pauses; requires the state mutex.
void typecase_video_apply_state(TypecaseMaskedVideo *video);
// Seeks once the stream is open, so that it ends with a message instead of an end of stream.
void typecase_video_begin(TypecaseMaskedVideo *video, guint serial);
// Plays the next round, after that message.
void typecase_video_repeat(TypecaseMaskedVideo *video, guint serial);
// Plays an ended stream again, unless it is a still picture.
void typecase_video_restart(TypecaseMaskedVideo *video, guint serial);
// Opens the stream again, to get a first frame.
void typecase_video_reopen(TypecaseMaskedVideo *video, guint serial);

#endif
