import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../fixtures/lists/', import.meta.url);

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Every list of fixtures/lists. */
export function corpus(): NamedBytes[] {
  const names = readdirSync(FOLDER).sort();
  return names.map((name) => ({ name, bytes: readFileSync(new URL(name, FOLDER)) }));
}

type Random = () => number;
type Mutation = (bytes: Buffer, random: Random, corpus: readonly NamedBytes[]) => Buffer;

/** A list of the corpus, spoilt in one to six ways. The same numbers give the same list. */
export function mutant(lists: readonly NamedBytes[], random: Random): NamedBytes {
  const { name, bytes } = pick(lists, random);
  let spoilt = bytes;
  for (let left = 1 + Math.floor(random() * 6); left > 0; left--) {
    spoilt = pick(MUTATIONS, random)(spoilt, random, lists).subarray(0, LARGEST);
  }
  return { name, bytes: spoilt };
}

const LARGEST = 400_000;

/** What lists are made of, and what spoils them. */
const SCRAPS = [
  ...['"', '""', '","', '"\n', '\n"', ',', ';', '\t', '|', '\n', '\r', '\r\n', '\n\n', '\0'],
  ...['ann@example.com', 'Bob <bob@example.com>', 'a@b.c, d@e.f', '@', 'email', 'sep=;\n'],
  ...['[', ']', '{', '}', '[{"email":"a@b.c"}]', '{"a":{"b":[1]}}\n', 'null', '\\', '\\u0000'],
  ...['\ufeff', '\u200b', '＠', '\u2028', '=1+1', 'ä', '€', '\ud83d\ude00', 'x'.repeat(5000)],
].map((text) => Buffer.from(text));

const MUTATIONS: readonly Mutation[] = [
  (bytes, random) => spliced(bytes, at(bytes, random), 0, pick(SCRAPS, random)),
  (bytes, random) => spliced(bytes, at(bytes, random), length(random), Buffer.alloc(0)),
  (bytes, random) => bytes.subarray(0, at(bytes, random)),
  (bytes, random) => spliced(bytes, at(bytes, random), 1, Buffer.from([random() * 256])),
  (bytes, random) => {
    const from = at(bytes, random);
    return spliced(bytes, at(bytes, random), 0, bytes.subarray(from, from + length(random)));
  },
  (bytes, random, lists) => spliced(bytes, at(bytes, random), 0, pick(lists, random).bytes),
  (bytes) => Buffer.concat(Array.from({ length: 20 }, () => bytes)),
  (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
  (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('"', ''), 'latin1'),
  (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  (bytes) => Buffer.from(bytes.toString('utf8'), 'latin1'),
  (bytes) => Buffer.concat([Buffer.from('\ufeff'), bytes]),
];

function spliced(bytes: Buffer, from: number, removed: number, inserted: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, from), inserted, bytes.subarray(from + removed)]);
}

function at(bytes: Buffer, random: Random): number {
  return Math.floor(random() * (bytes.length + 1));
}

function length(random: Random): number {
  return 1 + Math.floor(random() ** 3 * 200);
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)] as T;
}
