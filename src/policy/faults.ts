import type * as z from 'zod';
import { closestWord } from '../lib/did-you-mean.ts';
import { FIXED_REASONS } from './policy.ts';
import { RULE_DETAILS, RULE_REASONS } from './schema.ts';

/** Keys and indexes from the root of the file. */
export type Path = (string | number)[];

/** What is wrong with the value, or the key, at a path. */
export interface SchemaFault {
  readonly path: Path;
  readonly isKey?: boolean;
  /** Asked for those that are shown: a file may have thousands. */
  readonly say: () => string;
}

type Issue = z.core.$ZodIssue;

/** What a file has that the schema does not allow, in words. */
export function findFaults(issues: readonly Issue[], value: unknown): readonly SchemaFault[] {
  return issues.flatMap((issue) => toFaults(issue, value));
}

function toFaults(issue: Issue, root: unknown): readonly SchemaFault[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, path);
  const value = valueAt(root, path);
  if (issue.code === 'invalid_union') return unionFaults(issue, { path, value });
  if (issue.code === 'invalid_value') return [wordFault(path, value, issue.values.map(String))];
  return [{ path, say: () => `${labelOf(path)} ${needs(issue, value)}` }];
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
  '': ['$schema', 'lists', 'rules', 'failOn', 'maxUndeliverable', 'minScore', 'columns'],
  lists: ['allow', 'disposable', 'free'],
  rules: ['if', 'verdict'],
  score: ['min', 'max'],
  delivered: ['min', 'max'],
  bounceShare: ['min', 'max'],
  allow: ['file'],
  disposable: ['file'],
  free: ['file'],
  if: [
    'reason',
    'detail',
    'provider',
    'role',
    'free',
    'disposable',
    'score',
    'delivered',
    'bounceShare',
  ],
};

function unknownKeys(keys: readonly string[], path: Path): readonly SchemaFault[] {
  const place = [...path].reverse().find((part) => typeof part === 'string') ?? '';
  const known = KEYS[place] ?? [];
  const say = (key: string) => {
    const near = closestWord(key, known);
    const hint = near === undefined ? `Known: ${known.join(', ')}` : `Did you mean '${near}'?`;
    return `Unknown key '${shown(key)}'. ${hint}`;
  };
  return keys.map((key) => ({ path: [...path, key], isKey: true, say: () => say(key) }));
}

interface Placed {
  readonly path: Path;
  readonly value: unknown;
}

/** One word or a list of them; a name or a file. */
function unionFaults(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  { path, value }: Placed,
): readonly SchemaFault[] {
  const words = { reason: RULE_REASONS, detail: RULE_DETAILS }[String(path.at(-1))];
  if (typeof value === 'string' && words) return [wordFault(path, value, words)];
  if (Array.isArray(value) && words && value.length > 0) {
    return value.flatMap((one, index) =>
      words.some((word) => word === one) ? [] : [wordFault([...path, index], one, words)],
    );
  }
  const inner = issue.errors.flat().find(({ code }) => code === 'unrecognized_keys');
  if (inner?.code === 'unrecognized_keys') return unknownKeys(inner.keys, path);
  return [
    { path, say: () => `${labelOf(path)} needs a text, or a list of them that is not empty` },
  ];
}

function wordFault(path: Path, value: unknown, words: readonly string[]): SchemaFault {
  return { path, say: () => wordProblem(labelOf(path), value, words) };
}

function wordProblem(label: string, value: unknown, words: readonly string[]): string {
  if (typeof value !== 'string') return `${label} needs one of ${words.join(', ')}`;
  if (FIXED_REASONS.has(value as never)) {
    return `No rule can be about '${value}': such results stay as they are`;
  }
  const near = closestWord(value, words);
  const hint = near === undefined ? `Known: ${words.join(', ')}` : `Did you mean '${near}'?`;
  return `Unknown ${label} '${shown(value)}'. ${hint}`;
}

/** In characters: a text of a policy is quoted so far. */
const MAX_QUOTE_LENGTH = 100;

/** A text of the policy as a message quotes it. */
export function shown(text: string): string {
  return text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text;
}

/** The last name of a path. */
function labelOf(path: Path): string {
  return String([...path].reverse().find((part) => typeof part === 'string') ?? 'The policy');
}

function needs(issue: Issue, value: unknown): string {
  if (issue.code === 'too_small' && issue.origin === 'array') return 'needs one or more';
  if (issue.code === 'too_small') return `needs ${String(issue.minimum)} or more`;
  if (issue.code === 'too_big') return `needs ${String(issue.maximum)} or less`;
  if (issue.code === 'invalid_type' && value === undefined) return 'is missing';
  return issue.code === 'invalid_type'
    ? `needs ${TYPES[issue.expected] ?? issue.expected}`
    : issue.message;
}

const TYPES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  array: 'a list',
  object: 'an object',
};

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null
        ? (value as Record<string, unknown>)[part]
        : undefined,
    root,
  );
}
