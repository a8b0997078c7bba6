/** The bill of materials that a release attests. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { billOfMaterials, findMissing } from '../../scripts/release/bill-of-materials.ts';
import { listRuntimeDependencies } from '../../scripts/release/dependencies.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const lock = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8'));
const bill = billOfMaterials(ROOT);
const find = (name: string) => bill.components.find((one) => one.name === name);

describe('the bill of materials', () => {
  it('is of mailvet, in a version of CycloneDX that registries read', () => {
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      metadata: {
        component: {
          name: 'mailvet',
          version: lock.version,
          purl: `pkg:npm/mailvet@${lock.version}`,
        },
      },
    });
  });

  it('names every package that users install, with its licence and its checksum', () => {
    expect(findMissing(bill, lock)).toEqual([]);
    // Of these a development dependency uses one as well.
    for (const name of ['pg', 'fflate', 'undici']) {
      expect(find(name)).toMatchObject({
        version: lock.packages[`node_modules/${name}`].version,
        licenses: [{ license: { id: 'MIT' } }],
        hashes: [{ alg: 'SHA-512' }],
      });
    }
  });

  it('names no package that only development needs', () => {
    const installed = new Set(listRuntimeDependencies(lock).map(({ name }) => name));
    const others = bill.components.filter(({ name }) => name !== 'node' && !installed.has(name));
    expect(others).toEqual([]);
    expect(find('vitest')).toBeUndefined();
  });

  it('names the Node inside the executable, in the terms of vulnerability databases', () => {
    const { version } = lock.packages['node_modules/node'];
    expect(find('node')).toMatchObject({
      version,
      cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    });
    const own = bill.dependencies.find(({ ref }) => ref === bill.metadata.component['bom-ref']);
    expect(own?.dependsOn).toContain(`node@${version}`);
  });

  it('has a reference for each dependency', () => {
    const refs = new Set(bill.components.map((one) => one['bom-ref']));
    expect(refs.size).toBe(bill.components.length);
    const used = bill.dependencies.flatMap(({ dependsOn }) => dependsOn);
    expect(used.filter((ref) => !refs.has(ref))).toEqual([]);
  });

  it('is refused where it lacks a package, or is of something else', () => {
    const components = bill.components.filter(({ name }) => name !== 'pg');
    expect(findMissing({ ...bill, components }, lock)).toEqual([
      `The bill of materials lacks pg ${find('pg')?.version}`,
    ]);
    const component = { ...bill.metadata.component, name: 'clone' };
    expect(findMissing({ ...bill, metadata: { component } }, lock)).toEqual([
      `The bill of materials is of clone ${lock.version}, not of mailvet`,
    ]);
  });
});
