import type { ChalkInstance } from 'chalk';
import type { Verdict } from '../../contract/verdict.ts';
import type { Context, Output } from '../context.ts';

/**
 * True when colours belong on this output. NO_COLOR wins, then FORCE_COLOR and CLICOLOR_FORCE, then
 * CLICOLOR=0, then the terminal (no-color.org, bixense.com/clicolors).
 */
export function wantsColour(output: Output, env: Context['env']): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return isOn(env.FORCE_COLOR);
  if (env.CLICOLOR_FORCE && isOn(env.CLICOLOR_FORCE)) return true;
  if (env.CLICOLOR === '0') return false;
  return output.isTTY && env.TERM !== 'dumb';
}

const isOn = (value: string) => value !== '0' && value !== 'false';

/** Colours a text by its meaning; returns it unchanged where colours are off. */
export interface Palette {
  verdict(verdict: Verdict, text: string): string;
  bold(text: string): string;
  faint(text: string): string;
  good(text: string): string;
  doubtful(text: string): string;
  bad(text: string): string;
}

/** The palette without colours. */
export const PLAIN: Palette = {
  verdict: (_verdict, text) => text,
  bold: (text) => text,
  faint: (text) => text,
  good: (text) => text,
  doubtful: (text) => text,
  bad: (text) => text,
};

/** Loads chalk only where colours are on. */
export async function paletteFor(output: Output, env: Context['env']): Promise<Palette> {
  if (!wantsColour(output, env)) return PLAIN;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return {
    verdict: (verdict, text) => chalk[COLOURS[verdict]](text),
    bold: (text) => chalk.bold(text),
    faint: (text) => chalk.dim(text),
    good: (text) => chalk.green(text),
    doubtful: (text) => chalk.yellow(text),
    bad: (text) => chalk.red(text),
  };
}

const COLOURS = {
  deliverable: 'green',
  risky: 'yellow',
  undeliverable: 'red',
  unknown: 'gray',
} as const satisfies Record<Verdict, keyof ChalkInstance>;
