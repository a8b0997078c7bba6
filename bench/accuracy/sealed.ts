/**
 * Cases that are not in the repository: a secret seed chooses names, replies and habits of hosts. sealed.json
 * has the SHA-256 of the seed and of its cases, and the scores; docs/benchmark.md says what that proves.
 *
 *     node bench/accuracy/sealed.ts seal <seed file>     a new seed, and a new sealed.json
 *     node bench/accuracy/sealed.ts check <seed file>    whether a seed is the sealed one
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { type Case, factsOf, type HostScript, parseCases } from './world/truth.ts';

/** Of the generator: any change of it that changes its cases is a new one. */
export const GENERATOR = 1;
const CASES = 64;

const Score = z.strictObject({
  verifier: z.string(),
  version: z.string(),
  by: z.string(),
  date: z.iso.date(),
  right: z.int(),
  livingCalledDead: z.int(),
  deadCalledLiving: z.int(),
  /** SHA-256 of the answers, which are kept beside the seed. */
  answers: z.string(),
});
export type SealedScore = z.infer<typeof Score>;

const Seal = z.strictObject({
  generator: z.int(),
  date: z.iso.date(),
  /** SHA-256 of the seed, as text. */
  seed: z.string(),
  /** SHA-256 of the cases, as JSON without blanks. */
  cases: z.string(),
  addresses: z.int(),
  /** The seed, once it is opened. */
  opened: z.string().optional(),
  scores: z.array(Score),
});
export type Seal = z.infer<typeof Seal>;

const FILE = new URL('sealed.json', import.meta.url);

export function readSeal(): Seal {
  return Seal.parse(JSON.parse(readFileSync(FILE, 'utf8')));
}

/** The cases of the seed in a file. @throws Error where it is not the sealed one. */
export function openSealed(file: string, seal = readSeal()): readonly Case[] {
  const seed = readFileSync(file, 'utf8').trim();
  const found = sealOf(seed, seal.date);
  for (const part of ['generator', 'seed', 'cases'] as const)
    if (found[part] !== seal[part])
      throw new Error(`${part} of ${file} is ${found[part]}, sealed is ${seal[part]}`);
  return sealedCases(seed);
}

export function sealOf(seed: string, date: string): Seal {
  const cases = sealedCases(seed);
  return {
    generator: GENERATOR,
    date,
    seed: sha256(seed),
    cases: sha256(JSON.stringify(cases)),
    addresses: cases.flatMap(factsOf).length,
    scores: [],
  };
}

/** Puts the score of a verifier in place of its last one. */
export function writeSealedScore(score: SealedScore): void {
  const seal = readSeal();
  const others = seal.scores.filter(({ verifier }) => verifier !== score.verifier);
  write({ ...seal, scores: [...others, score] });
}

function write(seal: Seal): void {
  writeFileSync(FILE, `${JSON.stringify(Seal.parse(seal), null, 2)}\n`);
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Draws that follow from the seed only, the same on every machine. */
class Draws {
  readonly #seed: string;
  #drawn = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** From 0 to `below`, without it. */
  number(below: number): number {
    const text = `${this.#seed} ${this.#drawn++}`;
    return createHash('sha256').update(text).digest().readUInt32BE() % below;
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.number(items.length)] as Item;
  }

  isOneIn(count: number): boolean {
    return this.number(count) === 0;
  }

  /** Letters that no one would choose. */
  word(length: number): string {
    const letters = Array.from({ length }, () => this.one([...'abcdefghijklmnopqrstuvwxyz']));
    return letters.join('');
  }
}

const FIRST = ['anna', 'ben', 'carla', 'david', 'eva', 'felix', 'gina', 'hugo', 'ines', 'jan'];
const LAST = ['abel', 'brandt', 'costa', 'duval', 'evans', 'fischer', 'greco', 'hansen', 'ito'];

/** Different ones. */
function namesFrom(draws: Draws, count: number): readonly string[] {
  const names = new Set<string>();
  while (names.size < count) names.add(nameFrom(draws));
  return [...names];
}

function nameFrom(draws: Draws): string {
  const [first, last] = [draws.one(FIRST), draws.one(LAST)];
  const form = draws.one(['.', '_', '', '-', 'initial', 'number']);
  if (form === 'initial') return `${first[0]}${last}`;
  return form === 'number' ? `${first}${10 + draws.number(90)}` : `${first}${form}${last}`;
}

/** What a refusal is about, its codes, and its words: `what` and `is` are joined. */
interface Wording {
  readonly codes: readonly string[];
  readonly what: readonly string[];
  readonly is: readonly string[];
}

const MISSING: Wording = {
  codes: ['550 5.1.1', '550', '550 5.1.10', '553 5.1.1', '554 5.1.1', '550 5.7.1', '550 5.0.0'],
  what: ['User', 'Mailbox', 'Recipient', 'Account', 'Email address', 'This address'],
  is: ['unknown', 'does not exist', 'not found', 'is not known here', 'is not hosted here'],
};
const MISSING_ELSEWHERE: Wording = {
  codes: ['550 5.1.1', '550'],
  what: [''],
  is: [
    'Unbekannter Benutzer',
    'Utilisateur inconnu',
    'Usuario desconocido',
    'Destinatario inesistente',
    'Onbekende gebruiker',
    'Okänd mottagare',
    'Nieznany odbiorca',
    'Caixa postal inexistente',
  ],
};
const FULL: Wording = {
  codes: ['552 5.2.2', '452 4.2.2', '552', '550 5.2.2'],
  what: ['Mailbox', 'User', 'The account', 'Recipient'],
  is: ['over quota', 'is full', 'has exceeded its storage', 'has no space left'],
};
const DISABLED: Wording = {
  codes: ['550 5.2.1', '554 5.2.1', '550', '550 5.1.1'],
  what: ['Mailbox', 'Account', 'User'],
  is: ['disabled', 'is suspended', 'has been deactivated', 'is locked', 'inactive'],
};
const BLOCKED: Wording = {
  codes: ['550 5.7.1', '554 5.7.1', '550', '554', '553 5.7.1', '550 5.7.25'],
  what: ['Your IP', 'Your host', 'Client host', 'The sending server', 'Your network'],
  is: [
    'is on our block list',
    'has a poor reputation',
    'has no reverse DNS',
    'is not welcome here',
  ],
};
const LATER: Wording = {
  codes: ['451 4.3.0', '450 4.2.1', '421 4.7.0', '451 4.7.1', '450', '451'],
  what: ['System', 'Server', 'Service'],
  is: ['busy, try again later', 'temporarily unavailable', 'is low on resources', 'overloaded'],
};

function replyFrom(draws: Draws, { codes, what, is }: Wording): string {
  const words = `${draws.one(what)} ${draws.one(is)}`.trim();
  const dressed = draws.one([
    words,
    `${words}.`,
    `Sorry, ${words.toLowerCase()}`,
    `<${draws.word(8)}>: ${words}`,
    `${words} [${draws.word(6)}]`,
    `${words}, see https://help.example.net/${draws.word(4)}`,
  ]);
  const [status = '', ...enhanced] = draws.one(codes).split(' ');
  const line = (mark: string, text: string) => `${status}${mark}${[...enhanced, text].join(' ')}`;
  if (!draws.isOneIn(6)) return line(' ', dressed);
  return `${line('-', dressed)}\r\n${line(' ', draws.word(10))}`;
}

/** What a host does beside its answer. */
const HABITS: readonly ((draws: Draws) => Partial<HostScript>)[] = [
  () => ({ ehlo: null }),
  () => ({ demandsTls: true }),
  () => ({ nullSender: '550 5.7.1 Null sender refused' }),
  (draws) => ({
    greylists: `${draws.one(['451 4.7.1', '450 4.2.0', '451'])} Try again in a minute`,
  }),
  (draws) => ({ repliesAfter: 500 + 100 * draws.number(20) }),
  (draws) => ({ greetsAfter: 1000 + 1000 * draws.number(10) }),
  (draws) => ({ recipientsPerSession: 1 + draws.number(3) }),
  (draws) => ({ refusalsBefore421: 2 + draws.number(3) }),
  () => ({ busyConnections: 1 }),
  () => ({ alsoAtDeadAddress: true }),
  (draws) => ({ greeting: `220-${draws.word(8)}\r\n220 ready` }),
];

function habitsFrom(draws: Draws): Partial<HostScript> {
  const habits = Array.from({ length: draws.number(3) }, () => draws.one(HABITS)(draws));
  const joined: Partial<HostScript> = Object.assign({}, ...habits);
  // A host without EHLO has no STARTTLS.
  return joined.ehlo === null ? { ...joined, demandsTls: false } : joined;
}

/** Kinds of hosts, those that refuse missing mailboxes the most. */
const KINDS: readonly ((draws: Draws) => Pick<Case, 'about' | 'addresses'> & HostPart)[] = [
  (draws) => refusing(draws, MISSING),
  (draws) => refusing(draws, MISSING),
  (draws) => refusing(draws, MISSING),
  (draws) => refusing(draws, MISSING_ELSEWHERE),
  (draws) => special(draws, FULL, 'full'),
  (draws) => special(draws, DISABLED, 'disabled'),
  (draws) => toAll(draws, BLOCKED),
  (draws) => toAll(draws, LATER),
  (draws) => ({
    about: 'Every recipient is taken',
    addresses: { [nameFrom(draws)]: 'accept_all' },
    recipients: { '*': '250 2.1.5 Ok' },
  }),
];

interface HostPart {
  readonly recipients: Record<string, string>;
}

const OK = '250 2.1.5 Ok';

function refusing(draws: Draws, wording: Wording) {
  const [living = '', gone = '', other = ''] = namesFrom(draws, 3);
  return {
    about: 'Refuses mailboxes that do not exist',
    addresses: { [gone]: 'missing', [living]: 'exists', [other]: 'missing' } as const,
    recipients: { [living]: OK, '*': replyFrom(draws, wording) },
  };
}

function special(draws: Draws, wording: Wording, kind: 'full' | 'disabled') {
  const [living = '', one = ''] = namesFrom(draws, 2);
  return {
    about: `Has a mailbox that is ${kind}`,
    addresses: { [one]: kind, [living]: 'exists' } as const,
    recipients: { [living]: OK, [one]: replyFrom(draws, wording), '*': replyFrom(draws, MISSING) },
  };
}

function toAll(draws: Draws, wording: Wording) {
  const one = nameFrom(draws);
  return {
    about: 'Says the same of every recipient',
    addresses: { [one]: { mailbox: 'exists', right: ['unknown'] } } as Case['addresses'],
    recipients: { '*': replyFrom(draws, wording) },
  };
}

export function sealedCases(seed: string): readonly Case[] {
  const draws = new Draws(`${GENERATOR} ${seed}`);
  const cases = Array.from({ length: CASES }, (_, at) => {
    const { about, addresses, recipients } = draws.one(KINDS)(draws);
    const second = draws.isOneIn(8) ? { down: 'down' as const } : {};
    return {
      name: `${draws.word(7)}${at}`,
      about,
      mx: 'down' in second ? ['10 down', '20 mx'] : ['10 mx'],
      hosts: { ...second, mx: { ...habitsFrom(draws), recipients } },
      addresses,
    };
  });
  return parseCases({ about: 'sealed', cases });
}

if (import.meta.main) {
  const [what, file = ''] = process.argv.slice(2);
  if (what === 'seal') {
    const seed = randomBytes(32).toString('hex');
    writeFileSync(file, `${seed}\n`, { flag: 'wx', mode: 0o600 });
    write(sealOf(seed, new Date().toISOString().slice(0, 10)));
  } else {
    console.log(`${openSealed(file).length} sealed cases`);
  }
}
