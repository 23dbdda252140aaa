#include "typecase-maskedvideo.h"

#include <string.h>

// The package of Debian 12 and 13 that has a plugin, by what is missing and of which media type.
static const struct {
    const char *what;
    const char *package;
} packages[] = {
    // Containers.
    {"decoder-video/mpegts", "gstreamer1.0-plugins-bad"},
    {"decoder-video/x-cdxa", "gstreamer1.0-plugins-bad"},
    {"decoder-video/x-ivf", "gstreamer1.0-plugins-bad"},
    {"decoder-application/mxf", "gstreamer1.0-plugins-bad"},
    {"decoder-application/x-hls", "gstreamer1.0-plugins-bad"},
    {"decoder-application/dash+xml", "gstreamer1.0-plugins-bad"},
    {"decoder-application/vnd.ms-sstr+xml", "gstreamer1.0-plugins-bad"},
    {"decoder-video/x-ms-asf", "gstreamer1.0-plugins-ugly"},
    {"decoder-application/vnd.rn-realmedia", "gstreamer1.0-plugins-ugly"},
    {"decoder-application/ogg", "gstreamer1.0-plugins-base"},
    {"decoder-video/ogg", "gstreamer1.0-plugins-base"},
    {"decoder-video/quicktime", "gstreamer1.0-plugins-good"},
    {"decoder-video/x-matroska", "gstreamer1.0-plugins-good"},
    {"decoder-video/webm", "gstreamer1.0-plugins-good"},
    {"decoder-video/x-msvideo", "gstreamer1.0-plugins-good"},
    {"decoder-video/x-flv", "gstreamer1.0-plugins-good"},
    {"decoder-video/x-dv", "gstreamer1.0-plugins-good"},
    {"decoder-multipart/", "gstreamer1.0-plugins-good"},
    // Codecs.
    {"decoder-video/x-vp8", "gstreamer1.0-plugins-good"},
    {"decoder-video/x-vp9", "gstreamer1.0-plugins-good"},
    {"decoder-video/x-theora", "gstreamer1.0-plugins-base"},
    {"decoder-video/x-av1", "gstreamer1.0-plugins-bad"},
    {"decoder-image/jpeg", "gstreamer1.0-plugins-good"},
    {"decoder-image/png", "gstreamer1.0-plugins-good"},
    {"decoder-image/webp", "gstreamer1.0-plugins-bad"},
    {"decoder-image/svg", "gstreamer1.0-plugins-bad"},
    {"decoder-image/", "gstreamer1.0-plugins-good"},
    {"decoder-", "gstreamer1.0-libav"},
    // Others.
    {"urisource-rtmp", "gstreamer1.0-plugins-bad"},
    {"urisource-srt", "gstreamer1.0-plugins-bad"},
    {"urisource-", "gstreamer1.0-plugins-good"},
    {"element-", "gstreamer1.0-plugins-good"},
};

const char *typecase_plugin_package(const char *detail) {
    // "gstreamer|1.0|program|description|decoder-video/mpegts, systemstream=(boolean)true": the last part counts.
    const char *last = strrchr(detail, '|');
    const char *what = last ? last + 1 : detail;
    // An MPEG program stream and a video of MPEG share a type.
    if (g_str_has_prefix(what, "decoder-video/mpeg,") && strstr(what, "systemstream=(boolean)true"))
        return "gstreamer1.0-plugins-bad";
    for (gsize index = 0; index < G_N_ELEMENTS(packages); index++)
        if (g_str_has_prefix(what, packages[index].what)) return packages[index].package;
    return "gstreamer1.0-plugins-bad";
}
