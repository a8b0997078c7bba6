import { access } from './access.ts';
import { account } from './account.ts';
import { errors } from './errors.ts';
import { layout } from './layout.ts';

export const catalogue = { access, account, errors, layout } as const;
