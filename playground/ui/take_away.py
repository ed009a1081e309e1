"""What the page does when a button with the class `save` is pressed: its view as a file.

All of it happens in the browser: a figure becomes a picture, a table or a text a file, and no
server is asked. `data-save` names the kind. Nothing but the button is needed, so that it works
wherever `fragments` or `view` put one.
"""

SAVE_ON_CLICK = r"""
() => {
  const give = (name, address) => {
    const link = document.createElement('a');
    link.download = `gpt-playground-${name}`;
    link.href = address;
    link.click();
  };
  const write = (name, type, text) => {
    const address = URL.createObjectURL(new Blob([text], {type}));
    give(name, address);
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  };
  // After the Gradio component that the button stands in; the second of a kind there is number 2.
  const nameOf = (button) => {
    const owner = button.closest('.block[id]');
    const alike = owner.querySelectorAll(`.save[data-save=${button.dataset.save}]`);
    const place = Array.from(alike).indexOf(button) + 1;
    return place > 1 ? `${owner.id}-${place}` : owner.id;
  };
  // A text that a spreadsheet would take for a formula gets an apostrophe: a model wrote it.
  const harmless = (text) => /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  const quoted = (text) => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const field = (cell) => quoted(cell.dataset.value ?? harmless(cell.textContent));
  const line = (row) => Array.from(row.cells, field).join(',') + '\r\n';
  // As the page shows it, but dark on white: there the page colours the text, and the words of a
  // view tell what the bars mean.
  const plain = (div, keyed) => {
    const layout = structuredClone(div.layout);
    const ground = {paper_bgcolor: '#ffffff', plot_bgcolor: '#ffffff'};
    const key = keyed ? {showlegend: true, margin: {...layout.margin, t: 40}} : {};
    const font = {...layout.font, color: '#1f2937'};
    const inked = (trace) => trace.texttemplate
      ? {...trace, textfont: {...trace.textfont, color: font.color}} : trace;
    const data = structuredClone(div.data).map(inked);
    return {data, layout: {...layout, ...ground, ...key, font}};
  };
  const kinds = {
    csv: (button) => {
      const rows = button.closest('.tabled').querySelectorAll('tr');
      const text = '\ufeff' + Array.from(rows, line).join('');
      write(`${nameOf(button)}.csv`, 'text/csv;charset=utf-8', text);
    },
    json: (button) => write(`${button.dataset.name}.json`, 'application/json', button.dataset.json),
    png: async (button) => {
      const view = button.closest('.view');
      const div = view.querySelector('.figure');
      const {width, height} = div._fullLayout;
      const figure = plain(div, view.querySelector('.key'));
      const address = await Plotly.toImage(figure, {format: 'png', width, height, scale: 2});
      give(`${nameOf(button)}.png`, address);
    },
  };
  document.addEventListener('click', (event) => {
    const button = event.target.closest('.save');
    if (button) kinds[button.dataset.save](button);
  });
}
"""
