import type { DnsSource } from './source.ts';

/** A mail operator asks here, below a domain or the name of a mail host, that nobody probes it. */
const LABEL = '_email-verification';

/** The record by which a name opts out of verification, as it stands there. Undefined where it does not. */
export async function findOptOut(dns: DnsSource, name: string): Promise<string | undefined> {
  const answer = await dns.query('TXT', `${LABEL}.${name}`);
  return answer.kind === 'records' ? answer.records.find(isOptOut) : undefined;
}

/** `v=1; probe=no`: the version first, then fields in any order, in any case. */
export function isOptOut(record: string): boolean {
  const [version, ...fields] = record.split(';').map((field) => field.replace(/\s+/g, ''));
  return version?.toLowerCase() === 'v=1' && fields.some((field) => /^probe=no$/i.test(field));
}
