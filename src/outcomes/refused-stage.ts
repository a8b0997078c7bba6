import type { Stage } from '../verifier/smtp/meaning.ts';

const STAGES: readonly (readonly [Stage, RegExp])[] = [
  [
    'mail',
    /in reply to MAIL FROM|after (?:pipelined )?(?:sending )?MAIL FROM|did not like our MAIL FROM|sender was rejected/i,
  ],
  [
    'hello',
    /in reply to (?:EHLO|HELO)|after (?:EHLO|HELO)|did not like our (?:EHLO|HELO)|my name was rejected/i,
  ],
  [
    'greeting',
    /after initial connection|while receiving the initial server greeting|refused to talk to me|but greeting failed/i,
  ],
];

/** The command before RCPT that was refused, where the sending server says so. */
export function stageIn(text: string): Stage | undefined {
  return STAGES.find(([, words]) => words.test(text))?.[0];
}
