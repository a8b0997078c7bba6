import type { Command } from 'commander';
import { type CliDependencies, perform } from '../../invocation.ts';

export function registerDoctor(program: Command, dependencies: CliDependencies): void {
  const command = program
    .command('doctor')
    .summary('check the setup (DNS, port 25, key, service)')
    .description(
      "Check this machine's setup: Node, settings, key, service; for the embedded service also DNS, and of each egress port 25, HELO name, reverse DNS and block lists",
    )
    .option('--config <file>', 'check this machine for a service with that config file')
    .option('--dnsbl <names>', 'block lists to check the public address against (comma-separated)')
    .option('--no-dnsbl', 'skip the block lists');
  perform(command, dependencies, async () => {
    const { doctorWith } = await import('./run.ts');
    const { realEgresses, realNetwork } = await import('./network.ts');
    return doctorWith({ openNetwork: realNetwork, openEgresses: realEgresses });
  });
}
