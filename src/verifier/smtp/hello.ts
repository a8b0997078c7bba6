import { isIP } from 'node:net';
import type { Reply } from './reply.ts';

/** The reply to EHLO or HELO. */
export class Hello {
  /** This machine's address, as far as the host names it. */
  readonly ownAddress: string | undefined;
  readonly #extensions: ReadonlySet<string>;

  constructor(reply: Reply) {
    this.ownAddress = ownAddressIn(reply.lines[0]);
    this.#extensions = extensionsOf(reply);
  }

  offers(extension: string): boolean {
    return this.#extensions.has(extension);
  }

  /** Whether it differs from the replies to other commands. */
  get isDistinct(): boolean {
    return this.#extensions.size > 0;
  }

  /** Whether the reply can be no other than one to EHLO. */
  isRepeatedBy(reply: Reply): boolean {
    const { size } = this.#extensions;
    // Most replies have one line: none that could be a keyword.
    if (!this.isDistinct || reply.code !== 250 || reply.lines.length <= size) return false;
    const extensions = extensionsOf(reply);
    return extensions.size === size && [...extensions].every((one) => this.offers(one));
  }
}

/** RFC 5321 §4.1.1.1: the keywords behind the first line. */
function extensionsOf(reply: Reply): ReadonlySet<string> {
  const words = reply.lines.slice(1).map((line) => line.split(/[\s=]/)[0] ?? '');
  return new Set(words.map((word) => word.toUpperCase()));
}

/** Many hosts name the client in the first line of their answer: `mx.example at your service, [192.0.2.1]`. */
export function ownAddressIn(line = ''): string | undefined {
  const words = line.replace(/IPv6:/gi, '').match(/[0-9a-f:.]{7,}/gi) ?? [];
  return words.find((word) => isIP(word) !== 0);
}
