import { isRole } from '../address/role.ts';
import { withoutEnd } from '../lib/address-parts.ts';
import { MailvetError } from '../lib/errors.ts';
import { globToPattern } from './path-glob.ts';

/** How the file is called that says what may stay. */
export const ALLOW_NAME = '.mailvet-allow';

/** Addresses and paths that may stay in a repository. */
export class AllowList {
  readonly #addresses: ReadonlySet<string>;
  readonly #addressPatterns: readonly RegExp[];
  /** Domains whose role addresses may stay. */
  readonly #roleDomains: readonly RegExp[];
  readonly #paths: readonly RegExp[];

  constructor(entries: readonly string[]) {
    const addresses = entries.filter(isAddressEntry).map((entry) => entry.toLowerCase());
    const roles = addresses.filter((entry) => entry.startsWith(ROLE));
    const others = addresses.filter((entry) => !entry.startsWith(ROLE));
    const isExact = (entry: string) => !entry.includes('*') && !entry.startsWith('@');
    this.#addresses = new Set(others.filter(isExact));
    this.#addressPatterns = others.filter((entry) => !isExact(entry)).map(addressPattern);
    this.#roleDomains = roles.map((entry) => wildcard(entry.slice(ROLE.length)));
    this.#paths = entries.filter((entry) => !isAddressEntry(entry)).map(globToPattern);
  }

  hasAddress(address: string): boolean {
    const text = address.toLowerCase();
    if (this.#addresses.has(text)) return true;
    if (this.#addressPatterns.some((pattern) => pattern.test(text))) return true;
    if (this.#roleDomains.length === 0) return false;
    const at = text.lastIndexOf('@');
    const domain = text.slice(at + 1);
    return this.#roleDomains.some((pattern) => pattern.test(domain)) && isRole(text.slice(0, at));
  }

  /** `path` is relative to the folder of the file, with `/`. */
  hasPath(path: string): boolean {
    return this.#paths.some((pattern) => pattern.test(path));
  }
}

/** `<role>@example.com`: its role addresses. */
const ROLE = '<role>@';

/** A path with `@` has a slash: `/logo@2x.png`. */
function isAddressEntry(entry: string): boolean {
  return entry.includes('@') && !entry.includes('/');
}

/** `@example.com`, `*@*.example.com`. */
function addressPattern(entry: string): RegExp {
  return wildcard(entry.startsWith('@') ? `*${entry}` : entry);
}

function wildcard(text: string): RegExp {
  const escaped = text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&').replaceAll('*', '[^@]*');
  return new RegExp(`^${escaped}$`);
}

/**
 * Reads `.mailvet-allow`: an entry a line, with its reason behind `#`. Throws `input` for an entry without a reason:
 * nobody could say later whether it may still stay. `name` is the file for people.
 */
export function readAllowList(name: string, text: string): AllowList {
  const entries = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .flatMap((line, index) => readLine(line, `${name}:${index + 1}`));
  return new AllowList(entries);
}

function readLine(line: string, place: string): string[] {
  const text = line.trim();
  if (text === '' || text.startsWith('#')) return [];
  const at = text.search(/\s#/);
  const entry = at === -1 ? withoutEnd(text, '#') : text.slice(0, at).trim();
  if (at === -1 || text.slice(at + 2).trim() === '') {
    throw new MailvetError('input', `${place}: ${entry} has no reason`, {
      hint: `Write why it may stay: ${entry} # reason`,
    });
  }
  if (/\s/.test(entry)) {
    throw new MailvetError('input', `${place}: '${entry}' is no address, domain or path`, {
      hint: 'Give one entry a line: ann@example.com, @example.com, <role>@example.com or a path',
    });
  }
  return [entry];
}
