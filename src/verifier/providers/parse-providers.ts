import { closestWord } from '../../lib/did-you-mean.ts';
import { MailvetError } from '../../lib/errors.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { MEANINGS, STAGES } from '../smtp/meaning.ts';
import type { Provider, ProviderLimits } from './provider.ts';
import { BUILT_IN_PROVIDERS } from './provider-table.ts';

const LIMITS = [
  'connections',
  'recipientsPerSession',
  'sessionsPerMinute',
  'recipientsPerHour',
  'refusedPerHour',
  'restMinutes',
] as const satisfies readonly (keyof ProviderLimits)[];
const OTHERS = ['mx', 'replies'];

/**
 * Entries of the provider table from what a setting holds: a list of whole entries, or an object of
 * values by the id of their entry, as `{"google": {"connections": 2}}`. An id that is not in the
 * table needs `mx` and becomes an entry that bounds what is asked of its hosts, and decides nothing.
 *
 * @throws MailvetError `config` naming the entry and the field that can't be.
 */
export function parseProviderSetting(data: unknown, origin: string): readonly Provider[] {
  if (!isObject(data)) return parseProviders(data, origin);
  const merged = Object.entries(data).map(([id, values]) => merge(id, values, origin));
  for (const entry of merged) parseProviders([entry], `${origin}, '${entry.id}'`);
  return merged;
}

function merge(id: string, values: unknown, origin: string): Provider {
  if (!isObject(values)) throw fault(origin, `'${id}' is no object of values`);
  const known = BUILT_IN_PROVIDERS.find((one) => one.id === id);
  const unknown = Object.keys(values).find((name) => !isField(name));
  if (unknown !== undefined) throw unknownField(origin, id, unknown);
  checkLimits(values, id, origin);
  const entry = known ?? createEntry(id, values, origin);
  const given = LIMITS.filter((name) => values[name] !== undefined);
  const limits = Object.fromEntries(given.map((name) => [name, values[name]]));
  return {
    ...entry,
    ...(given.length > 0 && { limits: { ...entry.limits, ...limits } }),
    ...(values.mx !== undefined && { mx: values.mx as Provider['mx'] }),
    ...(Array.isArray(values.replies) && {
      replies: [...values.replies, ...(entry.replies ?? [])],
    }),
  };
}

function isField(name: string): boolean {
  return OTHERS.includes(name) || LIMITS.some((limit) => limit === name);
}

function checkLimits(values: JsonObject, id: string, origin: string): void {
  for (const name of LIMITS) {
    const value = values[name];
    if (value === undefined || (Number.isSafeInteger(value) && Number(value) > 0)) continue;
    throw fault(
      origin,
      `'${id}.${name}' is ${JSON.stringify(value)}: a whole number from 1 on is needed`,
    );
  }
  if (values.replies !== undefined && !Array.isArray(values.replies))
    throw fault(origin, `'${id}.replies' is no list of replies`);
}

function createEntry(id: string, { mx }: JsonObject, origin: string): Provider {
  if (mx === undefined) {
    const ids = BUILT_IN_PROVIDERS.map((one) => one.id);
    const close = closestWord(id, ids);
    throw new MailvetError(
      'config',
      `The provider table ${origin} can't be used: there is no provider '${id}'`,
      {
        hint: close ? `Did you mean '${close}'?` : 'Give its mail hosts, as "mx": [".example.com"]',
      },
    );
  }
  return {
    ...{ id, name: id, kind: 'mailbox', confidence: 'low', namesOnly: true },
    ...{ mx: mx as Provider['mx'], rcpt: 'unknown' },
    sources: [{ title: `Setting in ${origin}` }],
    date: '2026',
  };
}

function unknownField(origin: string, id: string, name: string): MailvetError {
  const fields = [...LIMITS, ...OTHERS];
  const close = closestWord(name, fields);
  return new MailvetError(
    'config',
    `The provider table ${origin} can't be used: '${id}' has no value '${name}'`,
    { hint: `${close ? `Did you mean '${close}'? ` : ''}Values: ${fields.join(', ')}` },
  );
}

/** What of an entry differs from the table that mailvet brings along; `entry`: there it has none. */
export function findOverridden(entry: Provider): readonly string[] {
  const known = BUILT_IN_PROVIDERS.find(({ id }) => id === entry.id);
  if (!known) return ['entry'];
  if (known === entry) return [];
  const { limits, ...rest } = entry;
  const fields = Object.keys({ ...known, ...rest }).filter((name) => name !== 'limits');
  return [
    ...fields.filter((name) => differs(known, entry, name)),
    ...LIMITS.filter((name) => differs(known.limits ?? {}, limits ?? {}, name)),
  ];
}

function differs(one: object, other: object, name: string): boolean {
  const value = (of: object) => JSON.stringify((of as JsonObject)[name]);
  return value(one) !== value(other);
}

type FieldCheck = (value: unknown) => boolean;
/** The checks of an object's fields. */
type FieldChecks = Readonly<
  Record<string, { readonly check: FieldCheck; readonly optional?: true }>
>;

const isText: FieldCheck = (value) => typeof value === 'string' && value.trim() !== '';
const isWhole: FieldCheck = (value) => Number.isSafeInteger(value) && Number(value) > 0;
const isBoolean: FieldCheck = (value) => typeof value === 'boolean';
const oneOf =
  (names: readonly string[]): FieldCheck =>
  (value) =>
    names.includes(value as string);
const matching =
  (form: RegExp): FieldCheck =>
  (value) =>
    typeof value === 'string' && form.test(value);
const listOf =
  (check: FieldCheck): FieldCheck =>
  (value) =>
    Array.isArray(value) && value.every(check);
const isExpression: FieldCheck = (value) => isText(value) && compiles(value as string);

const MX = /^(\.|\*\.)?[a-z0-9*-]+(\.[a-z0-9*-]+)*$/;
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const DATE = /^\d{4}(-\d{2}){0,2}$/;

const LIMIT_CHECKS: FieldChecks = optional({
  connections: isWhole,
  recipientsPerSession: isWhole,
  sessionsPerMinute: isWhole,
  recipientsPerHour: isWhole,
  refusedPerHour: isWhole,
  restMinutes: isWhole,
});

const REPLY: FieldChecks = {
  text: { check: (value) => isText(value) && /[^…\s]/.test(value as string) },
  stage: { check: oneOf([...STAGES, 'any', 'data']) },
  meaning: { check: oneOf(MEANINGS) },
  ...optional({
    code: (value) => isWhole(value) && Number(value) >= 200 && Number(value) <= 599,
    enhanced: matching(/^[245]\.\d{1,3}\.\d{1,3}\*?$/),
    restMinutes: isWhole,
  }),
};

const SOURCE: FieldChecks = {
  title: { check: isText },
  ...optional({ where: isText, date: matching(DATE) }),
};

const PROVIDER: FieldChecks = {
  id: { check: matching(/^[a-z0-9]+(-[a-z0-9]+)*$/) },
  name: { check: isText },
  kind: { check: oneOf(['mailbox', 'business', 'filter', 'forwarding']) },
  confidence: { check: oneOf(['high', 'medium', 'low']) },
  mx: { check: listOf(matching(MX)) },
  rcpt: { check: oneOf(['refuses', 'accepts_all', 'depends', 'greylists', 'unknown']) },
  sources: { check: listOf(isObject) },
  date: { check: matching(DATE) },
  ...optional({
    namesOnly: isBoolean,
    domains: listOf(matching(DOMAIN)),
    region: isExpression,
    limits: isObject,
    acceptAll: oneOf(['always', 'never']),
    refusals: oneOf(['certain']),
    demands: listOf(isText),
    notes: listOf(isText),
    replies: listOf(isObject),
    checkBy: matching(DATE),
  }),
};

/**
 * Providers from what a JSON file holds. `origin` is what errors name: a path, say.
 *
 * @throws MailvetError `config` naming the entry and the field that can't be.
 */
export function parseProviders(data: unknown, origin: string): readonly Provider[] {
  if (!Array.isArray(data)) throw fault(origin, 'it has to be a list of providers');
  const ids = new Set<unknown>();
  for (const [at, entry] of data.entries()) {
    const location = `entry ${at + 1}`;
    checkFields(entry, PROVIDER, { origin, location });
    if (ids.has(entry.id)) throw fault(origin, `the id '${entry.id}' stands twice`);
    ids.add(entry.id);
    checkParts(entry, { origin, location: `${location} (${entry.id})` });
  }
  return data as Provider[];
}

interface EntryLocation {
  readonly origin: string;
  readonly location: string;
}

function checkParts(entry: Provider, { origin, location }: EntryLocation): void {
  if (entry.limits)
    checkFields(entry.limits, LIMIT_CHECKS, { origin, location: `${location}, limits` });
  for (const [at, reply] of (entry.replies ?? []).entries()) {
    checkFields(reply, REPLY, { origin, location: `${location}, reply ${at + 1}` });
  }
  for (const [at, source] of entry.sources.entries()) {
    checkFields(source, SOURCE, { origin, location: `${location}, source ${at + 1}` });
  }
}

function checkFields(
  value: unknown,
  fields: FieldChecks,
  { origin, location }: EntryLocation,
): void {
  if (!isObject(value)) throw fault(origin, `${location} is no object`);
  const given = value as Record<string, unknown>;
  for (const name of Object.keys(given)) {
    if (!(name in fields)) throw fault(origin, `${location} has an unknown field '${name}'`);
  }
  for (const [name, { check, optional: mayLack }] of Object.entries(fields)) {
    if (given[name] === undefined && mayLack) continue;
    if (!check(given[name])) throw fault(origin, `${location} has no usable '${name}'`);
  }
}

function fault(origin: string, what: string): MailvetError {
  return new MailvetError('config', `The provider table ${origin} can't be used: ${what}`);
}

function optional(checks: Readonly<Record<string, FieldCheck>>): FieldChecks {
  const entries = Object.entries(checks).map(([name, check]) => [name, { check, optional: true }]);
  return Object.fromEntries(entries) as FieldChecks;
}

function compiles(expression: string): boolean {
  try {
    return new RegExp(expression).source !== '';
  } catch {
    return false;
  }
}
