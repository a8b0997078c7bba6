import { environmentSource, readSettings, type SettingSource } from '../../settings/read.ts';
import { VERIFIER_SETTINGS, type VerifierOptions } from '../../settings/verifier.ts';
import type { Env } from '../context.ts';

/** The verifier's settings from flags, else from the environment or `more`. Absent ones keep the defaults. */
export function readVerifierOptions(
  flags: SettingSource,
  env: Env,
  ...more: SettingSource[]
): VerifierOptions {
  return readSettings(VERIFIER_SETTINGS, [flags, environmentSource(env), ...more]);
}
