#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds what GTK 4.10 to 4.16 deprecate to one file, src/app/base/gtk-compat, as TAP.

The headers of GTK 4.8 do not say it: the names are those of the folder gtk/deprecated, and of functions marked so, in
the headers of GTK 4.18. (4.18 deprecates GtkShortcutsWindow too, which has nothing in its place before.)

usage: deprecated.py SOURCE_ROOT
"""
import os
import re
import sys
import tempfile

OWNER = "src/app/base/gtk-compat."
# Every name that begins so: GtkDialogFlags and gtk_dialog_new () as GtkDialog.
TYPES = """AppChooser Assistant Buttons Cell ColorButton ColorChooser ComboBox Dialog EntryCompletion FileChooser
    FontButton FontChooser IconView InfoBar ListStore LockButton MessageDialog Response Statusbar StyleContext TreeDrag TreeIter
    TreeModel TreePath TreeRow TreeSelection TreeSort TreeStore TreeView VolumeButton""".split()
# Declared with what is not deprecated.
KEPT = r"gtk_style_context_(?:add|remove)_provider_for_display|(?:Gtk|GTK_)Dialog_?Error\w*"
FUNCTIONS = """gdk_display_(?:get_startup_notification_id|notify_startup_complete|put_event)
    gdk_draw_context_(?:begin_frame|end_frame|get_frame_region|is_in_frame) gdk_gl_texture_new
    gdk_pixbuf_get_from_(?:surface|texture)
    gdk_surface_(?:create_similar_surface|create_vulkan_context|set_opaque_region) gsk_gl_shader_\\w+
    gtk_css_provider_load_from_data gtk_entry_[gs]et_completion gtk_gesture_set_sequence_state
    gtk_gl_area_[gs]et_use_es gtk_image_(?:new|set)_from_pixbuf gtk_picture_(?:new_for|set)_pixbuf gtk_render_\\w+
    gtk_show_uri\\w* gtk_snapshot_(?:gl_shader_pop_texture|push_gl_shader|render_\\w+) gtk_toggle_button_toggled
    gtk_widget_get_(?:allocated_\\w+|allocation|font_options|style_context)
    gtk_widget_(?:hide|set_font_options|show|translate_coordinates) gtk_window_present_with_time""".split()


def spellings(name):
    """TreeView as in GtkTreeView, gtk_tree_view_new and GTK_IS_TREE_VIEW."""
    snake = re.sub(r"(?<=.)([A-Z])", r"_\1", name).lower()
    return rf"Gtk{name}(?![a-z])\w*|gtk_{snake}_\w+|GTK_(?:IS_|TYPE_)?{snake.upper()}(?![A-Z])\w*"


NAMES = re.compile(rf"\b(?:{'|'.join([spellings(name) for name in TYPES] + FUNCTIONS)})\b")


def deprecated_in(line):
    return [name for name in NAMES.findall(line) if not re.fullmatch(KEPT, name)]


def check(root):
    """Where any of them stands in another file."""
    wrong = []
    for top in ("src", "tests", "ui"):
        for folder, _, names in sorted(os.walk(os.path.join(root, top))):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(folder, name), root)
                if not name.endswith((".c", ".h", ".ui", ".in")) or path.startswith(OWNER):
                    continue
                with open(os.path.join(root, path), encoding="utf-8") as file:
                    wrong += [f"{path}:{number}: {found} is deprecated; {OWNER}h has it by another name"
                              for number, line in enumerate(file, 1) for found in deprecated_in(line)]
    return wrong


def check_guard():
    """The guard itself, on a small tree: each of these is found, and nothing else."""
    files = {
        "src/app/base/gtk-compat.c": "gtk_show_uri (parent, uri, now);\n",
        "src/app/window/window.c": "GtkInfoBar *bar;\nif (GTK_IS_MESSAGE_DIALOG (window))\n  gtk_widget_show (bar);\n",
        "src/app/window/open.c": "gtk_widget_get_allocated_width (w) + GTK_FILE_CHOOSER_ACTION_OPEN;\n",
        "src/app/window/fine.c": "gtk_native_dialog_show (d);\ngtk_style_context_add_provider_for_display (d, p, 1);\n"
                                 "GtkTreeListModel *tree; GtkColorDialogButton *button;\ngtk_widget_show_all ();\n",
        "tests/app/test-a.c": "gtk_dialog_response (dialog, GTK_RESPONSE_OK);\ngtk_tree_view_new ();\n",
        "ui/window.ui": '<object class="GtkComboBoxText">\n<object class="GtkLabel">\n',
    }
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        found = check(root)
    places = [":".join(sentence.split(":")[:2]) for sentence in found]
    expected = ["src/app/window/open.c:1"] * 2 + [f"src/app/window/window.c:{line}" for line in (1, 2, 3)] \
        + ["tests/app/test-a.c:1"] * 2 + ["tests/app/test-a.c:2", "ui/window.ui:1"]
    return [] if places == expected else [f"expected {expected}, found {found}"]


def main():
    results = [("the guard finds what it is there for", check_guard()),
               ("what newer GTK deprecates stands in one file", check(sys.argv[1]))]
    print(f"1..{len(results)}")
    for number, (title, sentences) in enumerate(results, 1):
        print(f"{'not ok' if sentences else 'ok'} {number} {title}")
        for sentence in sentences:
            print(f"# {sentence}")


main()
