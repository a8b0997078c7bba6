import { createRandom } from './random.ts';

type State = 'dead' | 'full' | 'disabled';
type Label = State | 'undecided';

/** fixtures/smtp/phrases.json. */
export interface Phrases {
  readonly language: string;
  /** The text between a subject and its state; a space by default. */
  readonly joint?: string;
  readonly mailbox: readonly string[];
  readonly other: readonly string[];
  readonly missing: readonly string[];
  readonly full: readonly string[];
  readonly disabled: readonly string[];
  readonly passing: readonly string[];
  readonly aboutUs: readonly string[];
  readonly whole: Readonly<Record<Label, readonly string[]>>;
}

export interface ComposedReply {
  readonly reply: string;
  readonly label: Label;
}

const CODES = ['550', '550', '550', '551', '552', '553', '554'];
/** The same for all that is said: these sentences teach words, not codes. */
const ENHANCED = ['', '', '', '5.0.0 ', '5.1.1 ', '5.2.1 ', '5.2.2 ', '5.5.0 ', '5.7.1 '];
const FRAMES = [
  ...['', '', '', '', 'Recipient address rejected: ', 'Requested action not taken: ', 'sorry, '],
  ...['error: ', 'delivery failed: ', 'rejected: ', 'mail not accepted: '],
];
const ENDS = ['', '', '', '.', '!', ' [mx1]', ' (#0)'];

/** Sentences of one language, `count` of each kind. */
export function compose(phrases: Phrases, count: number, seed: number): ComposedReply[] {
  const random = createRandom(seed);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  const joint = phrases.joint ?? ' ';
  const say = (label: Label, words: string): ComposedReply => ({
    label,
    reply: `${pick(CODES)} ${pick(ENHANCED)}${pick(FRAMES)}${words}${pick(ENDS)}`,
  });
  const stateOf = (label: State) => pick(label === 'dead' ? phrases.missing : phrases[label]);
  const ofMailbox = (label: State) =>
    random() < 0.25
      ? pick(phrases.whole[label])
      : `${pick(phrases.mailbox)}${joint}${stateOf(label)}`;
  const anyState = () => pick(STATES) as State;
  const undecided = [
    () => `${pick(phrases.other)}${joint}${stateOf(anyState())}`,
    () => `${pick(phrases.mailbox)}${joint}${pick(phrases.passing)}`,
    () => [ofMailbox(anyState()), pick(phrases.aboutUs)].join(pick(JOINTS)),
    () => [pick(phrases.aboutUs), ofMailbox(anyState())].join(pick(JOINTS)),
    () => pick(phrases.whole.undecided),
    () => pick(phrases.aboutUs),
  ];
  const times = Array.from({ length: count });
  return [
    ...STATES.flatMap((label) => times.map(() => say(label as State, ofMailbox(label as State)))),
    ...undecided.flatMap((words) => times.map(() => say('undecided', words()))),
  ];
}

const STATES = ['dead', 'full', 'disabled'];
const JOINTS = ['; ', ': ', ' - ', '. ', ', '];
