import type { VerifierOptions } from '../settings/verifier.ts';
import { withOverrides } from '../verifier/providers/provider-table.ts';
import type { VerifierSettings } from '../verifier/verifier-settings.ts';
import { checkSourceAddresses, readEgresses } from './egress.ts';
import { readProviders } from './providers.ts';

/**
 * The options as the verifier takes them, with the files that they name.
 *
 * @throws MailvetError `config` for a file or a value that can't be used.
 */
export async function toVerifierSettings({
  providers: table,
  egress: ways,
  ...same
}: VerifierOptions): Promise<Partial<VerifierSettings>> {
  const providers = await readProviders(table);
  const egress = await readEgresses(ways, withOverrides(providers));
  await checkSourceAddresses(egress);
  return { ...same, providers, egress };
}
