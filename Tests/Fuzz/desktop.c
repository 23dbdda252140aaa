// Has FreeType load every glyph of fonts, HarfBuzz shape text with them, and fontconfig scan them.
//
// usage: desktop DIRECTORY FOUND
//   DIRECTORY   the fonts
//   FOUND       where a font is moved to that brings a library down, or that it takes more than SECONDS for
//
// Built by Tests/Fuzz/desktop, with the libraries under AddressSanitizer: a child process reads the fonts until one of them
// ends it, and another one goes on with the next. Tells how many fonts were read, and ends with 1 where one was found. First
// it has each library read past the end of a buffer, and ends with 70 where that is not noticed.
#include <dirent.h>
#include <fontconfig/fontconfig.h>
#include <fontconfig/fcfreetype.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MULTIPLE_MASTERS_H
#include FT_SFNT_NAMES_H
#include FT_TRUETYPE_TABLES_H
#include FT_TYPE1_TABLES_H
#include <hb-ot.h>
#include <hb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 30 };

const char *__asan_default_options(void) {
    return "detect_leaks=0:allocator_may_return_null=1:hard_rss_limit_mb=2048:detect_stack_use_after_return=1";
}

const char *__ubsan_default_options(void) { return "print_stacktrace=1"; }

static void load_glyphs(FT_Face face, FT_Int32 flags) {
    for (FT_Long glyph = 0; glyph < face->num_glyphs; glyph++) FT_Load_Glyph(face, (FT_UInt)glyph, flags);
}

// At text sizes and a large one, with all kinds of hinting and without, drawn in grey and in black and white.
static void load_outlines(FT_Face face) {
    static const FT_UInt sizes[] = {9, 16, 64};
    static const FT_Int32 flags[] = {
        FT_LOAD_RENDER | FT_LOAD_COLOR,
        FT_LOAD_RENDER | FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP,
        FT_LOAD_RENDER | FT_LOAD_TARGET_MONO,
        FT_LOAD_FORCE_AUTOHINT,
        FT_LOAD_TARGET_LIGHT | FT_LOAD_COLOR,
        FT_LOAD_VERTICAL_LAYOUT,
    };
    for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
        FT_Set_Pixel_Sizes(face, 0, sizes[size]);
        for (size_t flag = 0; flag < sizeof flags / sizeof *flags; flag++) load_glyphs(face, flags[flag]);
    }
    load_glyphs(face, FT_LOAD_NO_SCALE);
}

static void read_names_and_characters(FT_Face face) {
    char name[256];
    for (FT_Long glyph = 0; glyph < face->num_glyphs; glyph++) FT_Get_Glyph_Name(face, (FT_UInt)glyph, name, sizeof name);
    FT_Get_Name_Index(face, "Aacute");
    FT_Get_Postscript_Name(face);
    PS_FontInfoRec information;
    FT_Get_PS_Font_Info(face, &information);
    for (FT_UInt index = 0; index < FT_Get_Sfnt_Name_Count(face); index++) {
        FT_SfntName record;
        FT_Get_Sfnt_Name(face, index, &record);
    }
    for (int tag = FT_SFNT_HEAD; tag < FT_SFNT_MAX; tag++) FT_Get_Sfnt_Table(face, (FT_Sfnt_Tag)tag);
    for (int map = 0; map < face->num_charmaps; map++) {
        if (FT_Set_Charmap(face, face->charmaps[map])) continue;
        FT_UInt glyph;
        FT_ULong character = FT_Get_First_Char(face, &glyph);
        for (int count = 0; glyph && count < 100000; count++) character = FT_Get_Next_Char(face, character, &glyph);
    }
    for (FT_UInt left = 0; left < 8; left++) {
        FT_Vector kerning;
        FT_Get_Kerning(face, left, left + 1, FT_KERNING_DEFAULT, &kerning);
    }
}

static void try_freetype(const char *path) {
    FT_Library library;
    if (FT_Init_FreeType(&library)) abort();
    FT_Long faces = 1;
    for (FT_Long index = 0; index < faces && index < 8; index++) {
        FT_Face face;
        if (FT_New_Face(library, path, index, &face)) continue;
        faces = face->num_faces;
        for (int size = 0; size < face->num_fixed_sizes; size++) {
            FT_Select_Size(face, size);
            load_glyphs(face, FT_LOAD_RENDER | FT_LOAD_COLOR);
        }
        read_names_and_characters(face);
        if (FT_IS_SCALABLE(face)) load_outlines(face);
        FT_MM_Var *axes;
        if (!FT_Get_MM_Var(face, &axes)) {
            FT_Fixed *ends = calloc(axes->num_axis, sizeof *ends);
            for (int end = 0; end < 3; end++) {
                for (FT_UInt axis = 0; axis < axes->num_axis; axis++) {
                    FT_Fixed low = axes->axis[axis].minimum, high = axes->axis[axis].maximum;
                    ends[axis] = end == 0 ? low : end == 1 ? high : low / 2 + high / 2;
                }
                FT_Set_Var_Design_Coordinates(face, axes->num_axis, ends);
                load_outlines(face);
            }
            for (FT_UInt instance = 0; instance <= axes->num_namedstyles && instance < 16; instance++)
                FT_Set_Named_Instance(face, instance);
            free(ends);
            FT_Done_MM_Var(library, axes);
        }
        FT_Done_Face(face);
    }
    FT_Done_FreeType(library);
}

static void shape(hb_font_t *font, const hb_codepoint_t *text, unsigned count, hb_direction_t direction, hb_script_t script) {
    hb_buffer_t *buffer = hb_buffer_create();
    hb_buffer_add_codepoints(buffer, text, (int)count, 0, (int)count);
    hb_buffer_set_direction(buffer, direction);
    hb_buffer_set_script(buffer, script);
    hb_buffer_guess_segment_properties(buffer);
    hb_shape(font, buffer, NULL, 0);
    hb_buffer_destroy(buffer);
}

// Text in Latin, Arabic, Devanagari, Thai, Hangul and Chinese, and the first characters that the font has.
static void shape_samples(hb_font_t *font, const hb_set_t *characters) {
    static const char sample[] = "AVA fi\xCC\x81 ffl 1/2 \xD8\xA7\xD9\x84\xD8\xB9\xD8\xB1\xD8\xA8\xD9\x8A\xD8\xA9 "
        "\xE0\xA4\xB9\xE0\xA4\xBF\xE0\xA4\xA8\xE0\xA5\x8D\xE0\xA4\xA6\xE0\xA5\x80 \xE0\xB9\x84\xE0\xB8\x97\xE0\xB8\xA2 "
        "\xED\x95\x9C\xEA\xB8\x80 \xE6\xBC\xA2\xE5\xAD\x97";
    hb_buffer_t *buffer = hb_buffer_create();
    hb_buffer_add_utf8(buffer, sample, -1, 0, -1);
    hb_codepoint_t text[512];
    unsigned count, length;
    hb_glyph_info_t *codepoints = hb_buffer_get_glyph_infos(buffer, &length);
    for (count = 0; count < length && count < 256; count++) text[count] = codepoints[count].codepoint;
    hb_buffer_destroy(buffer);
    hb_codepoint_t character = HB_SET_VALUE_INVALID;
    while (count < 512 && hb_set_next(characters, &character)) text[count++] = character;
    static const hb_script_t scripts[] = {
        HB_SCRIPT_INVALID, HB_SCRIPT_ARABIC, HB_SCRIPT_DEVANAGARI, HB_SCRIPT_THAI, HB_SCRIPT_HANGUL,
    };
    for (size_t script = 0; script < sizeof scripts / sizeof *scripts; script++)
        shape(font, text, count, HB_DIRECTION_INVALID, scripts[script]);
    shape(font, text, count, HB_DIRECTION_RTL, HB_SCRIPT_LATIN);
    shape(font, text, count, HB_DIRECTION_TTB, HB_SCRIPT_HAN);
}

static void ask_of_glyphs(hb_font_t *font, hb_draw_funcs_t *pen) {
    hb_face_t *face = hb_font_get_face(font);
    unsigned glyphs = hb_face_get_glyph_count(face);
    for (hb_codepoint_t glyph = 0; glyph <= glyphs; glyph++) {
        hb_glyph_extents_t extents;
        hb_position_t x, y;
        char name[128];
        hb_font_get_glyph_extents(font, glyph, &extents);
        hb_font_get_glyph_name(font, glyph, name, sizeof name);
        hb_font_get_glyph_h_advance(font, glyph);
        hb_font_get_glyph_v_advance(font, glyph);
        hb_font_get_glyph_v_origin(font, glyph, &x, &y);
        hb_ot_layout_get_glyph_class(face, glyph);
#if HB_VERSION_ATLEAST(7, 0, 0)
        hb_font_draw_glyph(font, glyph, pen, NULL);
#else
        hb_font_get_glyph_shape(font, glyph, pen, NULL);
#endif
    }
    hb_codepoint_t found;
    hb_font_get_glyph_from_name(font, "Aacute", -1, &found);
    hb_font_extents_t lines;
    hb_font_get_h_extents(font, &lines);
    hb_font_get_v_extents(font, &lines);
    hb_position_t position;
    hb_ot_metrics_get_position(font, HB_OT_METRICS_TAG_UNDERLINE_OFFSET, &position);
    hb_ot_metrics_get_position(font, HB_OT_METRICS_TAG_X_HEIGHT, &position);
    hb_ot_metrics_get_position(font, HB_OT_METRICS_TAG_CAP_HEIGHT, &position);
    hb_style_get_value(font, HB_STYLE_TAG_WEIGHT);
    hb_style_get_value(font, HB_STYLE_TAG_OPTICAL_SIZE);
}

static void try_harfbuzz(const char *path) {
    hb_blob_t *blob = hb_blob_create_from_file(path);
    unsigned faces = hb_face_count(blob);
    hb_draw_funcs_t *pen = hb_draw_funcs_create();
    for (unsigned index = 0; index < faces && index < 8; index++) {
        hb_face_t *face = hb_face_create(blob, index);
        hb_font_t *font = hb_font_create(face);
        hb_set_t *characters = hb_set_create();
        hb_face_collect_unicodes(face, characters);
        ask_of_glyphs(font, pen);
        shape_samples(font, characters);
        unsigned names;
        const hb_ot_name_entry_t *entries = hb_ot_name_list_names(face, &names);
        for (unsigned name = 0; name < names; name++) {
            char text[512];
            unsigned length = sizeof text;
            hb_ot_name_get_utf8(face, entries[name].name_id, entries[name].language, &length, text);
        }
        hb_ot_var_axis_info_t axes[8];
        unsigned count = 8;
        hb_ot_var_get_axis_infos(face, 0, &count, axes);
        for (int end = 0; count && end < 2; end++) {
            hb_variation_t variations[8];
            for (unsigned axis = 0; axis < count; axis++)
                variations[axis] =
                    (hb_variation_t){axes[axis].tag, end ? axes[axis].max_value : axes[axis].min_value};
            hb_font_set_variations(font, variations, count);
            ask_of_glyphs(font, pen);
            shape_samples(font, characters);
        }
        hb_set_destroy(characters);
        hb_font_destroy(font);
        hb_face_destroy(face);
    }
    hb_draw_funcs_destroy(pen);
    hb_blob_destroy(blob);
}

static void try_fontconfig(const char *path) {
    FcFontSet *found = FcFontSetCreate();
    int count;
    FcFreeTypeQueryAll((const FcChar8 *)path, (unsigned)-1, NULL, &count, found);
    for (int index = 0; index < found->nfont; index++) {
        // What fc-cache writes and fc-list tells.
        FcChar8 *text = FcPatternFormat(found->fonts[index], (const FcChar8 *)"%{=unparse}");
        FcStrFree(text);
    }
    FcFontSetDestroy(found);
}

// Has one of the libraries read more of a font, or of a text, than there is.
static void read_past_the_end(int library, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) _exit(0);
    long size = ftell(file);
    char *half = malloc((size_t)size / 2);
    rewind(file);
    if (!half || fread(half, 1, (size_t)size / 2, file) != (size_t)size / 2) _exit(0);
    freopen("/dev/null", "w", stderr);
    if (library == 0) {
        FT_Library freetype;
        FT_Face face;
        if (FT_Init_FreeType(&freetype) == 0) FT_New_Memory_Face(freetype, (FT_Byte *)half, size, 0, &face);
    } else if (library == 1) {
        hb_blob_t *blob = hb_blob_create(half, (unsigned)size, HB_MEMORY_MODE_READONLY, NULL, NULL);
        hb_set_t *characters = hb_set_create();
        hb_font_t *font = hb_font_create(hb_face_create(blob, 0));
        hb_face_collect_unicodes(hb_font_get_face(font), characters);
        shape_samples(font, characters);
        ask_of_glyphs(font, hb_draw_funcs_create());
    } else {
        memset(half, 'a', (size_t)size / 2);
        FcNameParse((FcChar8 *)half);
    }
    _exit(0);
}

static int is_entry(const struct dirent *entry) { return entry->d_name[0] != '.'; }

// The fonts from the one with the number *number on, in a process of their own.
static void try_fonts(const char *directory, struct dirent **fonts, int count, volatile int *number) {
    for (; *number < count; ++*number) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", directory, fonts[*number]->d_name);
        alarm(SECONDS);
        try_freetype(path);
        try_harfbuzz(path);
        try_fontconfig(path);
    }
    _exit(0);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: desktop DIRECTORY FOUND\n");
        return 64;
    }
    struct dirent **fonts;
    int count = scandir(argv[1], &fonts, is_entry, alphasort);
    volatile int *number = mmap(NULL, sizeof *number, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (count < 0 || number == MAP_FAILED) {
        perror(argv[1]);
        return 66;
    }
    for (int library = 0; library < 3 && count > 0; library++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argv[1], fonts[0]->d_name);
        int status;
        pid_t child = fork();
        if (child == 0) read_past_the_end(library, path);
        if (child < 0 || waitpid(child, &status, 0) != child || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) {
            fprintf(stderr, "%s reads past the end, and nobody notices\n",
                library == 0 ? "FreeType" : library == 1 ? "HarfBuzz" : "fontconfig");
            return 70;
        }
    }
    int findings = 0;
    while (*number < count) {
        int status;
        pid_t child = fork();
        if (child == 0) try_fonts(argv[1], fonts, count, number);
        if (child < 0 || waitpid(child, &status, 0) != child) {
            perror("desktop");
            return 71;
        }
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) break;
        char from[4096], to[4096];
        snprintf(from, sizeof from, "%s/%s", argv[1], fonts[*number]->d_name);
        snprintf(to, sizeof to, "%s/%s", argv[2], fonts[*number]->d_name);
        if (rename(from, to) != 0) perror(to);
        printf("%s: %s %d\n", to, WIFSIGNALED(status) ? "signal" : "exit code",
            WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        findings++;
        ++*number;
    }
    printf("%d fonts read, %d found\n", count, findings);
    return findings != 0;
}
