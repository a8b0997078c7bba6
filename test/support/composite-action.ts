/**
 * Runs a composite action as GitHub's runner does, as far as ours need it: expressions of inputs and
 * outputs, conditions, the files of GITHUB_OUTPUT, GITHUB_STEP_SUMMARY and GITHUB_PATH. A step that
 * uses another action is noted, not run.
 */
import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | boolean>>;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

export interface Action {
  readonly inputs: Readonly<
    Record<string, { readonly default?: string; readonly required?: boolean }>
  >;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export interface ActionRun {
  readonly exitCode: number;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** The steps that use other actions, with their parameters. */
  readonly used: readonly {
    readonly uses: string;
    readonly with: Readonly<Record<string, string>>;
  }[];
  /** What the steps added to the PATH of later ones, one folder a line. */
  readonly path: string;
}

interface Surroundings {
  /** Where the action lies. */
  readonly actionPath: string;
  /** The workspace, with a folder for the runner in it. */
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
}

export async function readAction(path: string): Promise<Action> {
  return parse(await readFile(path, 'utf8'));
}

export async function runAction(
  action: Action,
  inputs: Readonly<Record<string, string>>,
  { actionPath, workspace, env }: Surroundings,
): Promise<ActionRun> {
  const runner = join(workspace, '.runner');
  await mkdir(join(runner, 'temp'), { recursive: true });
  const file = (name: string) => join(runner, name);
  const scope: Scope = { inputs: withDefaults(action, inputs), steps: {}, failed: false };
  const used: { uses: string; with: Record<string, string> }[] = [];
  let [log, exitCode] = ['', 0];
  await Promise.all(['summary', 'path'].map((name) => writeFile(file(name), '')));
  for (const step of action.runs.steps) {
    if (!isDue(step.if, scope)) continue;
    if (step.uses !== undefined) {
      used.push({ uses: step.uses, with: expandAll(step.with ?? {}, scope) });
      continue;
    }
    await writeFile(file('output'), '');
    const ran = await runShell(expand(step.run ?? '', scope), {
      cwd: workspace,
      env: {
        ...env,
        ...expandAll(step.env ?? {}, scope),
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: actionPath,
        GITHUB_WORKSPACE: workspace,
        GITHUB_OUTPUT: file('output'),
        GITHUB_STEP_SUMMARY: file('summary'),
        GITHUB_PATH: file('path'),
        RUNNER_TEMP: file('temp'),
      },
    });
    log += ran.log;
    if (step.id) scope.steps[step.id] = readOutputs(await readFile(file('output'), 'utf8'));
    if (ran.exitCode !== 0 && !scope.failed) exitCode = ran.exitCode;
    scope.failed ||= ran.exitCode !== 0;
  }
  const values = Object.entries(action.outputs).map(([name, { value }]) => [
    name,
    expand(value, scope),
  ]);
  return {
    exitCode,
    log,
    summary: await readFile(file('summary'), 'utf8'),
    outputs: Object.fromEntries(values),
    used,
    path: await readFile(file('path'), 'utf8'),
  };
}

interface Scope {
  readonly inputs: Readonly<Record<string, string>>;
  readonly steps: Record<string, Readonly<Record<string, string>>>;
  failed: boolean;
}

function withDefaults({ inputs }: Action, given: Readonly<Record<string, string>>) {
  const unknown = Object.keys(given).find((name) => !(name in inputs));
  if (unknown !== undefined) throw new Error(`The action has no input ${unknown}`);
  const all = Object.entries(inputs).map(([name, { default: value = '' }]) => [
    name,
    given[name] ?? value,
  ]);
  return Object.fromEntries(all) as Record<string, string>;
}

/** Without `always()` a step is left out behind one that failed. */
function isDue(condition: string | undefined, scope: Scope): boolean {
  if (scope.failed && !condition?.includes('always()')) return false;
  return (
    condition === undefined || condition.split('&&').every((part) => holds(part.trim(), scope))
  );
}

function holds(part: string, scope: Scope): boolean {
  if (part === 'always()') return true;
  const match = /^(\S+) (==|!=) '(.*)'$/.exec(part);
  if (!match) throw new Error(`This condition is not understood: ${part}`);
  const [, name = '', operator, value] = match;
  return (lookUp(name, scope) === value) === (operator === '==');
}

/** Text goes in as it is: that is why an expression in a script is dangerous. */
function expand(text: string, scope: Scope): string {
  return text.replace(/\$\{\{\s*(\S+)\s*\}\}/g, (_, name: string) => lookUp(name, scope));
}

function expandAll(values: Readonly<Record<string, string | boolean>>, scope: Scope) {
  const all = Object.entries(values).map(([name, value]) => [name, expand(`${value}`, scope)]);
  return Object.fromEntries(all) as Record<string, string>;
}

function lookUp(name: string, { inputs, steps }: Scope): string {
  const [kind, first = '', outputs, last = ''] = name.split('.');
  if (kind === 'inputs' && first in inputs) return inputs[first] ?? '';
  if (kind === 'steps' && outputs === 'outputs') return steps[first]?.[last] ?? '';
  throw new Error(`This expression is not understood: ${name}`);
}

interface Surrounding {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** `shell: bash` of a step (https://docs.github.com/actions, `jobs.<job_id>.steps[*].shell`). */
async function runShell(script: string, { cwd, env }: Surrounding) {
  const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  const child = spawn('bash', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number>((resolve) => {
    child.once('close', (code) => resolve(code ?? 1));
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { log: out + err, exitCode: await ended };
}

/** `name=value` lines, and values between marks. */
function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const [, name = '', mark = ''] = /^([^<=]+)<<(.+)$/.exec(line) ?? [];
    if (mark) outputs[name] = lines.splice(0, lines.indexOf(mark)).join('\n');
    else if (line.includes('='))
      outputs[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1);
    if (mark) lines.shift();
  }
  return outputs;
}
