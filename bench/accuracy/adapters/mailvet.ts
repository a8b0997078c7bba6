import { readFileSync } from 'node:fs';
import { createVerifier, type VerifierDeps } from '../../../src/verifier/create-verifier.ts';
import type { Finding } from '../../../src/verifier/verifier.ts';
import type { VerifierSettings } from '../../../src/verifier/verifier-settings.ts';
import type { Said, VerifyAll } from '../adapter.ts';
import { HELO } from '../peer.ts';

export const verifier = 'mailvet';
const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
export const version: string = JSON.parse(manifest).version;

const SECOND = 1000;
/** The defaults are minutes. */
const GREYLIST_RETRIES = [SECOND, 5 * SECOND, 15 * SECOND];

/** A list like a batch: defaults, but greylist retries that fit the limit of an address. */
export const verifyAll: VerifyAll = (emails, report, limit) =>
  verifyList(emails, report, {
    settings: { greylistRetries: GREYLIST_RETRIES, batchLimit: limit },
  });

interface Setup {
  readonly settings: Partial<VerifierSettings>;
  readonly deps?: Partial<VerifierDeps>;
}

export async function verifyList(
  emails: readonly string[],
  report: Parameters<VerifyAll>[1],
  { settings, deps }: Setup,
): Promise<void> {
  const verifier = createVerifier({ helo: HELO, ...settings }, deps);
  await verifier.verifyAll(emails, (index, finding) =>
    report(emails[index] ?? '', toSaid(finding)),
  );
  await verifier.close();
}

function toSaid({ decided, deliverable, acceptAll, reason, score }: Finding): Said {
  const words = `${reason} ${score}`;
  if (!decided) return { answer: 'unknown', words };
  if (!deliverable) return { answer: 'undeliverable', words };
  return { answer: acceptAll ? 'risky' : 'deliverable', words };
}
