import type { Jq } from '../../../src/cli/json/jq-type.ts';
import { MailvetError } from '../../../src/errors.ts';

/** jq lies in a file of its own, which one executable has not got. */
export async function loadJq(): Promise<Jq> {
  throw new MailvetError('usage', 'This executable has no jq inside: --jq needs the npm package', {
    hint: 'Pipe the JSON into jq, or choose fields: --json=<fields>',
  });
}
