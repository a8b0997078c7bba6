import { MailvetError } from '../../errors.ts';
import { isObject } from '../../lib/json.ts';
import { MEANINGS, STAGES } from '../smtp/meaning.ts';
import type { Provider } from './provider.ts';

type Check = (value: unknown) => boolean;
/** The checks of an object's fields. */
type Fields = Readonly<Record<string, { readonly check: Check; readonly optional?: true }>>;

const isText: Check = (value) => typeof value === 'string' && value.trim() !== '';
const isWhole: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0;
const isBoolean: Check = (value) => typeof value === 'boolean';
const oneOf =
  (names: readonly string[]): Check =>
  (value) =>
    names.includes(value as string);
const matching =
  (form: RegExp): Check =>
  (value) =>
    typeof value === 'string' && form.test(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const isExpression: Check = (value) => isText(value) && compiles(value as string);

const MX = /^(\.|\*\.)?[a-z0-9*-]+(\.[a-z0-9*-]+)*$/;
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const DATE = /^\d{4}(-\d{2}){0,2}$/;

const LIMITS: Fields = optional({
  connections: isWhole,
  recipientsPerSession: isWhole,
  sessionsPerMinute: isWhole,
  recipientsPerHour: isWhole,
  refusedPerHour: isWhole,
  restMinutes: isWhole,
});

const REPLY: Fields = {
  text: { check: (value) => isText(value) && /[^…\s]/.test(value as string) },
  stage: { check: oneOf([...STAGES, 'any', 'data']) },
  meaning: { check: oneOf(MEANINGS) },
  ...optional({
    code: (value) => isWhole(value) && Number(value) >= 200 && Number(value) <= 599,
    enhanced: matching(/^[245]\.\d{1,3}\.\d{1,3}\*?$/),
    restMinutes: isWhole,
  }),
};

const SOURCE: Fields = {
  title: { check: isText },
  ...optional({ where: isText, date: matching(DATE) }),
};

const PROVIDER: Fields = {
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
  if (entry.limits) checkFields(entry.limits, LIMITS, { origin, location: `${location}, limits` });
  for (const [at, reply] of (entry.replies ?? []).entries()) {
    checkFields(reply, REPLY, { origin, location: `${location}, reply ${at + 1}` });
  }
  for (const [at, source] of entry.sources.entries()) {
    checkFields(source, SOURCE, { origin, location: `${location}, source ${at + 1}` });
  }
}

function checkFields(value: unknown, fields: Fields, { origin, location }: EntryLocation): void {
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

export function fault(origin: string, what: string): MailvetError {
  return new MailvetError('config', `The provider table ${origin} can't be used: ${what}`);
}

function optional(checks: Readonly<Record<string, Check>>): Fields {
  const entries = Object.entries(checks).map(([name, check]) => [name, { check, optional: true }]);
  return Object.fromEntries(entries) as Fields;
}

function compiles(expression: string): boolean {
  try {
    return new RegExp(expression).source !== '';
  } catch {
    return false;
  }
}
