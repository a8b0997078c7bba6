import { hostname, networkInterfaces } from 'node:os';
import { asciiDomain } from '../../address/domain.ts';
import { parseAddress } from '../../address/parse.ts';
import { MailvetError } from '../../lib/errors.ts';

interface Envelope {
  readonly helo: string;
  readonly senders: readonly string[];
}

/**
 * The HELO name and the envelope senders. The empty sender comes first: it can't be answered, so it
 * can't be abused (RFC 5321 §4.5.5). Where it is refused, the postmaster of the HELO name is next.
 *
 * @throws MailvetError `config` for what must not reach an SMTP line.
 */
export function resolveEnvelope(settings: {
  readonly helo?: string | undefined;
  readonly sender?: string | undefined;
}): Envelope {
  const helo = settings.helo === undefined ? ownName() : checkHelo(settings.helo);
  const { sender } = settings;
  if (sender === undefined) return { helo, senders: ['', `postmaster@${helo}`] };
  return { helo, senders: [checkSender(sender)] };
}

function checkHelo(helo: string): string {
  const domain = asciiDomain(helo);
  if (domain.ok) return domain.domain;
  if (ADDRESS_LITERAL.test(helo)) return helo;
  throw new MailvetError('config', `${JSON.stringify(helo)} is not a name for HELO`, {
    hint: 'give the full name of this machine, such as verify.example.org',
  });
}

/** RFC 5321 §4.1.3. */
const ADDRESS_LITERAL = /^\[(?:\d{1,3}(?:\.\d{1,3}){3}|IPv6:[0-9a-f:.]+)\]$/i;

function checkSender(sender: string): string {
  if (sender === '' || sender === '<>') return '';
  const parsed = parseAddress(sender);
  if (parsed.ok) return parsed.address.address;
  throw new MailvetError(
    'config',
    `the sender ${JSON.stringify(sender)} ${parsed.problem.english}`,
  );
}

/** The machine's full name, or its address where it has none (RFC 5321 §4.1.4). */
function ownName(): string {
  const domain = asciiDomain(hostname());
  return domain.ok ? domain.domain : `[${ownAddress()}]`;
}

function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outward = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  return outward?.address ?? '127.0.0.1';
}
