import type { Meaning, Stage } from '../meaning.ts';

/** Every given pattern has to fit. Texts come without echoed addresses, on one line. */
export interface ReplyRule {
  readonly id: string;
  /** `rcpt` unless given. */
  readonly stage?: Stage | 'before_rcpt' | 'any';
  readonly codes?: RegExp;
  /** The enhanced code, empty without one. */
  readonly enhanced?: RegExp;
  readonly text?: Pick<RegExp, 'test'>;
  /** It fits where words of the reply are missing. */
  readonly cut?: true;
  readonly host?: RegExp;
  readonly meaning: Meaning;
  /** It fits for want of words that a rule knows, and says nothing positive: the learned model is asked. */
  readonly open?: true;
  readonly because: string;
}
