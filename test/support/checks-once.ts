import { needTools } from '../../scripts/tools/need.ts';

/** Installs what examines packages, types and pages, and bundles, before the first test imports it. */
export function setup(): void {
  needTools('checks');
  needTools('executable');
}
