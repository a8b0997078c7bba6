import type { Command } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';

export function registerLogin(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('login')
    .summary('store an API key')
    .description('Store an API key, after trying it against the service')
    .option('--with-key', 'read the key from stdin instead of asking for it')
    .option('--keychain', 'keep it in the keychain of the system (macOS, Linux with secret-tool)');
  perform(command, dependencies, async () => {
    const { parseLoginOptions, runLogin } = await import('./run.ts');
    return withOptions({ parse: parseLoginOptions, run: runLogin });
  });
}
