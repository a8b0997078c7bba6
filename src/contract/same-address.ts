import { domainToASCII } from 'node:url';

/**
 * An address as mail is delivered to it: the domain in lower-case ASCII, the local part as it is
 * (RFC 5321 §2.4). Two spellings of one address have the same form.
 */
export function deliveryForm(email: string): string {
  const trimmed = email.trim();
  const at = trimmed.lastIndexOf('@');
  const domain = trimmed.slice(at + 1).toLowerCase();
  return `${trimmed.slice(0, at + 1)}${domainToASCII(domain) || domain}`;
}

/**
 * Whether an answer that names `answered` is about the address that was asked about. Services that
 * fold the local part are believed: where no second address was asked about, nothing is mixed up.
 */
export function isAboutAddress(asked: string, answered: string): boolean {
  if (asked === answered) return true;
  return deliveryForm(asked).toLowerCase() === deliveryForm(answered).toLowerCase();
}
