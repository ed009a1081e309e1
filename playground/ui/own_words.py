"""What the browser keeps right on the page: its language, and what is not in that language.

Most texts of visitors and models get direction, language and `translate="no"` where the server
writes them (`fragments`). Gradio's own components take no such attributes, and Gradio declares the
browser's language as that of the page. So this script watches the page and puts both right.
"""

import json

from playground.locales import LANGUAGES

_WATCH = """
() => {
  const root = document.documentElement;
  const boxes = '#prompt textarea, #search input, #trace-candidate input';
  const pieces = '#trace-candidate [role=option], #trace-branch label, #language label';
  const languageOf = window.languageOf = (text) => {
    if (/\\p{Script=Han}/u.test(text)) return 'zh';
    if (/\\p{Script=Latin}/u.test(text)) return 'en';
    return /\\p{L}/u.test(text) ? '' : null;
  };
  const set = (element, name, value) => {
    if (element.getAttribute(name) === value) return;
    if (value === null) element.removeAttribute(name); else element.setAttribute(name, value);
  };
  const own = (element, text) => {
    set(element, 'dir', 'auto');
    set(element, 'translate', 'no');
    set(element, 'lang', languageOf(text));
  };
  const look = () => {
    const title = document.querySelector('#title [data-language]');
    set(root, 'lang', title ? title.dataset.language : FIRST);
    document.querySelectorAll(boxes).forEach((box) => own(box, box.value));
    document.querySelectorAll(pieces).forEach((piece) => own(piece, piece.textContent));
  };
  look();
  const watched = {childList: true, subtree: true, characterData: true,
    attributes: true, attributeFilter: ['lang']};
  new MutationObserver(look).observe(root, watched);
  root.addEventListener('input', look);
}
"""

HEAD = f"<script>({_WATCH.replace('FIRST', json.dumps(next(iter(LANGUAGES))))})();</script>"
