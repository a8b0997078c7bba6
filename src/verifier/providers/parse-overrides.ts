import { MailvetError } from '../../errors.ts';
import { closestWord } from '../../lib/did-you-mean.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { fault, parseProviders } from './parse-providers.ts';
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
