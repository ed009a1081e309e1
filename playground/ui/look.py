"""Colours and fonts. System fonts only: nothing is fetched, and Chinese looks as elsewhere."""

import gradio as gr

_SANS = (
    "system-ui",
    "-apple-system",
    "Segoe UI",
    "Roboto",
    "PingFang SC",
    "Microsoft YaHei",
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "sans-serif",
)
_MONO = ("ui-monospace", "SFMono-Regular", "Consolas", "Noto Sans Mono CJK SC", "monospace")

THEME = gr.themes.Default(
    primary_hue="blue",
    neutral_hue="slate",
    font=list(_SANS),
    font_mono=list(_MONO),
    radius_size="md",
).set(
    button_primary_background_fill="*primary_700",
    button_primary_background_fill_hover="*primary_800",
    button_primary_background_fill_dark="*primary_700",
    button_primary_background_fill_hover_dark="*primary_600",
    block_info_text_color="*neutral_600",
    block_info_text_color_dark="*neutral_300",
)
