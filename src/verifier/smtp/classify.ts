import { withoutEchoes } from './echoes.ts';
import { foldText } from './fold.ts';
import type { Meaning, Stage } from './meaning.ts';
import { enhancedCodeOf, type Reply, textOf } from './reply.ts';
import { LONGEST_TEXT, type Rule } from './rules/rule.ts';
import { RULES } from './rules.ts';

export interface Said {
  readonly stage: Stage;
  readonly reply: Reply;
  /** The MX host that said it. */
  readonly host: string;
  /** The address asked about: hosts echo it, and it is not their word. */
  readonly address?: string;
}

export interface Classified {
  readonly meaning: Meaning;
  /** The rule that decided, for logs and tests. */
  readonly rule: string;
}

/** What a reply means: the first rule that fits it. */
export function classify(said: Said): Classified {
  const seen = new Seen(said);
  const rule = RULES.find((candidate) => fits(candidate, seen));
  return rule ? { meaning: rule.meaning, rule: rule.id } : { meaning: 'unclear', rule: 'none' };
}

/** What the rules look at. The text is made when it is looked at first: most replies are accepted by code. */
class Seen {
  readonly said: Said;
  readonly enhanced: string;
  #text: string | undefined;

  constructor(said: Said) {
    this.said = said;
    this.enhanced = enhancedCodeOf(said.reply) ?? '';
  }

  get text(): string {
    this.#text ??= foldText(withoutEchoes(textOf(this.said.reply), this.said)).slice(
      0,
      LONGEST_TEXT,
    );
    return this.#text;
  }
}

function fits(rule: Rule, seen: Seen): boolean {
  const { stage, reply, host } = seen.said;
  return (
    isStage(rule.stage ?? 'rcpt', stage) &&
    (rule.codes?.test(String(reply.code)) ?? true) &&
    (rule.host?.test(host) ?? true) &&
    (rule.enhanced?.test(seen.enhanced) ?? true) &&
    (rule.text?.test(seen.text) ?? true)
  );
}

function isStage(wanted: NonNullable<Rule['stage']>, stage: Stage): boolean {
  if (wanted === 'any') return true;
  return wanted === 'before_rcpt' ? stage !== 'rcpt' : wanted === stage;
}
