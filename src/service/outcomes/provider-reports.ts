import { message } from '../../i18n/message.ts';
import { sha256 } from '../../lib/sha256.ts';
import type { StorageContext, StoreContext, TimedContext, TokenContext } from '../ports.ts';
import { PeopleError } from '../service-error.ts';
import { type Learned, type LearnedOutcome, learnMany } from './learn-outcomes.ts';
import type { ProviderAddress, ProviderName } from './records.ts';

/** Stores what a provider reported, whose signature was checked. */
export async function learnReported(
  context: StorageContext,
  address: ProviderAddress,
  outcomes: readonly LearnedOutcome[],
): Promise<Learned> {
  const learned = await learnMany(context, address.teamId, outcomes);
  const report = { at: context.clock.now(), outcomes: learned.stored };
  await context.store.providerAddresses.noteReport(address, report);
  return learned;
}

/** Longer than a signature counts before and after its time. */
const TOKEN_USED_MS = 60 * 60_000;

/**
 * Works on a report once for each token of its signature: undefined where the token was used before, by any process of
 * the service. After an error the token is free again, so that the provider can send the report once more.
 */
export async function onlyOnce<T>(
  { store, clock }: TimedContext,
  { teamId, provider }: ProviderAddress,
  token: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const at = clock.now();
  const hash = sha256(token);
  // Kept among the keys of requests, which are swept when they expire.
  const claim = { key: `${provider} ${hash}`, hash, email: '', at, expiresAt: at + TOKEN_USED_MS };
  const rows = store.team(teamId);
  if (!(await rows.claimKey(claim))) return undefined;
  try {
    return await work();
  } catch (error) {
    await rows.releaseKey(claim);
    throw error;
  }
}

/** The address that a token belongs to. */
export function findProviderAddress(
  { store }: StoreContext,
  provider: ProviderName,
  token: string,
): Promise<ProviderAddress | undefined> {
  return store.providerAddresses.find(provider, sha256(token));
}

const TOKEN_LENGTH = 32;

/** Gives a team the address of a provider, or another one: the earlier one ends. Returns its token, which is stored as a hash. */
export async function renewAddress(
  { store, clock, token: createToken }: TokenContext,
  teamId: string,
  provider: ProviderName,
): Promise<string> {
  const token = createToken(TOKEN_LENGTH);
  const createdAt = clock.now();
  await store.providerAddresses.renew({ teamId, provider, tokenHash: sha256(token), createdAt });
  return token;
}

/** In characters: a public key of SendGrid has 124. */
const LONGEST_KEY = 1000;

/** Keeps what a provider's signatures are checked with; an empty text ends that. */
export async function setSigningKey(
  { store }: StoreContext,
  { teamId, provider, signingKey }: SigningKey,
): Promise<void> {
  const key = signingKey.replace(/-----[A-Z ]+-----|\s/g, '');
  if (key.length > LONGEST_KEY)
    throw new PeopleError('refused', message('errorTexts.key_too_long'));
  if (await store.providerAddresses.setKey(teamId, provider, key || null)) return;
  throw new PeopleError('not_found', message('errorTexts.address_first'));
}

interface SigningKey {
  readonly teamId: string;
  readonly provider: ProviderName;
  /** As the provider shows it. */
  readonly signingKey: string;
}
