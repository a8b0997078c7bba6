import type { Command } from 'commander';
import type { Invocation } from '../../invocation.ts';
import { printOne } from '../../io/print.ts';
import { describeProgram } from './describe-program.ts';

export async function runCommands(invocation: Invocation, program: Command): Promise<undefined> {
  const described = describeProgram(program);
  const width = Math.max(...described.commands.map(({ command }) => command.length));
  const lines = described.commands.map(
    ({ command, summary }) => `mailvet ${command.padEnd(width)}  ${summary}\n`,
  );
  await printOne(invocation, described, lines.join(''));
}
