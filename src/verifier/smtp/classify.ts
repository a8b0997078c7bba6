import { BoundedMap } from '../../lib/bounded-map.ts';
import { matchReply } from '../providers/match-reply.ts';
import type { Provider } from '../providers/provider.ts';
import { BUILT_IN_TABLE } from '../providers/provider-table.ts';
import { type EchoSource, withoutEchoes } from './echoes.ts';
import { type LearnedMeaning, readReplyModel } from './learned/reply-model.ts';
import type { Meaning, Stage } from './meaning.ts';
import { enhancedCodeOf, isCut, KEPT, type Reply, textOf } from './reply.ts';
import type { ReplyRule } from './rules/rule.ts';
import { RULES } from './rules.ts';

/** A reply, and the command and host that it belongs to. */
export interface ReceivedReply {
  readonly stage: Stage;
  readonly reply: Reply;
  /** The MX host that replied. */
  readonly host: string;
  /** The address asked about: hosts echo it, and it is not their word. */
  readonly address?: string | undefined;
  /** The host's provider, if known; found in the built-in table if absent. */
  readonly provider?: Provider | undefined;
}

interface Classification {
  readonly meaning: Meaning;
  /** The rule that decided; of the learned model with its probability and the words that decided. */
  readonly rule: string;
  /** Minutes without contact with the provider, where its entry says so. */
  readonly restMinutes?: number;
}

/**
 * What a reply means: what its provider is known to mean by it, else the first rule that fits it, else what the
 * learned model says where that rule leaves open what the words mean.
 */
export function classify(received: ReceivedReply): Classification {
  return classifyByProvider(received) ?? classifyByWords(received).learned;
}

function classifyByProvider(received: ReceivedReply): Classification | undefined {
  const { stage, reply, host, provider } = received;
  const known = 'provider' in received ? provider : BUILT_IN_TABLE.find(host).provider;
  // A bare acceptance needs no look: most replies are one.
  if (!known || reply.code < 400) return undefined;
  const enhanced = enhancedCodeOf(reply) ?? '';
  const text = textOf(reply);
  const matched = matchReply(known, { stage, code: reply.code, enhanced, text });
  if (!matched) return undefined;
  const { meaning, restMinutes } = matched.reply;
  if (DECIDING.has(meaning) && isCut(reply)) return undefined;
  if (DECIDING.has(meaning) && contradicts(matched.rest, received, meaning)) return undefined;
  return { meaning, rule: `provider-${known.id}`, ...(restMinutes && { restMinutes }) };
}

/** What makes a result decided. */
const DECIDING: ReadonlySet<Meaning> = new Set(['busy', 'no_mailbox', 'full', 'disabled']);

/** Whether the words beside those of the table mean something else: "mailbox unavailable", "policy". */
function contradicts(
  rest: string,
  { host, address, reply }: ReceivedReply,
  meaning: Meaning,
): boolean {
  const asked = { host, address };
  const words = withoutEchoes(rest.replace(/\[[^[\]]*\]|\b\d\.\d{1,3}\.\d{1,3}\b/g, ' '), asked);
  if (!/\p{L}{2}/u.test(words)) return false;
  const other = classifyByWords({
    ...asked,
    stage: 'rcpt',
    reply: { code: reply.code, lines: [words] },
  }).byRules.meaning;
  return other !== meaning && !UNDECIDED_BY_CODE.has(other);
}

/** What a bare code leaves to mean, whatever words stand behind it. */
const UNDECIDED_BY_CODE: ReadonlySet<Meaning> = new Set([
  'no_mailbox',
  'unclear',
  'their_trouble',
  'greylisted',
]);

/** What rules say, and what stands once the learned model was asked behind them. */
interface WordsClassification {
  readonly byRules: Classification;
  readonly learned: Classification;
}

function classifyByWords({ stage, reply, host, address }: ReceivedReply): WordsClassification {
  const text = withoutEchoes(textOf(reply), { host, address });
  const enhanced = enhancedCodeOf(reply) ?? '';
  const code = String(reply.code);
  return classifyCached({ stage, host, code, enhanced, text, isCut: isCut(reply) });
}

/** All that rules look at. */
interface RuleInput {
  readonly stage: Stage;
  readonly host: string;
  readonly code: string;
  readonly enhanced: string;
  /** The reply without echoes. */
  readonly text: string;
  /** Words are missing. */
  readonly isCut: boolean;
}

/** A host says the same few sentences again and again, and so do most hosts. */
const MAX_CACHED = 5000;
/** In characters: a host that sends a long text for each recipient can't fill the memory. */
const MAX_CACHED_LENGTH = 300;
const classifications = new BoundedMap<string, WordsClassification>(MAX_CACHED);

function classifyCached(input: RuleInput): WordsClassification {
  const { stage, host, code, enhanced, text } = input;
  if (input.isCut || text.length > MAX_CACHED_LENGTH) return applyRules(input);
  const key = `${stage} ${code} ${enhanced} ${findHostRules(host)} ${text}`;
  const known = classifications.get(key);
  if (known) return known;
  const found = applyRules(input);
  classifications.set(key, found);
  return found;
}

const HOSTS: readonly RegExp[] = RULES.flatMap(({ host }) => host ?? []);
const hostRules = new BoundedMap<string, string>(MAX_CACHED);

/** Which of the rules for known hosts may fit here. */
function findHostRules(host: string): string {
  const known = hostRules.get(host);
  if (known !== undefined) return known;
  const fitting = HOSTS.flatMap((one, at) => (one.test(host) ? [at] : [])).join(',');
  hostRules.set(host, fitting);
  return fitting;
}

/** What rules and the learned model see of a reply's text. */
export function toRuleText(text: string, source: EchoSource): string {
  return foldForRules(withoutEchoes(text, source));
}

function foldForRules(text: string): string {
  return foldText(text).toLowerCase();
}

function applyRules(input: RuleInput): WordsClassification {
  const text = foldForRules(input.text);
  // One character may come to eighteen.
  const isCut = input.isCut || text.length > KEPT.text;
  const folded = { ...input, text: text.slice(0, KEPT.text), isCut };
  const { meaning, id, open } = RULES.find((rule) => matches(rule, folded)) ?? NO_RULE;
  const byRules = { meaning, rule: id };
  const learned = open && readReplyModel().decide(folded);
  return { byRules, learned: learned ? toClassification(learned) : byRules };
}

const NO_RULE = { meaning: 'unclear', id: 'none', open: true } as const;

/** `learned 0.98: "no such person"`. */
function toClassification({ meaning, probability, words }: LearnedMeaning): Classification {
  const quoted = words.map((one) => `"${one}"`).join(', ');
  return { meaning, rule: `learned ${Math.min(0.99, probability).toFixed(2)}: ${quoted}` };
}

function matches(
  rule: ReplyRule,
  { stage, host, code, enhanced, text, ...reply }: RuleInput,
): boolean {
  return (
    isStage(rule.stage ?? 'rcpt', stage) &&
    (!rule.cut || reply.isCut) &&
    (rule.codes?.test(code) ?? true) &&
    (rule.host?.test(host) ?? true) &&
    (rule.enhanced?.test(enhanced) ?? true) &&
    (rule.text?.test(text) ?? true)
  );
}

function isStage(wanted: NonNullable<ReplyRule['stage']>, stage: Stage): boolean {
  if (wanted === 'any') return true;
  return wanted === 'before_rcpt' ? stage !== 'rcpt' : wanted === stage;
}

/** NFKD takes letters and their accents apart; other scripts are put together again. */
function foldText(text: string): string {
  const plain = text.normalize('NFKD').replace(/([a-z])\p{M}+/giu, '$1');
  return plain
    .normalize('NFC')
    .replace(/[łŁıøØßđĐæÆ’‘´`]/g, (letter) => STROKED[letter] ?? letter)
    .replace(/(?<![a-z-])[a-z]+(?:-[a-z]+){2,}/gi, (chain) => chain.replaceAll('-', ' '))
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ');
}

const STROKED: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  ø: 'o',
  Ø: 'O',
  ß: 'ss',
  đ: 'd',
  Đ: 'D',
  æ: 'ae',
  Æ: 'AE',
  '’': "'",
  '‘': "'",
  '´': "'",
  '`': "'",
};
