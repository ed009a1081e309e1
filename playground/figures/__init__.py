"""Plain data -> plotly figure, one pure function a file. Knows no tensor, no page, no clock."""
