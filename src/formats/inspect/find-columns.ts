import { type Message, message } from '../../i18n/message.ts';
import { closestWord } from '../../lib/did-you-mean.ts';
import { MailvetError } from '../../lib/errors.ts';
import { plural } from '../../lib/wording.ts';
import { columnLabel, columnOption, columnText } from '../plan.ts';
import { headerRank } from './header-names.ts';
import type { ColumnCounts, ListSurvey } from './list-survey.ts';

/** A column that may be the e-mail column. */
export interface ColumnCandidate {
  /** From 0. */
  readonly index: number;
  /** For people: `"Work e-mail"` or `column 3`. */
  readonly label: string;
  readonly addresses: number;
  readonly filled: number;
}

/** `several`: only the user can decide. */
type FoundColumns =
  | {
      readonly kind: 'one';
      readonly index: number;
      /** Other columns of addresses. */
      readonly others: readonly ColumnCandidate[];
    }
  | { readonly kind: 'several'; readonly candidates: readonly ColumnCandidate[] }
  | { readonly kind: 'none' };

/**
 * The e-mail column: a header that says so, backed by address-like values; else the column where
 * most values are addresses. A header that says "e-mail" over a column of dates is not believed.
 */
export function findColumn(header: readonly string[] | null, survey: ListSurvey): FoundColumns {
  const candidates = survey.columns.map((column, index) => toCandidate(column, index, header));
  const backed = candidates.filter(isBacked);
  const found = findBest(candidates, backed);
  if (found.kind !== 'one') return found;
  const others = backed.filter(({ index }) => index !== found.index).map(withoutRank);
  return { ...found, others };
}

function findBest(candidates: readonly Ranked[], backed: readonly Ranked[]): FoundColumns {
  const named = backed.filter(({ rank }) => rank > 0);
  const highest = Math.max(...named.map(({ rank }) => rank));
  const best = named.filter(({ rank }) => rank === highest);
  if (best.length > 0) return chooseBest(best);
  if (backed.length > 0) return chooseBest(backed);
  const some = candidates.filter(({ addresses }) => addresses > 0);
  return some.length > 0 ? chooseBest(some) : { kind: 'none' };
}

/**
 * The column that the header says is the e-mail column, where no value shows one: only a name that means it
 * stands for cells that are no addresses.
 */
export function columnByHeader(
  header: readonly string[] | null,
  survey: ListSurvey,
): number | undefined {
  const candidates = survey.columns.map((column, index) => toCandidate(column, index, header));
  const isNamed = ({ rank, filled }: Ranked) => rank === 2 || (rank === 1 && filled === 0);
  const [best] = candidates.filter(isNamed).sort((a, b) => b.rank - a.rank);
  return best?.index;
}

/** The columns that the user named: header names, or numbers from 1. Throws an input error for an unknown one. */
export function namedColumns(
  wanted: readonly string[],
  header: readonly string[] | null,
  width: number,
): number[] {
  return [...new Set(wanted.map((name) => namedColumn(name, header, width)))];
}

/**
 * Throws an input error for a column that the user named and that has no address: what is in it would
 * all be called undeliverable. An empty one beside others with addresses does no harm.
 */
export function refuseWithoutAddresses(
  columns: readonly number[],
  header: readonly string[] | null,
  survey: ListSurvey,
): void {
  const all = survey.columns.map((column, index) => toCandidate(column, index, header));
  const named = columns.flatMap((index) => all[index] ?? []);
  const isEmptyList = named.every(({ addresses }) => addresses === 0);
  const bad = named.find(({ addresses, filled }) => addresses === 0 && (filled > 0 || isEmptyList));
  if (!bad) return;
  const others = all
    .filter(({ addresses }) => addresses > 0)
    .sort((a, b) => b.addresses - a.addresses);
  throw noAddressesIn(bad, others, header);
}

function noAddressesIn(
  { index: found, label, examples }: Ranked,
  others: readonly Ranked[],
  header: readonly string[] | null,
): MailvetError {
  const cells = examples.map((cell) => `"${shortened(cell)}"`).join(' and ');
  const what = cells === '' ? 'its cells are empty' : `it has cells such as ${cells}`;
  const columns = others.flatMap(({ index }, at) => [
    at === 0 ? 'Addresses are in: ' : ' or ',
    columnOption(header, index),
  ]);
  const column = header ? label : `${found + 1}`;
  return new MailvetError('input', `${columnText(label)} has no e-mail address: ${what}`, {
    said: message('errorTexts.column_without_address', { column }),
    hint: columns.length === 0 ? ['No column has one. ', { code: 'misread_list' }] : columns,
  });
}

const SHOWN_LENGTH = 30;

function shortened(cell: string): string {
  const text = cell.replace(/\s+/g, ' ').trim();
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH)}…`;
}

/** The error for a list with several equally good columns, where there is nobody to ask. */
export function ambiguousColumn(candidates: readonly ColumnCandidate[]): MailvetError {
  const labels = candidates.map(({ label, index }) =>
    label.startsWith('"') ? `${label} (column ${index + 1})` : label,
  );
  const last = labels.pop();
  const numbers = candidates.map(({ index }) => index + 1);
  return new MailvetError(
    'input',
    `more than one column holds e-mail addresses: ${labels.join(', ')} and ${last}`,
    {
      said: severalColumns(candidates.map(({ label }) => label)),
      hint: [
        'Name it with ',
        { code: 'option', name: 'column', takes: '<name or number>' },
        ', such as ',
        { code: 'option', name: 'column', value: `${numbers[0]}` },
        { code: 'several_columns', numbers },
      ],
    },
  );
}

const SHOWN_COLUMNS = 10;

function severalColumns(columns: readonly string[]): Message {
  const shown = columns.slice(0, SHOWN_COLUMNS).join(', ');
  return message('errorTexts.several_columns', { columns: shown });
}

interface Ranked extends ColumnCandidate, ColumnCounts {
  readonly rank: number;
}

function toCandidate(
  column: ColumnCounts,
  index: number,
  header: readonly string[] | null,
): Ranked {
  const rank = headerRank(header?.[index] ?? '');
  return { ...column, index, label: columnLabel(header, index), rank };
}

/** The share of filled cells that must look like addresses for a header to be believed. */
const MIN_BACKING = 0.3;

function isBacked({ filled, addresses }: ColumnCounts): boolean {
  return addresses > 0 && addresses >= filled * MIN_BACKING;
}

/** Columns with at least this share of the fullest one's addresses are as good as it. */
const EQUAL_SHARE = 0.8;

function chooseBest(candidates: readonly Ranked[]): FoundColumns {
  const max = Math.max(...candidates.map(({ addresses }) => addresses));
  const good = candidates.filter(({ addresses }) => addresses >= max * EQUAL_SHARE);
  const [first] = good;
  if (good.length > 1 || !first) return { kind: 'several', candidates: good.map(withoutRank) };
  return { kind: 'one', index: first.index, others: [] };
}

function withoutRank({ index, label, addresses, filled }: Ranked): ColumnCandidate {
  return { index, label, addresses, filled };
}

function namedColumn(name: string, header: readonly string[] | null, width: number): number {
  const matches = findMatches(name, header);
  if (matches.length > 1) throw duplicateName(name, matches);
  const [match] = matches;
  if (match !== undefined) return match;
  const number = /^\d+$/.test(name.trim()) ? Number(name) : 0;
  if (number >= 1 && number <= width) return number - 1;
  throw unknownColumn(name, header, width);
}

/** Exact names first, then without regard to case and blanks around. */
function findMatches(name: string, header: readonly string[] | null): number[] {
  const indexes = (header ?? []).map((_, index) => index);
  const exact = indexes.filter((index) => header?.[index] === name);
  if (exact.length > 0) return exact;
  const plain = (text: string | undefined) => text?.trim().toLowerCase();
  return indexes.filter((index) => plain(header?.[index]) === plain(name));
}

function duplicateName(name: string, matches: readonly number[]): MailvetError {
  const numbers = matches.map((index) => index + 1).join(' and ');
  const number = `${(matches[0] ?? 0) + 1}`;
  return new MailvetError('input', `more than one column is called "${name}": ${numbers}`, {
    said: message('errorTexts.column_twice', { name, number }),
    hint: ['Name it by its number: ', { code: 'option', name: 'column', value: number }],
  });
}

function unknownColumn(
  name: string,
  header: readonly string[] | null,
  width: number,
): MailvetError {
  const has = header
    ? `its columns are ${header.map((_, index) => columnLabel(header, index)).join(', ')}`
    : `it has no header and ${plural(width, 'column')}`;
  const near = closestWord(name, header ?? []);
  const question = near === undefined ? '' : `Did you mean "${near}"? `;
  return new MailvetError('input', message('errorTexts.no_such_column', { name }), {
    hint: `${question}Give a name or a number from 1: ${has}`,
    advice: header
      ? message('errorTexts.known_columns', { most: width, columns: header.join(', ') })
      : message('errorTexts.number_of_column', { most: width }),
  });
}
