/** The first element that a selector finds. Throws without one: page and script do not fit together. */
export function find<Kind extends Element = HTMLElement>(
  within: ParentNode,
  selector: string,
): Kind {
  const found = within.querySelector<Kind>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}

export function findAll<Kind extends Element = HTMLElement>(
  within: ParentNode,
  selector: string,
): Kind[] {
  return [...within.querySelectorAll<Kind>(selector)];
}

/** Changes a text that is there and differs: screen readers say what changes. */
export function put(within: ParentNode, selector: string, text: string): void {
  const found = within.querySelector(selector);
  if (found && found.textContent !== text) found.textContent = text;
}

/** Draws the parts of a bar, percent of its width, one after the other. */
export function drawShares(within: ParentNode, shares: readonly number[]): void {
  let from = 0;
  for (const [at, part] of findAll<SVGRectElement>(within, '.strip > rect').entries()) {
    const width = shares[at] ?? 0;
    part.setAttribute('x', `${from}%`);
    part.setAttribute('width', `${width}%`);
    from += width;
  }
}

/** Tells screen readers of each quarter that is reached, in the words of the page for the first. */
export function sayQuarters(within: ParentNode, done: number, total: number): void {
  const quarters = Math.floor((4 * done) / total);
  if (!(quarters > 0)) return;
  const { words = '' } = find(within, '[data-said]').dataset;
  put(within, '[data-said]', words.replace('25', String(quarters * 25)));
}

export function showBadge(within: ParentNode, kind: string, name: string): void {
  put(within, '[data-status]', name);
  find(within, '[data-status]').className = `badge ${kind}`;
}

/** Errors are for the next try. */
export function quietly(work: () => Promise<void>): () => void {
  return () => void work().catch(() => {});
}
