"""Facts for the eye, as plain frozen data. Knows no wording of the page, no plotly, no gradio."""
