/** Lists as people have them: long names, long addresses, every verdict of the fake verifier. */

const NAMES =
  'Ann Ben Cem Dora Emil Fay Gus Hana Ida Jon Kim Lea Max Nia Otto Pia Quinn Rosa Sam Tea'.split(
    ' ',
  );
const DOMAINS = [
  'gmail.com',
  'outlook.com',
  'web.de',
  'example.org',
  'newsletter.universitaetsklinikum-musterstadt.example',
];
/** Before the name, what the fake verifier answers by. */
const KINDS = ['', '', '', '', '', 'gone.', '', 'open.', '', '', 'grey.', '', 'said.'];

/** So many addresses, and some that are to be fixed, in rows. */
export function contacts(rows: number): string {
  const lines = addresses(rows).map((address, at) => `${NAMES[at % NAMES.length]},${address},`);
  return ['First name,E-mail,Private', ...TO_FIX, ...lines, ''].join('\n');
}

/** What became of mail to so many of them: the outcomes of a program. */
export function outcomes(rows: number): readonly object[] {
  const at = new Date().toISOString();
  return addresses(rows).map((email, row) =>
    /^(gone|said)|[25]7@/.test(email)
      ? { email, outcome: 'no_mailbox', code: 550, status: '5.1.1', reply: REPLIES[row % 2], at }
      : { email, outcome: 'delivered', at },
  );
}

const REPLIES = [
  '550 5.1.1 <postmaster@mx-backup.universitaetsklinikum-musterstadt.example>: Recipient address rejected: User unknown in virtual mailbox table',
  '550 5.1.1 No such user',
];

function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const name = NAMES[at % NAMES.length] ?? '';
    const domain = DOMAINS[(at * 7) % DOMAINS.length];
    return `${KINDS[at % KINDS.length]}${name.toLowerCase()}.${at}@${domain}`;
  });
}

const TO_FIX = [
  'Ann,ann@x.com,ann@home.example',
  'Ann,ann@x.com,',
  'Ben,gone@x.com,ben@home.example',
  'Cem,grey@gmial.com,',
  'Cem,cem@hotmial.com,',
  'Dora,nonsense,',
  'Eva,eva@x.com; eva2@x.com,',
  'Fay,fay.maximiliane.von-und-zu-hohenstein@newsletter.universitaetsklinikum-musterstadt.example,',
];

export const LONG_NAME =
  'Newsletter_2026_Spring_campaign_existing-customers_DACH_region_final-v3 (copy of a copy).csv';
