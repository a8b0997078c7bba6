import type { CommandLine } from '../../invocation.ts';
import { parseSubmitOptions, type SubmitOptions } from '../batch/options.ts';

export interface PlanOptions extends Pick<SubmitOptions, 'file' | 'reading'> {
  readonly limits: Pick<SubmitOptions['limits'], 'maxInput' | 'sample'>;
}

/** The list is named and read as `batch submit` does. */
export function parsePlanOptions(line: CommandLine): PlanOptions {
  const { file, reading, limits } = parseSubmitOptions(line);
  return { file, reading, limits };
}
