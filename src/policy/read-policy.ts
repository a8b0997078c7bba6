import {
  createScanner,
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { asciiDomain } from '../address/domain.ts';
import { parseAddress } from '../address/parse.ts';
import { type ErrorTextId, type Message, message } from '../i18n/message.ts';
import { isObject, MAX_JSON_DEPTH } from '../lib/json.ts';
import { didYouMean, findFaults, type Path, quoted, type SchemaFault } from './faults.ts';
import {
  LIST_NAMES,
  type NameList,
  type Policy,
  type PolicyRule,
  type RuleConditions,
} from './policy.ts';
import { type FileRule, type PolicyFile, PolicyFileSchema } from './schema.ts';
import { findUnreachable } from './unreachable.ts';

/** What is wrong with a policy, and where: `line` and `column` from 1. */
export interface PolicyFault {
  readonly line: number;
  readonly column: number;
  readonly message: Message;
}

/** `line:column: message`, in English. */
export function faultText({ line, column, message: { english } }: PolicyFault): string {
  return `${line}:${column}: ${english}`;
}

/** What is wrong with a policy that can't be used. */
export interface PolicyFaults {
  readonly ok: false;
  /** The first ones. */
  readonly faults: readonly PolicyFault[];
  /** How many there are beside these. */
  readonly more: number;
}

export type ReadPolicy = { readonly ok: true; readonly policy: Policy } | PolicyFaults;

/** Faults that are shown: nobody mends more at once. */
const MAX_FAULTS = 20;

export interface PolicySource {
  readonly text: string;
  /** The text of a file that the policy names, or why it can't be read; undefined: files can't be named here. */
  readonly readFile?: ((name: string) => FileText) | undefined;
  /** The columns and presets that there are; absent: any. */
  readonly columns?: readonly string[];
  /** Absent: any number. */
  readonly maxRules?: number;
  /** It was read before without a fault: rules that never count are not searched for. */
  readonly isKnown?: boolean;
}

export type FileText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/** Reads a policy: JSON, in which comments may stand. */
export function readPolicy(source: PolicySource): ReadPolicy {
  const at = createLocator(source.text);
  const tooDeep = findTooDeep(source.text);
  if (tooDeep !== undefined) {
    const said = message('errorTexts.policy_too_deep', { most: MAX_JSON_DEPTH });
    return oneFault({ ...at(tooDeep), message: said });
  }
  const errors: ParseError[] = [];
  const root = parseTree(source.text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error || !root) {
    const isEmpty = source.text.trim() === '';
    const said =
      isEmpty || !error
        ? message('errorTexts.policy_empty')
        : message('errorTexts.policy_no_json', { problem: jsonProblem(error) });
    return oneFault({ ...at(error?.offset ?? 0), message: said });
  }
  const locate = (path: Path, isKey = false) => at(offsetOf(root, path, isKey));
  const faults = (found: readonly SchemaFault[]): ReadPolicy => ({
    ok: false,
    faults: found
      .slice(0, MAX_FAULTS)
      .map(({ path, isKey, say }) => ({ ...locate(path, isKey), message: say() }))
      .sort((one, other) => one.line - other.line || one.column - other.column),
    more: Math.max(0, found.length - MAX_FAULTS),
  });
  const value: unknown = toValue(root);
  const count = countRules(value);
  const { maxRules = count } = source;
  if (count > maxRules) {
    const said = message('errorTexts.policy_too_many_rules', { most: maxRules, count });
    return faults([{ path: ['rules', maxRules], say: () => said }]);
  }
  const parsed = PolicyFileSchema.safeParse(value);
  if (!parsed.success) return faults(findFaults(parsed.error.issues, value));
  const lists = readLists(parsed.data, source);
  const rules = (parsed.data.rules ?? []).map((rule, index) =>
    toRule(rule, locate(['rules', index]).line),
  );
  const wrong = [
    ...lists.faults,
    ...columnFaults(parsed.data.columns, source.columns),
    ...(source.isKnown ? [] : findUnreachable(rules)),
  ];
  if (wrong.length > 0) return faults(wrong);
  const { failOn, maxUndeliverable, minScore, columns } = parsed.data;
  const thresholds = { failOn, maxUndeliverable, minScore };
  return { ok: true, policy: { rules, lists: lists.lists, thresholds, columns } };
}

/** Before each of them is looked at. */
function countRules(value: unknown): number {
  return isObject(value) && Array.isArray(value.rules) ? value.rules.length : 0;
}

function oneFault(fault: PolicyFault): PolicyFaults {
  return { ok: false, faults: [fault], more: 0 };
}

/** Tokens of jsonc-parser, whose numbers its types export as a `const enum` alone. */
const TOKEN = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, end: 17 };

/** Where lists and objects are nested too deep for a parser that calls itself at each; brackets in comments don't count. */
function findTooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== TOKEN.end; token = scanner.scan()) {
    if (token === TOKEN.openBrace || token === TOKEN.openBracket) depth += 1;
    else if (token === TOKEN.closeBrace || token === TOKEN.closeBracket) depth -= 1;
    if (depth > MAX_JSON_DEPTH) return scanner.getTokenOffset();
  }
  return undefined;
}

/** Named as jsonc-parser names it: `CloseBraceExpected`. */
function jsonProblem({ error }: ParseError): Message {
  const name = printParseErrorCode(error).replace(/\B[A-Z]/g, (letter) => `_${letter}`);
  return message(`errorTexts.json_${name.toLowerCase()}` as JsonProblem);
}

type JsonProblem = Extract<ErrorTextId, `errorTexts.json_${string}`>;

/** By hand rather than by `getNodeValue`: a key `__proto__` is one like others. */
function toValue({ type, children = [], value }: Node): unknown {
  if (type === 'array') return children.map(toValue);
  if (type !== 'object') return value;
  const entries = children.flatMap(({ children: [key, node] = [] }) =>
    key && node ? [[String(key.value), toValue(node)]] : [],
  );
  return Object.fromEntries(entries);
}

/** Of the value at a path, or of its key. */
function offsetOf(root: Node, path: Path, isKey: boolean): number {
  for (let length = path.length; length >= 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    const isWhole = length === path.length;
    const key = isKey && isWhole ? node?.parent?.children?.[0] : undefined;
    if (node) return (key ?? node).offset;
  }
  return root.offset;
}

/** The lines of a text are counted once, however many places are asked for. */
function createLocator(text: string) {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at);
  return (offset: number) => {
    let lines = 0;
    for (let most = ends.length; lines < most; ) {
      const middle = (lines + most) >> 1;
      if ((ends[middle] ?? 0) < offset) lines = middle + 1;
      else most = middle;
    }
    return { line: lines + 1, column: offset - (ends[lines - 1] ?? -1) };
  };
}

function toRule({ if: wanted, verdict }: FileRule, line: number): PolicyRule {
  const { reason, detail, provider, ...others } = wanted;
  const conditions: RuleConditions = {
    ...(others as RuleConditions),
    ...(reason !== undefined && { reason: toList(reason) }),
    ...(detail !== undefined && { detail: toList(detail) }),
    ...(provider !== undefined && { provider: toList(provider).map((one) => one.toLowerCase()) }),
  };
  return { conditions, verdict, line };
}

function toList<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? value : [value as T];
}

function readLists({ lists = {} }: PolicyFile, source: PolicySource) {
  const faults: SchemaFault[] = [];
  const read = (list: (typeof LIST_NAMES)[number]): NameList => {
    const names = (lists[list] ?? []).flatMap((entry, index) => {
      const path = ['lists', list, index];
      const found =
        typeof entry === 'string' ? toNames(entry, quoted(entry)) : namesOfFile(entry.file, source);
      if (!('id' in found)) return found;
      faults.push({ path, say: () => found });
      return [];
    });
    return new Set(names);
  };
  const [allow, disposable, free] = LIST_NAMES.map(read) as [NameList, NameList, NameList];
  return { faults, lists: { allow, disposable, free } };
}

/** Says in which line something is wrong, not what stands there: it may be a secret of another program. */
function namesOfFile(name: string, { readFile }: PolicySource): readonly string[] | Message {
  if (!readFile) return message('errorTexts.policy_no_files');
  const file = readFile(name);
  if (!file.ok) return message('errorTexts.file_unreadable', { name, problem: file.problem });
  const names: string[] = [];
  for (const [index, line] of file.text.split(/\r?\n/).entries()) {
    const entry = line.replace(/#.*/, '').trim();
    if (entry === '') continue;
    const found = toNames(entry, 'this');
    if ('id' in found) {
      return message('errorTexts.of_file', { name: `${name}:${index + 1}`, fault: found });
    }
    names.push(...found);
  }
  return names;
}

/** In characters: longer than each address (RFC 5321 §4.5.3.1.3) and its international forms. */
const MAX_NAME_LENGTH = 1000;

/** `Example.COM`, `@example.com` and `ann@example.com` as they are looked up, or what is wrong with them. */
function toNames(text: string, entry: string): readonly string[] | Message {
  if (text.length > MAX_NAME_LENGTH) return message('errorTexts.policy_long_entry', { entry });
  if (text.indexOf('@') > 0) {
    const parsed = parseAddress(text);
    if (parsed.ok) return [parsed.address.address.toLowerCase()];
    return message('errorTexts.policy_no_address', { entry, problem: parsed.problem });
  }
  const parsed = asciiDomain(text.replace(/^@/, ''));
  if (parsed.ok) return [parsed.domain];
  return message('errorTexts.policy_no_domain', { entry, problem: parsed.problem });
}

function columnFaults(
  columns: PolicyFile['columns'],
  known: readonly string[] | undefined,
): readonly SchemaFault[] {
  if (columns === undefined || known === undefined) return [];
  return toList(columns).flatMap((column, index) => {
    if (known.includes(column)) return [];
    const path = Array.isArray(columns) ? ['columns', index] : ['columns'];
    const say = () => {
      const word = quoted(column);
      const hint = didYouMean(column, known);
      if (!hint) return message('errorTexts.policy_unknown_column', { word });
      return message('errorTexts.policy_unknown_word', { label: 'column', word, hint });
    };
    return [{ path, say }];
  });
}
