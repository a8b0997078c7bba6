import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { asciiDomain } from '../address/domain.ts';
import { parseAddress } from '../address/parse.ts';
import { closestWord } from '../lib/did-you-mean.ts';
import { findFaults, type Path, type SchemaFault } from './faults.ts';
import {
  LIST_NAMES,
  type NameList,
  type Policy,
  type Rule,
  type RuleConditions,
} from './policy.ts';
import { type PolicyFile, PolicyFileSchema } from './schema.ts';
import { findUnreachable } from './unreachable.ts';

/** What is wrong with a policy, and where: `line` and `column` from 1. */
export interface PolicyFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type ReadPolicy =
  | { readonly ok: true; readonly policy: Policy }
  | { readonly ok: false; readonly faults: readonly PolicyFault[] };

export interface PolicySource {
  readonly text: string;
  /** The text of a file that the policy names, or why there is none; undefined: files can't be named here. */
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
  const errors: ParseError[] = [];
  const root = parseTree(source.text, errors, { allowTrailingComma: true });
  const at = createLocator(source.text);
  const [error] = errors;
  if (error || !root) {
    const isEmpty = source.text.trim() === '';
    const message =
      isEmpty || !error ? 'The file is empty' : `This is no JSON: ${jsonProblem(error)}`;
    return { ok: false, faults: [{ ...at(error?.offset ?? 0), message }] };
  }
  const locate = (path: Path, isKey = false) => at(offsetOf(root, path, isKey));
  const faults = (found: readonly SchemaFault[]): ReadPolicy => ({
    ok: false,
    faults: found
      .map(({ path, isKey, message }) => ({ ...locate(path, isKey), message }))
      .sort((one, other) => one.line - other.line || one.column - other.column),
  });
  const value: unknown = toValue(root);
  const parsed = PolicyFileSchema.safeParse(value);
  if (!parsed.success) return faults(findFaults(parsed.error.issues, value));
  const count = parsed.data.rules?.length ?? 0;
  const { maxRules = count } = source;
  if (count > maxRules) {
    const message = `A policy has at most ${maxRules} rules here, this one ${count}`;
    return faults([{ path: ['rules', maxRules], message }]);
  }
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
  const { failOn, maxUndeliverable, minScore, acceptAllAbove, columns } = parsed.data;
  const thresholds = { failOn, maxUndeliverable, minScore };
  return { ok: true, policy: { rules, lists: lists.lists, thresholds, acceptAllAbove, columns } };
}

/** `CloseBraceExpected` → `close brace expected`. */
function jsonProblem({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
}

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

function createLocator(text: string): (offset: number) => Omit<PolicyFault, 'message'> {
  return (offset) => {
    const before = text.slice(0, offset);
    return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
  };
}

type FileRule = NonNullable<PolicyFile['rules']>[number];

function toRule({ if: wanted, verdict }: FileRule, line: number): Rule {
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
        typeof entry === 'string' ? namesOfEntry(entry) : namesOfFile(entry.file, source);
      if (typeof found !== 'string') return found;
      faults.push({ path, message: found });
      return [];
    });
    return new Set(names);
  };
  const [allow, disposable, free] = LIST_NAMES.map(read) as [NameList, NameList, NameList];
  return { faults, lists: { allow, disposable, free } };
}

/** A text says what is wrong. */
function namesOfEntry(entry: string): readonly string[] | string {
  const found = toNames(entry);
  return typeof found === 'string' ? `'${entry}' ${found}` : found;
}

/** A text says what is wrong, and in which line: what stands there may be a secret of another program. */
function namesOfFile(name: string, { readFile }: PolicySource): readonly string[] | string {
  if (!readFile) return 'Files of lists can’t be read here: write their lines into the policy';
  const file = readFile(name);
  if (!file.ok) return `${name} can't be read: ${file.problem}`;
  const names: string[] = [];
  for (const [index, line] of file.text.split(/\r?\n/).entries()) {
    const entry = line.replace(/#.*/, '').trim();
    if (entry === '') continue;
    const found = toNames(entry);
    if (typeof found === 'string') return `${name}:${index + 1}: this ${found}`;
    names.push(...found);
  }
  return names;
}

/** `Example.COM`, `@example.com` and `ann@example.com` as they are looked up; a text completes `this …`. */
function toNames(entry: string): readonly string[] | string {
  if (entry.indexOf('@') > 0) {
    const parsed = parseAddress(entry);
    if (parsed.ok) return [parsed.address.address.toLowerCase()];
    return `is no address: it ${parsed.problem}`;
  }
  const parsed = asciiDomain(entry.replace(/^@/, ''));
  return parsed.ok ? [parsed.domain] : `is no domain: it ${parsed.problem}`;
}

function columnFaults(
  columns: PolicyFile['columns'],
  known: readonly string[] | undefined,
): readonly SchemaFault[] {
  if (columns === undefined || known === undefined) return [];
  return toList(columns).flatMap((column, index) => {
    if (known.includes(column)) return [];
    const near = closestWord(column, known);
    const hint = near === undefined ? '' : `. Did you mean '${near}'?`;
    const path = Array.isArray(columns) ? ['columns', index] : ['columns'];
    return [{ path, message: `Unknown column '${column}'${hint}` }];
  });
}
