import { SENDER_REPUTATION } from '../sender-reputation.ts';
import type { ReplyRule } from './rule.ts';

/** A relay that is not ours to use, or words about us. */
export const ON_SENDER: readonly ReplyRule[] = [
  {
    id: 'relay',
    codes: /^[45]/,
    text: /relay(ing)?( access| is| not)? (denied|disallowed|prohibited|not (permitted|allowed))|relaying|rcpthosts|as a relay|open relay|not (permitted|allowed) to relay|we (do not|don.t) relay|unable to relay|relay rejected|send to a non-local/i,
    meaning: 'relay_denied',
    because: 'the host does not serve the domain: its MX record is wrong, the mailbox is not known',
  },
  {
    id: 'their-queue',
    codes: /^4/,
    text: /organi[sz]ation queue quota|system (storage|resources)|disk(?! quota)/i,
    meaning: 'their_trouble',
    because: 'Outlook 4.7.3: a quota of their queue, not of the mailbox',
  },
  {
    id: 'relayed-from',
    codes: /^550/,
    text: /relay=\[/i,
    meaning: 'blocked',
    because: 'AT&T 5.2.1 "Addressee unknown, relay=[…]" answers a client that it does not like',
  },
  {
    id: 'about-us',
    codes: /^[45]/,
    text: SENDER_REPUTATION,
    meaning: 'blocked',
    because: 'the words are about the client, its reputation or its message',
  },
];
