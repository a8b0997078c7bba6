import { OVER_QUOTA } from '../words.ts';
import type { Rule } from './rule.ts';

/** Providers whose word for a missing mailbox looks like a refusal of us. Only on their own hosts. */
export const ON_KNOWN_HOSTS: readonly Rule[] = [
  {
    id: 'microsoft-365-unknown',
    codes: /^550/,
    enhanced: /^5\.4\.1$/,
    text: /recipient address(es)? rejected\W+access denied/i,
    host: /\.(protection\.outlook\.com|mx\.microsoft)$/i,
    meaning: 'no_mailbox',
    because: 'Microsoft 365, directory-based edge blocking: no such recipient',
  },
  {
    id: 'yandex-unknown',
    codes: /^550/,
    enhanced: /^5\.7\.1$/,
    text: /^no such user!?( [\w-]+)?$/i,
    host: /\.yandex\.(net|ru)$/i,
    meaning: 'no_mailbox',
    because: 'Yandex says 5.7.1 for an unknown user, and the number of the session behind it',
  },
  {
    id: 'proofpoint-essentials-unknown',
    codes: /^550/,
    text: /user email address is marked as invalid/i,
    host: /\.(ppe-hosted|pphosted)\.com$/i,
    meaning: 'no_mailbox',
    because: 'Proofpoint Essentials, SMTP discovery',
  },
  {
    id: 'mail-ru-disabled',
    codes: /^550/,
    text: /invalid mailbox.{0,80}(disabled|inactive|blocked|terminated|suspended|frozen)/i,
    host: /\.mail\.ru$/i,
    meaning: 'disabled',
    because:
      'Mail.ru "Message was not accepted -- invalid mailbox" is about the mailbox, not the message',
  },
  {
    id: 'mail-ru-unknown',
    codes: /^550/,
    text: /invalid mailbox/i,
    host: /\.mail\.ru$/i,
    meaning: 'no_mailbox',
    because: 'the same words with "user not found"',
  },
  {
    id: 'mail-ru-full',
    codes: /^[45]/,
    text: OVER_QUOTA,
    host: /\.mail\.ru$/i,
    meaning: 'full',
    because: 'the same words with "mailbox quota exceeded"',
  },
  {
    id: 'trend-micro-unknown',
    codes: /^55\d/,
    text: /recipient address rejected: invalid-recipient/i,
    host: /\.trendmicro\.(com|eu)$/i,
    meaning: 'no_mailbox',
    because: 'Trend Micro Email Security, 5.7.1 for an address that its directory has not got',
  },
  {
    id: 'zerospam-unknown',
    codes: /^55\d/,
    text: /not in recipient list/i,
    host: /\.zerospam\.ca$/i,
    meaning: 'no_mailbox',
    because: 'ZeroSpam, 5.7.1 for an address that its directory has not got',
  },
  {
    id: 'carrier-unknown',
    codes: /^550/,
    text: /unknown user|user unknown/i,
    host: /\.(docomo|ezweb)\.ne\.jp$|(^|\.)au\.com$/i,
    meaning: 'unclear',
    because:
      'docomo and au answer so for a user who filters us as well as for one who does not exist',
  },
  {
    id: 'rambler-disabled',
    codes: /^5/,
    text: /recipient address rejected: (inactive|blocked)/i,
    host: /\.rambler\.ru$/i,
    meaning: 'disabled',
    because: 'Rambler 540 5.7.1',
  },
  {
    id: 'inactivity',
    codes: /^5/,
    enhanced: /^5\.2\.1$/,
    text: /(due to|because of|for|after) inactivity|^(the |this )?(mailbox|account) (is|was|has been) (blocked|disabled|inactive)\W*$/i,
    meaning: 'disabled',
    because:
      'Free "blocked due to inactivity", Yandex "Mailbox is blocked": the mailbox, although it says blocked',
  },
];
