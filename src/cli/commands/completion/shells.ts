import { MailvetError } from '../../../errors.ts';
import { knownWordsHint } from '../../../lib/did-you-mean.ts';

export const SHELLS = ['bash', 'zsh', 'fish', 'pwsh'] as const;
export type Shell = (typeof SHELLS)[number];

export function parseShell(text: string): Shell {
  const shell = SHELLS.find((each) => each === text);
  if (shell) return shell;
  throw new MailvetError('usage', `Unknown shell '${text}'`, {
    hint: knownWordsHint(text, 'Shells', SHELLS),
  });
}
