/** The rules and lists of a policy that a form offers: found in its text, and written into it. */
import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  type JSONPath,
  type ModificationOptions,
  modify,
  type Node,
  parseTree,
} from 'jsonc-parser';
import type { Verdict } from '../contract/verdict.ts';
import type { FileRule } from './schema.ts';

/**
 * The rules that most teams want, in the order in which they belong: a disposable or blocked address stays out where
 * its domain accepts everything, and free mail where roles are fine.
 */
export const COMMON_RULES = {
  no_disposable: rule({ disposable: true }, 'undeliverable'),
  no_free: rule({ reason: ['accepted', 'role'], free: true }, 'risky'),
  role: rule({ reason: 'role' }, 'deliverable'),
  accept_all: rule({ reason: 'accept_all', disposable: false }, 'deliverable'),
  full: rule({ detail: 'full' }, 'risky'),
} as const satisfies Readonly<Record<string, FileRule>>;
export type CommonRule = keyof typeof COMMON_RULES;
export const COMMON_RULE_NAMES = Object.keys(COMMON_RULES) as CommonRule[];

export const COMMON_LISTS = ['allow', 'disposable'] as const;
type CommonList = (typeof COMMON_LISTS)[number];

/** What a form shows of a policy, and what it wants. */
export interface CommonChoices {
  readonly rules: ReadonlySet<CommonRule>;
  /** Domains and addresses as they are written. */
  readonly lists: Readonly<Record<CommonList, readonly string[]>>;
}

/** What a text has of them, and how many rules and settings beside these. The text is one that can be read, or empty. */
export function findCommon(text: string): CommonChoices & { readonly others: number } {
  const root = parseTree(text);
  const found = rulesOf(root).map(commonName);
  const names = found.filter((name) => name !== undefined);
  const lists = Object.fromEntries(COMMON_LISTS.map((list) => [list, entriesOf(root, list)]));
  return {
    rules: new Set(names),
    lists: lists as CommonChoices['lists'],
    others: found.length - names.length + otherSettings(root),
  };
}

function otherSettings(root: Node | undefined): number {
  const { $schema, rules, lists = {}, ...settings } = root ? getNodeValue(root) : {};
  const isOther = (list: string) => !COMMON_LISTS.some((one) => one === list);
  return Object.keys(settings).length + Object.keys(lists).filter(isOther).length;
}

/** The text with these choices; comments and everything else of it stay as they are. */
export function withCommon(text: string, { rules, lists }: CommonChoices): string {
  const kept = text.trim() === '' ? '{}' : text;
  const withRules = COMMON_RULE_NAMES.reduce(
    (changed, name) => (rules.has(name) ? addRule(changed, name) : removeRule(changed, name)),
    kept,
  );
  const withLists = COMMON_LISTS.reduce(
    (changed, list) => withEntries(changed, list, lists[list]),
    withRules,
  );
  return withoutEmpty(withLists);
}

/** Whether a text says nothing: it has no key. */
export function isEmptyPolicy(text: string): boolean {
  const root = parseTree(text);
  return root?.type === 'object' && (root.children ?? []).length === 0;
}

function rule(conditions: FileRule['if'], verdict: Verdict): FileRule {
  return { if: conditions, verdict };
}

function addRule(text: string, name: CommonRule): string {
  const present = rulesOf(parseTree(text)).map(commonName);
  if (present.includes(name)) return text;
  const later = COMMON_RULE_NAMES.slice(COMMON_RULE_NAMES.indexOf(name));
  const before = present.findIndex((one) => one !== undefined && later.includes(one));
  const at = before === -1 ? present.length : before;
  return edited(text, ['rules', at], COMMON_RULES[name], { isArrayInsertion: true });
}

function removeRule(text: string, name: CommonRule): string {
  const at = rulesOf(parseTree(text)).map(commonName).lastIndexOf(name);
  return at === -1 ? text : removeRule(edited(text, ['rules', at], undefined), name);
}

/** In one pass over the entries, which are thousands at most: each edit by itself reads the whole text. */
function withEntries(text: string, list: CommonList, wanted: readonly string[]): string {
  const entries = childrenAt(parseTree(text), ['lists', list]);
  const isKept = new Set(wanted);
  const present = new Set(entries.map(({ value }) => value));
  const added = [...isKept].filter((entry) => !present.has(entry));
  const kept = entries.filter(({ value }) => isKept.has(value));
  if (kept.length === entries.length && added.length === 0) return text;
  const [first, last, lastKept] = [entries[0], entries.at(-1), kept.at(-1)];
  if (!first || !last || !lastKept) {
    return edited(text, ['lists', list], wanted.length === 0 ? undefined : [...isKept]);
  }
  // What stands behind an entry, such as its comma and comment, stays or goes with it.
  const pieces = entries.slice(0, entries.indexOf(lastKept)).map((entry, index) => {
    return isKept.has(entry.value) ? text.slice(entry.offset, entries[index + 1]?.offset) : '';
  });
  const more = added.map((entry) => `,\n      ${JSON.stringify(entry)}`);
  return [
    text.slice(0, first.offset),
    ...pieces,
    text.slice(lastKept.offset, endOf(lastKept)),
    ...more,
    text.slice(endOf(last)),
  ].join('');
}

/** A key whose last choice was taken away goes, too: without any key, there is no policy. */
function withoutEmpty(text: string): string {
  return ['rules', 'lists'].reduce((kept, key) => {
    const root = parseTree(kept);
    const isEmpty = root && findNodeAtLocation(root, [key])?.children?.length === 0;
    return isEmpty ? edited(kept, [key], undefined) : kept;
  }, text);
}

function edited(
  text: string,
  path: JSONPath,
  value: unknown,
  options: ModificationOptions = {},
): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  return applyEdits(text, modify(text, path, value, { formattingOptions, ...options }));
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function rulesOf(root: Node | undefined): readonly Node[] {
  return childrenAt(root, ['rules']);
}

function childrenAt(root: Node | undefined, path: JSONPath): readonly Node[] {
  const node = root && findNodeAtLocation(root, path);
  return node?.type === 'array' ? (node.children ?? []) : [];
}

function entriesOf(root: Node | undefined, list: CommonList): readonly string[] {
  return childrenAt(root, ['lists', list]).map(({ value }) => String(value));
}

function commonName(node: Node): CommonRule | undefined {
  const { if: conditions, verdict } = getNodeValue(node) as FileRule;
  return COMMON_RULE_NAMES.find((name) => {
    const common: FileRule = COMMON_RULES[name];
    const isSame = isDeepStrictEqual(plain(conditions), plain(common.if));
    return isSame && verdict === common.verdict;
  });
}

/** A word and a list of it alone, and lists in any order, are the same condition. */
function plain(conditions: FileRule['if']): unknown {
  const entries = Object.entries(conditions).map(([key, value]) => [
    key,
    typeof value === 'string' ? [value] : Array.isArray(value) ? value.toSorted() : value,
  ]);
  return Object.fromEntries(entries);
}
