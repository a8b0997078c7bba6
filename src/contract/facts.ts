/**
 * The facts of a result, defined once: schema, decoder, job files, columns, store and
 * dashboard follow from this table. A new flag is a line at its end, and one in verifier/engine/finding.ts,
 * which finds it.
 */
import { MAX_SCORE } from './limits.ts';

interface FactFlag {
  readonly name: string;
  /** In the description of the interface. */
  readonly description: string;
  /** On a page. */
  readonly label: string;
  /** Of a mailbox that accepts mail. */
  readonly example: boolean;
}

/** The yes-or-no facts, in the order of the wire. */
export const FLAGS = [
  {
    name: 'valid',
    description: 'Passes syntax and basic checks',
    label: 'Valid',
    example: true,
  },
  {
    name: 'deliverable',
    description: 'The mailbox appears deliverable',
    label: 'Deliverable',
    example: true,
  },
  {
    name: 'acceptAll',
    description: 'The domain accepts all addresses',
    label: 'Accepts any name',
    example: false,
  },
  {
    name: 'role',
    description: 'Role-based address (such as info@ or support@ style)',
    label: 'Role',
    example: false,
  },
  {
    name: 'temporary',
    description: 'Disposable or temporary address',
    label: 'Disposable',
    example: false,
  },
  {
    name: 'mx',
    description: 'The domain has valid MX records',
    label: 'Has a mail host',
    example: true,
  },
  {
    name: 'smtp',
    description: 'The SMTP check succeeded',
    label: 'Mail host answered',
    example: true,
  },
] as const satisfies readonly FactFlag[];

/** The name of a yes-or-no fact. */
export type FlagName = (typeof FLAGS)[number]['name'];
type FactName = FlagName | 'score';

/** All that was found, beside the address itself. */
export type Facts = { [name in FlagName]: boolean } & {
  /** 0 to `MAX_SCORE`. */
  score: number;
};

/** What is known of it: what is not known is undefined. */
export type KnownFacts = { readonly [name in FactName]?: Facts[name] | undefined };

/** The names of the yes-or-no facts, in the order of the wire. */
export const FLAG_NAMES: readonly FlagName[] = FLAGS.map(({ name }) => name);

/** In the order of the wire. */
export const FACT_NAMES: readonly FactName[] = [...FLAG_NAMES, 'score'];

/** Of what is no address. */
export const NOTHING_VALID: Facts = { ...mapFlags(() => false), score: 0 };

/** The facts of a mailbox that accepts mail, for the documentation. */
export const EXAMPLE_FACTS: Facts = { ...mapFlags(({ example }) => example), score: MAX_SCORE };

/** To be copied and filled in: an object that grows field by field costs several times as much. */
export const NOTHING_KNOWN: KnownFacts = { ...mapFlags(() => undefined), score: undefined };

/** A value for each flag, by its name. */
export function mapFlags<T>(value: (flag: FactFlag) => T): { [name in FlagName]: T } {
  return Object.fromEntries(FLAGS.map((flag) => [flag.name, value(flag)])) as {
    [name in FlagName]: T;
  };
}

/** The facts alone, of something that has them and more. For each address: copied and filled in. */
export function toFacts(found: Facts): Facts {
  const facts = { ...NOTHING_VALID, score: found.score };
  for (const name of FLAG_NAMES) facts[name] = found[name];
  return facts;
}

/** Whether a value is a score: a number from 0 to `MAX_SCORE`. */
export function isScore(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_SCORE;
}
