import type { LedgerEntry } from '../../../../contract/decode-ledger.ts';
import { counted, plural } from '../../../../lib/wording.ts';
import type { JobDraft, Scan } from '../../../../lists/directory/job-draft.ts';
import { openService } from '../../../connect/open.ts';
import type { ResolvedService } from '../../../connect/resolve.ts';
import type { Invocation } from '../../../invocation.ts';
import { askLedger, knownResult, knownVerdict } from '../../../ledger.ts';

/** Which addresses are sent: those that match any of these. */
export interface Selection {
  readonly due: boolean;
  /** Unknown, or disputed between verifiers. */
  readonly disputed: boolean;
}

interface ReadDraft {
  readonly draft: JobDraft;
  readonly scan: Scan;
  readonly service: ResolvedService;
}

/** Keeps what is known of addresses that are not selected as their results: they are not sent. */
export async function selectAddresses(
  invocation: Invocation,
  { draft, scan, service }: ReadDraft,
  selection: Selection,
): Promise<Scan> {
  await using opened = await openService(invocation, service);
  let kept = 0;
  for (const { addresses, ordinals } of draft.listed({ sent: true })) {
    const entries = await askLedger(opened.client, addresses, invocation.context.signal);
    entries.forEach((entry, at) => {
      const result = isSelected(entry, selection) ? undefined : knownResult(entry);
      if (!result) return;
      draft.keepKnown(ordinals[at] ?? 0, result);
      kept += 1;
    });
  }
  const wanted = scan.counts.wanted - kept;
  await invocation.notice(
    `To be verified: ${counted(wanted)} of ${plural(scan.counts.wanted, 'address', 'addresses')}; the others are known`,
  );
  return draft.divideAgain(scan, wanted);
}

function isSelected(entry: LedgerEntry, { due, disputed }: Selection): boolean {
  const verdict = knownVerdict(entry, {});
  if (verdict === undefined || (disputed && verdict === 'unknown')) return true;
  return (due && entry.isDue) || (disputed && entry.isDisputed);
}
