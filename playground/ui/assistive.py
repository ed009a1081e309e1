"""For those who go through the page by keyboard or have it read aloud: names, keys, and a voice for
the text that is being written. Roles and keys as in the ARIA Authoring Practices (W3C)."""

ASSIST = """
() => {
  // Gradio names a slider and its number in English: "range slider for ...".
  const GIVEN = /^(?:range slider|number input) for (.*)$/s;
  const name = (box) => {
    const given = box.getAttribute('aria-label')?.match(GIVEN);
    if (given) box.setAttribute('aria-label', given[1]);
  };
  new MutationObserver((changes) => {
    for (const {type, target, addedNodes} of changes) {
      if (type === 'attributes') name(target);
      for (const node of addedNodes) node.querySelectorAll?.('input[aria-label]').forEach(name);
    }
  }).observe(document, {subtree: true, childList: true, attributeFilter: ['aria-label']});
  document.querySelectorAll('input[aria-label]').forEach(name);

  // Arrow keys go from tab to tab, round the ends; Home and End go to the first and the last.
  document.addEventListener('keydown', (event) => {
    const tab = event.target.closest?.('[role=tab]');
    if (!tab || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const tabs = [...tab.closest('[role=tablist]').querySelectorAll('[role=tab]:enabled')];
    const here = tabs.indexOf(tab);
    const place = {ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: -1}[event.key];
    if (place === undefined) return;
    event.preventDefault();
    const next = tabs.at(place % tabs.length);
    next.focus();
    next.click();
  });

  // The text is drawn anew many times a second. What has come since is said in pieces that end with
  // a word, and last of all why it ended.
  const voice = document.createElement('div');
  voice.id = 'voice';
  voice.className = 'unseen';
  voice.setAttribute('role', 'log');
  document.body.append(voice);
  const say = (text, language) => {
    const piece = document.createElement('p');
    piece.textContent = text;
    if (language !== undefined) {
      piece.lang = language;
      piece.translate = false;
    }
    voice.append(piece);
  };
  let said = '', reasonSaid = '';
  setInterval(() => {
    const added = document.querySelector('#text .added');
    const reason = document.querySelector('#reason .reason:not(.running)')?.textContent ?? '';
    const text = added?.textContent ?? '';
    if (!text.startsWith(said) || (reasonSaid && !reason)) {
      voice.replaceChildren();
      said = reasonSaid = '';
    }
    const end = reason ? text.length : text.search(/\\s\\S*$/);
    if (end > said.length) {
      say(text.slice(said.length, end), added.closest('[lang]').lang);
      said = text.slice(0, end);
    }
    if (reason && reason !== reasonSaid) {
      say(reason);
      reasonSaid = reason;
    }
  }, 2000);
}
"""
"""To be run before anything can be pressed."""
