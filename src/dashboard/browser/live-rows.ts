import { find, findAll, put } from './dom.ts';
import type { RowsProgress } from './live-data.ts';

/** Tables whose rows come with the events. */
export function showRows(section: HTMLElement, { summary, rows }: RowsProgress): void {
  put(section, '[data-summary]', summary);
  for (const [name, texts] of Object.entries(rows)) {
    const place = find(section, `[data-rows=${name}]`);
    const columns = findAll(place, 'th').map((head) => head.textContent);
    place.hidden = texts.length === 0;
    find(section, `[data-empty=${name}]`).hidden = texts.length > 0;
    find(place, 'tbody').replaceChildren(...texts.map((cells) => row(cells, columns)));
  }
}

function row(cells: readonly string[], columns: readonly string[]): HTMLElement {
  const line = part('tr', 'row');
  for (const [at, text] of cells.entries()) {
    const cell = part('td', 'cell');
    const content = document.createElement('div');
    cell.dataset.label = columns[at] ?? '';
    content.textContent = text;
    cell.append(content);
    line.append(cell);
  }
  return line;
}

/** With its role: on a narrow window the style makes it no table any more. */
function part(name: 'tr' | 'td', role: string): HTMLElement {
  const made = document.createElement(name);
  made.setAttribute('role', role);
  return made;
}
