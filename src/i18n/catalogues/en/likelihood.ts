/** What a likelihood rests on, found by the English sentences (service/likelihood/evidence-words.ts). */
export const likelihood = {
  range: '{value, number} (95 %: {low, number} to {high, number})',
  unknown: 'unknown: {fault}',
  nothing_known:
    'no outcome of mail is known, neither of this domain nor of others at its provider',
  domain_unknown: 'no outcome of this domain is known',
  domain:
    'this domain: {delivered, number} of {count, plural, one {# address} other {# addresses}} got their mail; the newest outcome is {days, plural, one {# day} other {# days}} old',
  provider:
    'its provider: {delivered, number} of {count, plural, one {# address} other {# addresses}} got their mail',
  pair: 'domains with the same gateway and host: {delivered, number} of {count, plural, one {# address} other {# addresses}} got their mail',
  behind: 'mail behind the gateway goes to {host}, by SPF',
  form_known:
    '{fault}: {delivered, number} of {count, plural, one {# address} other {# addresses}} got their mail at this domain',
  form_unknown: '{fault}: none with this form is known at this domain',
  form: 'the form {form}',
  role: 'the address of a function',
  random: 'a random string',
  digits: 'a name with digits',
  word: 'one word',
  several: 'several words',
} as const;
