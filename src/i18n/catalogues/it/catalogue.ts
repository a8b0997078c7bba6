import type { Catalogue, Translation } from '../../catalogue.ts';
import { access } from './access.ts';
import { account } from './account.ts';
import { faults } from './faults.ts';
import { layout } from './layout.ts';

export const catalogue: Translation<Catalogue> = { access, account, faults, layout };
