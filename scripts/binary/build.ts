/**
 * Builds mailvet as one file that needs no Node, `out/mailvet` (docs/adr/0005).
 *
 *     node scripts/binary/build.ts                     for this machine, around the Node that runs this
 *     node scripts/binary/build.ts --target win-x64 --node node.exe
 *                                                      out/mailvet-win-x64.exe, around that Node
 */
import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createBundle } from './bundle.ts';
import { writeExecutable } from './executable.ts';
import {
  type NodeBinary,
  ownPlatform,
  type Platform,
  parsePlatform,
  readNodeBinary,
} from './platforms.ts';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

interface Order {
  readonly target: Platform;
  readonly node: NodeBinary;
  readonly output: string;
}

function parseOrder(args: readonly string[]): Order {
  const options = {
    target: { type: 'string' },
    node: { type: 'string' },
    output: { type: 'string' },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  const target = values.target === undefined ? ownPlatform() : parsePlatform(values.target);
  const node = readNodeBinary(nodeFor(target, values.node));
  rejectOtherNode(node, target);
  return {
    target,
    node,
    output: values.output ?? defaultOutput(target, values.target !== undefined),
  };
}

function nodeFor(target: Platform, given: string | undefined): string {
  if (given !== undefined) return given;
  if (target === ownPlatform()) return realpathSync(process.execPath);
  throw new Error(`Building for ${target} needs its Node: add --node <path>`);
}

function rejectOtherNode(node: NodeBinary, target: Platform): void {
  if (node.platform !== target) {
    throw new Error(`${node.path} is a Node for ${node.platform}, not for ${target}`);
  }
  if (node.version !== process.versions.node) {
    throw new Error(
      `${node.path} is Node ${node.version}, and this is ${process.versions.node}: they must be the same`,
    );
  }
}

function defaultOutput(target: Platform, isNamed: boolean): string {
  const suffix = target === 'win-x64' ? '.exe' : '';
  return join(ROOT, 'out', `mailvet${isNamed ? `-${target}` : ''}${suffix}`);
}

async function build({ target, node, output }: Order): Promise<void> {
  mkdirSync(dirname(output), { recursive: true });
  await writeExecutable(node, await createBundle(), output);
  const megabytes = Math.round(statSync(output).size / 1e6);
  console.log(`${output}: ${target}, Node ${node.version}, ${megabytes} MB`);
  if (target.startsWith('darwin') && process.platform !== 'darwin') {
    console.log(`It must be signed on a Mac before it starts there: codesign --sign - ${output}`);
  }
}

try {
  await build(parseOrder(process.argv.slice(2)));
} catch (error) {
  console.error(`build:binary: ${(error as Error).message}`);
  process.exitCode = 1;
}
