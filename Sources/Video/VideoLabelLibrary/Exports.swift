// The widget and what it has Swift do, as a library for C: programs find the functions of typecase-videolabel.h in it, and
// nothing else.
internal import VideoLabel
