/**
 * The provider that a mail host belongs to: its registrable domain, by rule of thumb. Hosts of one
 * provider share its limits, since they share its judgement of us.
 */
export function providerOf(host: string): string {
  const labels = host.toLowerCase().split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const size = top.length === 2 && SECOND_LEVEL.has(second) ? 3 : 2;
  return labels.slice(-size).join('.');
}

/** Labels under which country registries sell names: `co.uk`, `com.br`, `or.jp`. */
const SECOND_LEVEL: ReadonlySet<string> = new Set(
  'co com net org ac edu gov gob gouv or ne go ltd plc me nom ind web sch mil info biz'.split(' '),
);

/** RFC 5321 §4.5.3.1.8: a host takes at least a hundred recipients. */
const USUAL = 100;

const SPECIAL: readonly { readonly host: RegExp; readonly recipients: number }[] = [
  // Outlook.com answers a second recipient with 452 4.5.3 "multiple regions".
  { host: /\.olc\.protection\.outlook\.com$/i, recipients: 1 },
];

/** Recipients that one session with the host may have. */
export function recipientsPerSession(host: string): number {
  return SPECIAL.find((special) => special.host.test(host))?.recipients ?? USUAL;
}
