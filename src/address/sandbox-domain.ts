import { domainOf } from '../lib/address-parts.ts';
import { asciiDomain } from './domain.ts';

/**
 * The reserved domain whose addresses are answered by a simulated mail world. RFC 6761 §6.2 keeps
 * `.test` out of the DNS, so that no real mailbox can ever be under it.
 */
export const SANDBOX_DOMAIN = 'sandbox.test';

/**
 * Most addresses are ruled out by their last letter: an ASCII letter stands for itself in any spelling,
 * any other character may stand for the last one of `test`.
 */
const MAY_BE_SANDBOX = /[^a-su-z]/i;

/** True for `sandbox.test` and what is below it, in any spelling that mail is delivered by. */
function isSandboxDomain(domain: string): boolean {
  const ascii = asciiDomain(domain);
  if (!ascii.ok) return false;
  const name = ascii.domain;
  return name === SANDBOX_DOMAIN || name.endsWith(`.${SANDBOX_DOMAIN}`);
}

/** Whether an address is answered by the sandbox: without the network, and without cost. */
export function isSandboxAddress(email: string): boolean {
  return MAY_BE_SANDBOX.test(email.slice(-1)) && isSandboxDomain(domainOf(email));
}
