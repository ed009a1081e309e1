"""The fixtures of tests/browser: the page in Chromium, one visitor for each page."""

from tests.browser.conftest import open_page, server, visit

__all__ = ["open_page", "server", "visit"]
