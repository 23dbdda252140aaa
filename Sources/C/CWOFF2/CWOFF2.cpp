#include "CWOFF2.h"

#include <cstring>
#include <new>
#include <woff2/decode.h>

namespace {

// Takes what the decoder writes, as long as there is room. The library's own output of this kind does not tell a font
// that is too large from one that is damaged.
class Buffer : public woff2::WOFF2Out {
public:
    Buffer(uint8_t *start, size_t capacity) : start(start), capacity(capacity) {}

    bool Write(const void *bytes, size_t count) override { return Write(bytes, used, count); }

    bool Write(const void *bytes, size_t offset, size_t count) override {
        if (offset > capacity || count > capacity - offset) {
            isFull = true;
            return false;
        }
        std::memcpy(start + offset, bytes, count);
        if (offset + count > used) used = offset + count;
        return true;
    }

    size_t Size() override { return used; }

    size_t used = 0;
    bool isFull = false;

private:
    uint8_t *const start;
    const size_t capacity;
};

} // namespace

int typecase_woff2_expand(
    const uint8_t *font, size_t size, uint8_t *buffer, size_t capacity, size_t *used) {
    *used = 0;
    try {
        Buffer output(buffer, capacity);
        if (!woff2::ConvertWOFF2ToTTF(font, size, &output)) {
            return output.isFull ? typecase_woff2_too_large : typecase_woff2_damaged;
        }
        *used = output.used;
        return typecase_woff2_expanded;
    } catch (const std::bad_alloc &) {
        return typecase_woff2_out_of_memory;
    } catch (...) {
        return typecase_woff2_damaged;
    }
}
