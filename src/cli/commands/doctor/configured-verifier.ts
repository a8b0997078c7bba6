import { resolve } from 'node:path';
import type { CommandLine } from '../../invocation.ts';
import { environmentSource, flagSource, readSettings } from '../../options/settings.ts';
import { toVerifierOptions, VERIFIER_SETTINGS } from '../../service/verifier-options.ts';
import { readConfigFile } from '../serve/config-file.ts';
import type { VerifierSettings } from '../serve/options.ts';

/**
 * Those of flags, environment and, where one is given, of a service's config file.
 *
 * @throws MailvetError `config` for a file that can't be read and for a setting that can't be used.
 */
export async function readConfiguredVerifier({
  flags,
  context,
}: CommandLine): Promise<VerifierSettings> {
  const { source, inline } = await readConfigFile(flags, context);
  const sources = [flagSource(flags), environmentSource(context.env), source];
  return { ...inline, ...toVerifierOptions(readSettings(VERIFIER_SETTINGS, sources)) };
}

/** The path of `--config` or MAILVET_CONFIG. */
export function configPath({ flags, context }: CommandLine): string | undefined {
  const given = flags.config ?? (context.env.MAILVET_CONFIG || undefined);
  return given === undefined ? undefined : resolve(context.cwd, String(given));
}
