/**
 * Runs a composite action as GitHub's runner does, as far as ours need it: expressions of inputs and
 * outputs, conditions, the files of GITHUB_OUTPUT, GITHUB_STEP_SUMMARY and GITHUB_PATH. A step that
 * uses another action is noted, not run.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Program } from './run-program.ts';

type Texts = Readonly<Record<string, string>>;

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | boolean>>;
  readonly env?: Texts;
  readonly run?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export type ActionRun = Awaited<ReturnType<typeof runAction>>;

interface Surroundings {
  /** Where the action lies. */
  readonly actionPath: string;
  /** The workspace, with a folder for the runner in it. */
  readonly workspace: string;
  readonly env: Texts;
}

export async function readAction(path: string): Promise<Action> {
  return parse(await readFile(path, 'utf8'));
}

export async function runAction(
  action: Action,
  given: Texts,
  { actionPath, workspace, env }: Surroundings,
) {
  const runner = join(workspace, '.runner');
  await mkdir(join(runner, 'temp'), { recursive: true });
  const file = (name: string) => join(runner, name);
  const scope = new Scope(action, given);
  /** The steps that use other actions, with their parameters. */
  const used: { readonly uses: string; readonly with: Texts }[] = [];
  let [log, exitCode] = ['', 0];
  await Promise.all(['summary', 'path'].map((name) => writeFile(file(name), '')));
  for (const step of action.runs.steps) {
    if (!scope.isDue(step.if, exitCode !== 0)) continue;
    if (step.uses !== undefined) {
      used.push({ uses: step.uses, with: scope.expandAll(step.with ?? {}) });
      continue;
    }
    await writeFile(file('output'), '');
    const github = {
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: actionPath,
      GITHUB_WORKSPACE: workspace,
      GITHUB_OUTPUT: file('output'),
      GITHUB_STEP_SUMMARY: file('summary'),
      GITHUB_PATH: file('path'),
      RUNNER_TEMP: file('temp'),
    };
    // `shell: bash` of a step (https://docs.github.com/actions, `jobs.<job_id>.steps[*].shell`).
    const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', scope.expand(step.run ?? '')];
    const added = (await readFile(file('path'), 'utf8')).split('\n').filter((one) => one !== '');
    const PATH = [...added.reverse(), env.PATH].join(':');
    const ran = await new Program('bash', args, {
      cwd: workspace,
      env: { ...env, PATH, ...scope.expandAll(step.env ?? {}), ...github },
      stdio: ['ignore', 'pipe', 'pipe'],
    }).ended;
    log += ran.stdout + ran.stderr;
    if (step.id) scope.steps[step.id] = readOutputs(await readFile(file('output'), 'utf8'));
    exitCode ||= ran.exitCode ?? 1;
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, value]);
  return {
    exitCode,
    log,
    summary: await readFile(file('summary'), 'utf8'),
    outputs: scope.expandAll(Object.fromEntries(outputs)),
    used,
    /** What the steps added to the PATH of later ones, one folder a line. */
    path: await readFile(file('path'), 'utf8'),
  };
}

/** What expressions refer to. */
class Scope {
  readonly steps: Record<string, Texts> = {};
  readonly #inputs: Texts;

  constructor({ inputs }: Action, given: Texts) {
    const unknown = Object.keys(given).find((name) => !(name in inputs));
    if (unknown !== undefined) throw new Error(`The action has no input ${unknown}`);
    const defaults = Object.entries(inputs).map(([name, input]) => [name, input.default ?? '']);
    this.#inputs = { ...Object.fromEntries(defaults), ...given };
  }

  /** Without `always()` a step is left out behind one that failed. */
  isDue(condition: string | undefined, hasFailed: boolean): boolean {
    if (hasFailed && !condition?.includes('always()')) return false;
    return condition?.split('&&').every((part) => this.#holds(part.trim())) ?? true;
  }

  /** Text goes in as it is: that is why an expression in a script is dangerous. */
  expand(text: string): string {
    return text.replace(/\$\{\{\s*(\S+)\s*\}\}/g, (_, name: string) => this.#lookUp(name));
  }

  expandAll(values: Readonly<Record<string, string | boolean>>): Texts {
    const all = Object.entries(values).map(([name, value]) => [name, this.expand(`${value}`)]);
    return Object.fromEntries(all);
  }

  #holds(part: string): boolean {
    if (part === 'always()') return true;
    const match = /^(\S+) (==|!=) '(.*)'$/.exec(part);
    if (!match) throw new Error(`This condition is not understood: ${part}`);
    const [, name = '', operator, value] = match;
    return (this.#lookUp(name) === value) === (operator === '==');
  }

  #lookUp(name: string): string {
    const [kind, first = '', outputs, last = ''] = name.split('.');
    if (kind === 'inputs' && first in this.#inputs) return this.#inputs[first] ?? '';
    if (kind === 'steps' && outputs === 'outputs') return this.steps[first]?.[last] ?? '';
    throw new Error(`This expression is not understood: ${name}`);
  }
}

/** `name=value` lines, and values between marks. */
function readOutputs(text: string): Texts {
  const pairs = /^([^<=\n]+)(?:=(.*)|<<(.+)\n([\s\S]*?)\n?^\3)$/gm;
  const found = [...text.matchAll(pairs)];
  return Object.fromEntries(found.map(([, name, line, , lines]) => [name, line ?? lines]));
}
