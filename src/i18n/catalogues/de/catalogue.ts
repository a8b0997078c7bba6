import type { Catalogue, Translation } from '../../catalogue.ts';
import { access } from './access.ts';
import { account } from './account.ts';
import { accuracy } from './accuracy.ts';
import { audit } from './audit.ts';
import { auditActions } from './audit-actions.ts';
import { batches } from './batches.ts';
import { column } from './column.ts';
import { common } from './common.ts';
import { decisions } from './decisions.ts';
import { delivery } from './delivery.ts';
import { details } from './details.ts';
import { detailsAdvice } from './details-advice.ts';
import { detailsCounted } from './details-counted.ts';
import { editList } from './edit-list.ts';
import { errorTexts } from './error-texts.ts';
import { faults } from './faults.ts';
import { flags } from './flags.ts';
import { history } from './history.ts';
import { keys } from './keys.ts';
import { layout } from './layout.ts';
import { list } from './list.ts';
import { listProgress } from './list-progress.ts';
import { lists } from './lists.ts';
import { mail } from './mail.ts';
import { outcomes } from './outcomes.ts';
import { overview } from './overview.ts';
import { people } from './people.ts';
import { policy } from './policy.ts';
import { problems } from './problems.ts';
import { reasons } from './reasons.ts';
import { reasonsAdvice } from './reasons-advice.ts';
import { report } from './report.ts';
import { start } from './start.ts';
import { summary } from './summary.ts';
import { suppressions } from './suppressions.ts';
import { timeLeft } from './time-left.ts';
import { upload } from './upload.ts';
import { verdicts } from './verdicts.ts';
import { verdictsAdvice } from './verdicts-advice.ts';
import { verdictsMeaning } from './verdicts-meaning.ts';
import { watch } from './watch.ts';
import { webhooks } from './webhooks.ts';

export const catalogue: Translation<Catalogue> = {
  accuracy,
  access,
  account,
  audit,
  auditActions,
  batches,
  column,
  common,
  decisions,
  delivery,
  details,
  detailsAdvice,
  detailsCounted,
  editList,
  errorTexts,
  faults,
  flags,
  history,
  keys,
  layout,
  list,
  listProgress,
  lists,
  mail,
  outcomes,
  overview,
  people,
  policy,
  problems,
  reasons,
  reasonsAdvice,
  report,
  start,
  summary,
  suppressions,
  timeLeft,
  upload,
  verdicts,
  verdictsAdvice,
  verdictsMeaning,
  watch,
  webhooks,
};
