import { OUTCOMES } from '../../contract/outcomes.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { type EventReader, readSes } from './provider-events.ts';
import { isClass, type SentEvent, textOf } from './sent-event.ts';

/** listmonk: an entry of its bounces. What a provider reported to it is kept in `meta`. */
export const readListmonk: EventReader = (value) => {
  const { email, type, source, meta, created_at: at } = value;
  if (!('subscriber_id' in value || 'subscriber_uuid' in value)) return undefined;
  if (typeof type !== 'string' || typeof source !== 'string') return undefined;
  const reported = isObject(meta) ? (readSes(meta) ?? [readByFields({ ...meta, email })]) : [];
  const known = reported.find((one) => one?.reply !== undefined);
  return [{ email, kind: type, reply: known?.reply, status: known?.status, at }];
};

/** Mautic: a contact with its reasons not to be contacted; 2 is a bounce. */
export const readMautic: EventReader = (value) => {
  const { doNotContact, fields } = value;
  if (!Array.isArray(doNotContact) || !isObject(fields)) return undefined;
  const email = mauticEmail(fields);
  return doNotContact.filter(isObject).flatMap((one) => mauticReason(email, one) ?? []);
};

function mauticEmail(fields: JsonObject): unknown {
  const { all, core } = fields;
  if (isObject(all) && all.email) return all.email;
  const own = isObject(core) ? core.email : undefined;
  return isObject(own) ? own.value : own;
}

function mauticReason(email: unknown, one: JsonObject): SentEvent | undefined {
  if (Number(one.reason) !== MAUTIC_BOUNCED) return undefined;
  return {
    email,
    kind: 'bounced',
    reply: one.comments || undefined,
    at: one.dateAdded ?? one.date_added,
  };
}

const MAUTIC_BOUNCED = 2;

/** Mailchimp: a member of an audience, and the activity of a campaign. */
export const readMailchimp: EventReader = (value) => {
  const { email_address: email, activity, status, last_changed: at } = value;
  if (typeof email !== 'string') return undefined;
  if (!Array.isArray(activity))
    return typeof status === 'string' ? [{ email, kind: status, at }] : undefined;
  return activity.filter(isObject).flatMap(({ action, type, timestamp }) => {
    return action === 'bounce' ? [{ email, kind: textOf(type) ?? 'bounce', at: timestamp }] : [];
  });
};

/** HubSpot: a row of its unsubscribes and bounces. A bounce is `TRUE`, or its reason. */
export const readHubSpot: EventReader = (value) => {
  const names = Object.keys(value);
  const cell = (name: RegExp) => textOf(value[names.find((one) => name.test(one)) ?? ''])?.trim();
  const bounce = cell(HUBSPOT_BOUNCE);
  if (bounce === undefined) return undefined;
  const email = value[findRoles(names).get('email') ?? ''];
  if (isTrue(cell(/^portal spam report$/i))) return [{ email, kind: 'complaint' }];
  const said = bounce === '' || /^false$/i.test(bounce) ? cell(/^global bounce$/i) : bounce;
  if (!said || /^false$/i.test(said)) return [{ email, kind: 'unsubscribed' }];
  return [{ email, kind: 'hard', reply: isTrue(said) ? undefined : said.replaceAll('_', ' ') }];
};

const HUBSPOT_BOUNCE = /^portal bounce$/i;

function isTrue(text: string | undefined): boolean {
  return text?.toLowerCase() === 'true';
}

/** What a column or a property holds, by its name in lower case without separators. */
const NAMES = {
  email:
    /^(?:e?mail(?:address|id)?|emailaddress|recipient(?:email|address)?|address|contact(?:email)?|to|rcptto|subscriberemail|subscriber|frm_to)$/,
  reply:
    /^(?:bounce)?(?:reply|reason|diag(?:nostic)?(?:code)?|comments?|error(?:message)?|description|details?|message|reasonmessage|smtpresponse|smtpreply|response|diagnosticmessage|reasonoffailure)$/,
  kind: /^(?:bounce)?(?:type|event|eventtype|eventname|class(?:ification)?|category|sttext|dncreason|state|bounced)$/,
  status: /^(?:status|statuscode|enhancedcode|enhancedstatus(?:code)?|dsn|dsnstatus)$/,
  code: /^(?:code|smtpcode|replycode|responsecode|bouncecode|errorcode)$/,
  host: /^(?:host|mxhost|remotemta|mx|remotehost)$/,
  at: /^(?:at|date|ts|tsevent|tsepoch|timestamp|time|datetime|eventdate|eventtime|created(?:at)?|bounced?(?:at|date|time)|cleantime|dateadded|occurredat|lastchanged)$/,
  outcome: /^outcome$/,
} as const;
type FieldRole = keyof typeof NAMES;

/** The names of an export's fields by what they hold. */
type Roles = ReadonlyMap<FieldRole, string>;

const ROLES = Object.keys(NAMES) as FieldRole[];
/** In characters: no name that says what a field holds is longer. */
const MAX_NAME_LENGTH = 60;
/** Fields of an entry that are looked at: exports of contacts have hundreds. */
const MAX_NAMES = 2000;

/** The first name of each role. */
function findRoles(names: readonly string[]): Roles {
  const roles = new Map<FieldRole, string>();
  for (const name of names.slice(0, MAX_NAMES)) {
    if (name.length > MAX_NAME_LENGTH) continue;
    const plain = name.toLowerCase().replace(/[^\p{L}\d]+/gu, '');
    for (const role of ROLES)
      if (!roles.has(role) && NAMES[role].test(plain)) roles.set(role, name);
  }
  return roles;
}

/** Fields that only an export of Mailchimp's audiences has. */
const MAILCHIMP_TIMES = /^(?:leid|euid|clean_time)$/i;

/** Whether fields of these names can say what became of a message to an address. */
export function canSayOutcomes(names: readonly string[], roles = findRoles(names)): boolean {
  const says = (['reply', 'kind', 'status', 'outcome'] as const).some((role) => roles.has(role));
  const isKnown = (name: string) => MAILCHIMP_TIMES.test(name) || HUBSPOT_BOUNCE.test(name);
  return roles.has('email') && (says || names.some(isKnown));
}

/** An entry of an export that is known by the names of its fields alone. */
export function readByFields(value: JsonObject): SentEvent | undefined {
  const names = Object.keys(value);
  const roles = findRoles(names);
  if (!canSayOutcomes(names, roles)) return undefined;
  const at = (role: FieldRole) => {
    const held = value[roles.get(role) ?? ''];
    return held === '' || held === null || typeof held === 'object' ? undefined : held;
  };
  const status = textOf(at('status'));
  const isEnhanced = /^[245]\.\d{1,3}\.\d{1,3}$/.test(status?.trim() ?? '');
  const kind = findKind(value, {
    named: textOf(at('kind')),
    status: isEnhanced ? undefined : status,
  });
  return {
    email: at('email'),
    kind,
    reply: findReply(value, at('reply')),
    code: at('code'),
    status: isEnhanced ? status : undefined,
    host: at('host'),
    at: at('at'),
  };
}

interface KindFields {
  readonly named: string | undefined;
  readonly status: string | undefined;
}

function findKind(value: JsonObject, { named, status }: KindFields): string | undefined {
  const names = Object.keys(value);
  const cleaned = names.find((name) => /^clean_time$/i.test(name));
  if (cleaned !== undefined) return value[cleaned] ? 'cleaned' : 'subscribed';
  if (names.some((name) => /^(?:leid|euid)$/i.test(name))) return 'subscribed';
  // Mautic's numbers: 2 is a bounce.
  const reason = textOf(value.reason);
  if (reason !== undefined && /^[0-3]$/.test(reason))
    return reason === '2' ? 'bounced' : 'unsubscribed';
  if (named !== undefined && isClass(named)) return named;
  return status !== undefined && isClass(status) ? status : (named ?? status);
}

/** Mautic has its reason as a number, and the reply as a comment. */
function findReply(value: JsonObject, found: unknown): unknown {
  return /^[0-3]$/.test(textOf(found) ?? '') ? value.comments : found;
}

/** A line that `learn --json` has written. */
export function isOwnLine(value: JsonObject): boolean {
  const { outcome } = value;
  return 'email' in value && 'source' in value && OUTCOMES.some((one) => one === outcome);
}
