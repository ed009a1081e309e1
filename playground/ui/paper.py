"""What the page does when it is printed: dark on white, with every fold of the open tab unfolded.

`assets/paper.css` does the rest: no pane has a scrollbar of its own on paper.
"""

from pathlib import Path

_STYLE = Path(__file__).resolve().parents[2] / "assets" / "paper.css"
PAPER_STYLE = f'<style media="print">{_STYLE.read_text(encoding="utf-8")}</style>'
"""For the head of the page."""

PRINT_WHOLE = """
() => {
  let dark = false, folds = [];
  addEventListener('beforeprint', () => {
    dark = document.body.classList.contains('dark');
    document.body.classList.remove('dark');
    folds = Array.from(document.querySelectorAll('#views details:not([open], [hidden])'))
      .filter((fold) => fold.offsetParent);
    for (const fold of folds) {
      fold.open = true;
      fold.dispatchEvent(new Event('toggle'));  // its own comes when the page is printed already
    }
  });
  addEventListener('afterprint', () => {
    document.body.classList.toggle('dark', dark);
    for (const fold of folds) fold.open = false;
  });
}
"""
