import { TextDecoder } from 'node:util';
import { Parser } from 'saxen';

/** What an XML document is not: well-formed, and of a form that a spreadsheet writes. */
class BrokenXml extends Error {
  override readonly name = 'BrokenXml';
}

/** Names come without their namespace prefix: `x:row` is `row`. */
interface XmlHandlers {
  open?(name: string, attribute: (name: string) => string | undefined): void;
  close?(name: string): void;
  /** Text between two tags, entities decoded; CDATA comes in a piece of its own. */
  text?(text: string): void;
}

/** Reads a whole document (UTF-8 or UTF-16 bytes). */
export async function readXml(bytes: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of xmlSlices(bytes, handlers));
}

/** Reads a document slice by slice, and lets the caller take what its handlers gathered from each. */
export async function* xmlSlices(
  bytes: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
): AsyncGenerator<void> {
  const reader = new XmlReader(handlers);
  let decoder: TextDecoder | undefined;
  for await (const slice of bytes) {
    decoder ??= new TextDecoder(detectEncoding(slice));
    reader.write(decoder.decode(slice, { stream: true }));
    yield;
  }
  if (!decoder) return;
  reader.end();
  yield;
}

function detectEncoding(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/** Characters of a tag, a text or a comment. */
const MAX_TOKEN_LENGTH = 1_000_000;
/** Elements within each other: a workbook has some ten. */
const MAX_DEPTH = 100;

/** Feeds the parser only whole tags: cut within an attribute, it would end a tag at a `>` in it. */
class XmlReader {
  readonly #parser = new Parser();
  /** The text from the last `<` on, in the order of arrival. */
  #held: string[] = [];
  #heldSize = 0;
  /** Characters since the parser last found something whole. */
  #silent = 0;
  #depth = 0;

  constructor(handlers: XmlHandlers) {
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw new BrokenXml(error.message);
    });
    parser.on('openTag', (name, attributes, decode) => {
      this.#silent = 0;
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH) throw new BrokenXml('elements are nested too deeply');
      handlers.open?.(localName(name), (wanted) => findAttribute(attributes(), wanted, decode));
    });
    parser.on('closeTag', (name) => {
      this.#silent = 0;
      this.#depth -= 1;
      handlers.close?.(localName(name));
    });
    parser.on('text', (text, decode) => handlers.text?.(decode(withLineFeeds(text))));
    parser.on('cdata', (text) => handlers.text?.(withLineFeeds(text)));
  }

  write(text: string): void {
    const cut = text.lastIndexOf('<');
    if (cut !== -1) {
      this.#feed(this.#held.join('') + text.slice(0, cut));
      [this.#held, this.#heldSize] = [[], 0];
    }
    this.#hold(text.slice(Math.max(cut, 0)));
  }

  end(): void {
    this.#feed(this.#held.join(''));
    const error = this.#parser.end();
    if (error) throw new BrokenXml(error.message);
  }

  #hold(text: string): void {
    this.#held.push(text);
    this.#heldSize += text.length;
    if (this.#heldSize > MAX_TOKEN_LENGTH) throw tooLong();
  }

  #feed(text: string): void {
    this.#silent += text.length;
    this.#parser.write(text);
    if (this.#silent > MAX_TOKEN_LENGTH) throw tooLong();
  }
}

function tooLong(): BrokenXml {
  return new BrokenXml('a tag or a text is too long');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** `*:id` is the attribute `id` of whatever namespace. */
function findAttribute(
  attributes: Readonly<Record<string, string>> | false,
  wanted: string,
  decode: (text: string) => string,
): string | undefined {
  if (!attributes) throw new BrokenXml('attributes can not be read');
  const name = wanted.startsWith('*') ? nameEnding(attributes, wanted.slice(1)) : wanted;
  const value = name === undefined ? undefined : attributes[name];
  return value === undefined ? undefined : decode(value);
}

function nameEnding(attributes: Readonly<Record<string, string>>, end: string) {
  return Object.keys(attributes).find((name) => name.endsWith(end));
}

/** XML 1.0, 2.11: every line end is a line feed. */
function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
