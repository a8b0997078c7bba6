import { flagSource } from '../../../settings/read.ts';
import type { VerifierOptions } from '../../../settings/verifier.ts';
import type { CommandLine } from '../../invocation.ts';
import { readVerifierOptions } from '../../options/verifier-options.ts';
import { readConfigFile } from '../serve/config-file.ts';

/**
 * Those of flags, environment and, where one is given, of a service's config file.
 *
 * @throws MailvetError `config` for a file that can't be read and for a setting that can't be used.
 */
export async function readConfiguredVerifier({
  flags,
  context,
}: CommandLine): Promise<VerifierOptions> {
  const file = await readConfigFile(flags, context);
  return readVerifierOptions(flagSource(flags), context.env, file);
}
