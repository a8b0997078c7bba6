import type { DnsSource } from './source.ts';

/** Providers of mailboxes (providers.json) by what the SPF records of their customers include. */
const HOSTS: ReadonlyMap<string, string> = new Map([
  ['spf.protection.outlook.com', 'microsoft-365'],
  ['_spf.google.com', 'google'],
]);

/** The provider of the mailboxes behind a gateway, as far as the SPF record of the domain shows it. */
export async function findHostBehind(dns: DnsSource, domain: string): Promise<string | undefined> {
  const answer = await dns.query('TXT', domain);
  if (answer.kind !== 'records') return undefined;
  const [record, ...more] = answer.records.filter((text) => /^v=spf1(?: |$)/i.test(text));
  // RFC 7208 §4.5: with several records none counts.
  return record === undefined || more.length > 0 ? undefined : hostBySpf(record);
}

/** Undefined where it includes none of them, or both. */
function hostBySpf(record: string): string | undefined {
  const names = record
    .toLowerCase()
    .split(' ')
    .map((term) => /^(?:[+?~]?include:|redirect=)(.+)$/.exec(term)?.[1] ?? '');
  const [host, ...more] = new Set(names.flatMap((name) => HOSTS.get(name) ?? []));
  return more.length > 0 ? undefined : host;
}
