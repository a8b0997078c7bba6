import { access } from './access.ts';
import { account } from './account.ts';
import { faults } from './faults.ts';
import { layout } from './layout.ts';

export const catalogue = { access, account, faults, layout } as const;
