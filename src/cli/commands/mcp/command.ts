import { type Command, Option } from 'commander';
import { type CliDependencies, perform, withOptions } from '../../invocation.ts';

export function registerMcp(program: Command, dependencies: CliDependencies): void {
  const gather = (value: string, before: string[] = []) => [...before, value];
  const command = program
    .command('mcp')
    .summary('tools for AI agents (Model Context Protocol)')
    .description(
      [
        'Serve the tools verify_email, verify_list and list_results to an AI agent,',
        'by the Model Context Protocol on stdin and stdout',
      ].join(' '),
    )
    .addOption(
      new Option(
        '--root <directory>',
        'a directory whose files may be read and written; repeat it for several (the roots that the client names, else the working directory)',
      ).argParser(gather),
    );
  perform(command, dependencies, async () => {
    const { parseMcpOptions, runMcp } = await import('./run.ts');
    return withOptions({ parse: parseMcpOptions, run: runMcp });
  });
}
