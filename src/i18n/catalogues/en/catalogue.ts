import { access } from './access.ts';
import { account } from './account.ts';
import { common } from './common.ts';
import { details } from './details.ts';
import { detailsAdvice } from './details-advice.ts';
import { detailsCounted } from './details-counted.ts';
import { faults } from './faults.ts';
import { layout } from './layout.ts';
import { problems } from './problems.ts';
import { reasonNames } from './reason-names.ts';
import { reasons } from './reasons.ts';
import { reasonsAdvice } from './reasons-advice.ts';
import { report } from './report.ts';
import { summary } from './summary.ts';
import { verdicts } from './verdicts.ts';
import { verdictsAdvice } from './verdicts-advice.ts';
import { verdictsMeaning } from './verdicts-meaning.ts';

export const catalogue = {
  access,
  account,
  common,
  details,
  detailsAdvice,
  detailsCounted,
  faults,
  layout,
  problems,
  reasonNames,
  reasons,
  reasonsAdvice,
  report,
  summary,
  verdicts,
  verdictsAdvice,
  verdictsMeaning,
} as const;
