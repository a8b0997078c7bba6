/** Prints the bill of materials of a release, CycloneDX in JSON. */
import { billOfMaterials } from './bill-of-materials.ts';
import { ROOT } from './share.ts';

console.log(JSON.stringify(billOfMaterials(ROOT), null, 2));
