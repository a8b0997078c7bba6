/** Elements that begin or end a line. */
const LINE_BREAKS = /^(?:br|\/(?:p|div|tr|h\d|li))$/i;

/** Elements whose content is not text. */
const SILENT = /^(?:style|script)$/i;

const TAG_NAME = /^\/?[a-z][a-z\d]{0,20}/i;

/** The text of HTML as a person reads it, in one pass over it. */
export function htmlToText(html: string): string {
  const kept: string[] = [];
  const closings = new Closings(html);
  let from = 0;
  for (let end = html.indexOf('>'); end !== -1; end = html.indexOf('>', from)) {
    const start = from + html.slice(from, end).lastIndexOf('<');
    if (html[start] !== '<') {
      kept.push(html.slice(from, end + 1));
      from = end + 1;
      continue;
    }
    const name = TAG_NAME.exec(html.slice(start + 1, Math.min(end, start + 30)))?.[0] ?? '';
    kept.push(html.slice(from, start), LINE_BREAKS.test(name) ? '\n' : ' ');
    from = SILENT.test(name) ? closings.behind(name.toLowerCase(), end + 1) : end + 1;
  }
  kept.push(html.slice(from));
  return kept.join('').replace(/&(nbsp|lt|gt|amp|quot|#39);/g, (_, name) => ENTITIES[name] ?? ' ');
}

/** Where the contents of elements end. What is not found once is not looked for again. */
class Closings {
  readonly #html: string;
  readonly #absent = new Set<string>();

  constructor(html: string) {
    this.#html = html;
  }

  /** The position after the closing tag of an element that was opened before `from`; `from` without one. */
  behind(name: string, from: number): number {
    if (this.#absent.has(name)) return from;
    const closing = new RegExp(`</${name}>`, 'gi');
    closing.lastIndex = from;
    if (closing.test(this.#html)) return closing.lastIndex;
    this.#absent.add(name);
    return from;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  nbsp: ' ',
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#39': "'",
};
