import type * as z from 'zod';
import { type Message, message } from '../i18n/message.ts';
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
  readonly say: () => Message;
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
  return [{ path, say: () => needs(labelOf(path), issue, value) }];
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
  const say = (key: string) =>
    message('errorTexts.policy_unknown_key', { key: quoted(key), hint: suggest(key, known) });
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
  return [{ path, say: () => message('errorTexts.policy_texts', { label: labelOf(path) }) }];
}

function wordFault(path: Path, value: unknown, words: readonly string[]): SchemaFault {
  return { path, say: () => wordProblem(labelOf(path), value, words) };
}

function wordProblem(label: string | Message, value: unknown, words: readonly string[]): Message {
  if (typeof value !== 'string') {
    return message('errorTexts.policy_one_of', { label, words: words.join(', ') });
  }
  const word = quoted(value);
  if (FIXED_REASONS.has(value as never)) return message('errorTexts.policy_fixed', { word });
  return message('errorTexts.policy_unknown_word', { label, word, hint: suggest(value, words) });
}

function suggest(word: string, known: readonly string[]): Message {
  return didYouMean(word, known) ?? message('errorTexts.known_words', { words: known.join(', ') });
}

/** Undefined where no known word is near. */
export function didYouMean(word: string, known: readonly string[]): Message | undefined {
  const near = closestWord(word, known);
  return near === undefined ? undefined : message('errorTexts.did_you_mean', { word: `'${near}'` });
}

/** In characters: a text of a policy is quoted so far. */
const MAX_QUOTE_LENGTH = 100;

/** A text of the policy as a message quotes it. */
export function quoted(text: string): string {
  return text.length > MAX_QUOTE_LENGTH ? `'${text.slice(0, MAX_QUOTE_LENGTH)}…'` : `'${text}'`;
}

/** The last name of a path. */
function labelOf(path: Path): string | Message {
  const name = path.findLast((part) => typeof part === 'string');
  return name === undefined ? message('errorTexts.policy_itself') : String(name);
}

function needs(label: string | Message, issue: Issue, value: unknown): Message {
  if (issue.code === 'too_small' && issue.origin === 'array') {
    return message('errorTexts.policy_some', { label });
  }
  if (issue.code === 'too_small') {
    return message('errorTexts.policy_least', { label, least: String(issue.minimum) });
  }
  if (issue.code === 'too_big') {
    return message('errorTexts.policy_most', { label, most: String(issue.maximum) });
  }
  if (issue.code === 'invalid_type' && value === undefined) {
    return message('errorTexts.policy_missing', { label });
  }
  const expected = issue.code === 'invalid_type' ? issue.expected : issue.code;
  return message('errorTexts.policy_needs', { label, kind: KINDS[expected] ?? expected });
}

const KINDS: Readonly<Record<string, Message>> = {
  boolean: message('errorTexts.policy_kind_boolean'),
  number: message('errorTexts.policy_kind_number'),
  int: message('errorTexts.policy_kind_int'),
  string: message('errorTexts.policy_kind_string'),
  array: message('errorTexts.policy_kind_array'),
  object: message('errorTexts.policy_kind_object'),
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
