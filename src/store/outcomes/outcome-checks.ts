import { OUTCOMES } from '../../contract/outcomes.ts';
import { PROVIDERS } from '../../service/outcomes/sender-ports.ts';
import type { Check } from '../check.ts';
import { KEY_NAME } from './address-hash.ts';

/** Clocks of several machines differ. */
const TOLERANCE_MS = 5 * 60_000;
/** A keyed hash of 256 bits in base64url. */
const HASH_LENGTH = 43;

/** What must hold of outcomes. That each has its team is a foreign key. */
export function outcomeChecks(now: number): readonly Check[] {
  const latest = now + TOLERANCE_MS;
  return [
    {
      sql: `select count(*) as count from outcomes
        where at > ${latest} or learned_at > ${latest} or at < 0 or learned_at < 0`,
      tell: (count) => ({
        text: `${count} outcomes have a time that can't be: it is to come, or before 1970`,
      }),
    },
    {
      sql: `select count(*) as count from outcomes
        where outcome not in (${words(OUTCOMES)}) or not (${PROOF_FITS})`,
      tell: (count) => ({ text: `${count} outcomes prove something else than they say` }),
    },
    {
      sql: `select count(*) as count from outcomes
        where length(address) <> ${HASH_LENGTH} or address like '%@%' or domain = '' or domain like '%@%'`,
      tell: (count) => ({ text: `${count} outcomes have no hash of an address, or no domain` }),
    },
    {
      sql: `select count(*) as count from outcomes
        where not exists (select 1 from verifier_secrets where name = '${KEY_NAME}')`,
      tell: (count) => ({
        text: `${count} outcomes count for no address: the key that their addresses are hashed with is missing`,
      }),
    },
    {
      sql: `select count(*) as count from provider_addresses
        where provider not in (${words(PROVIDERS)}) or reported_at > ${latest} or created_at > ${latest}`,
      tell: (count) => ({
        text: `${count} addresses for reports of providers have an unknown provider, or a time to come`,
      }),
    },
  ];
}

/** As `proofOf` decides; an export's class of a hard bounce is undecided, and still proves it; a hint proves nothing. */
const PROOF_FITS = `(proof = 'gone' and outcome in ('no_mailbox', 'disabled', 'undecided'))
  or (proof = 'there' and outcome = 'delivered')
  or proof = 'none'`;

function words(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
