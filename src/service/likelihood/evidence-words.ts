import { plural } from '../../lib/wording.ts';
import { type Counts, type DomainOutcomes, sumOf, total } from './evidence-counts.ts';

const DAY_MS = 24 * 60 * 60_000;

/** What a likelihood rests on, for people; in place of it why there is none. */
export function evidenceWords(
  form: string,
  { forms, gateway, behind, isPair }: DomainOutcomes,
  now: number,
): string[] {
  const domain = sumOf(forms);
  const same = sumOf(forms.filter((one) => one.form === form));
  if (total(domain) + total(gateway) === 0) {
    return [
      'no outcome of mail is known, neither of this domain nor of others at its provider',
      ...behindWords(behind),
    ];
  }
  const days = Math.round((now - Math.max(...forms.map(({ newest }) => newest))) / DAY_MS);
  return [
    total(domain) === 0
      ? 'no outcome of this domain is known'
      : `this domain: ${deliveredOf(domain)}; the newest outcome is ${plural(Math.max(0, days), 'day')} old`,
    ...behindWords(behind),
    ...(total(gateway) > 0
      ? [
          `${isPair ? 'domains with the same gateway and host' : 'its provider'}: ${deliveredOf(gateway)}`,
        ]
      : []),
    total(same) > 0
      ? `${formWords(form)}: ${deliveredOf(same)} at this domain`
      : `${formWords(form)}: none with this form is known at this domain`,
  ];
}

function behindWords(behind: string | undefined): string[] {
  if (behind === undefined) return [];
  return [`mail behind the gateway goes to ${HOST_NAMES[behind] ?? behind}, by SPF`];
}

const HOST_NAMES: Readonly<Record<string, string>> = {
  'microsoft-365': 'Microsoft 365',
  google: 'Google',
};

function deliveredOf(counts: Counts): string {
  return `${counts.delivered} of ${plural(total(counts), 'address', 'addresses')} got their mail`;
}

const FORM_WORDS: Readonly<Record<string, string>> = {
  role: 'the address of a function',
  random: 'a random string',
  digits: 'a name with digits',
  word: 'one word',
  several: 'several words',
};

function formWords(form: string): string {
  return FORM_WORDS[form] ?? `the form ${form}`;
}
