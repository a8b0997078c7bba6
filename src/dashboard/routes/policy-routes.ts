import { POLICY_COLUMNS } from '../../formats/write/output.ts';
import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { COMMON_RULE_NAMES } from '../../policy/common-rules.ts';
import {
  MAX_POLICY_LENGTH,
  removePolicy,
  setCommonChoices,
  setPolicy,
} from '../../service/teams/policy.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import type { Form } from '../form.ts';
import { attempt } from '../page-error.ts';
import { policyPage } from '../pages/policy-page.ts';
import { doneOf, type SignedInPages } from '../signed-in.ts';

const DONE: Readonly<Record<string, PlainMessageId>> = {
  saved: 'policy.done_saved',
  removed: 'policy.done_removed',
};
/** A form may write a character of the policy in nine. */
const LIMITS = { maxBytes: 9 * MAX_POLICY_LENGTH };

/** By which rules the team judges its lists: owners write them. */
export function policyRoutes(pages: SignedInPages, { service, lists }: DashboardDeps): void {
  const keptText = async (c: PageContext) =>
    (await service.store.policies(c.get('identity').team.id).find())?.text;
  pages.get('/policy', async (c) => {
    const kept = await keptText(c);
    return c.html(policyPage(c, { kept, text: kept ?? '', done: doneOf(c, DONE) }));
  });
  const save = async (c: PageContext, form: Form) => {
    // Browsers send the lines of a form as CR LF.
    const text = form.text('policy').replaceAll('\r\n', '\n');
    const wanted = { text, columns: POLICY_COLUMNS };
    const tried = await attempt(() => setPolicy(service, c.get('identity'), wanted));
    if (tried.ok && tried.value === undefined) {
      lists.wakeLists('policy');
      return c.redirect('/policy?done=saved', 303);
    }
    const wrong = tried.ok ? { wrong: tried.value } : { fault: tried.fault };
    return c.html(policyPage(c, { kept: await keptText(c), text, ...wrong }), 422);
  };
  pages.post('/policy', save, LIMITS);
  const saveCommon = async (c: PageContext, form: Form) => {
    const ticked = new Set(form.all('rule'));
    const choices = {
      rules: new Set(COMMON_RULE_NAMES.filter((name) => ticked.has(name))),
      lists: { allow: linesOf(form, 'allow'), disposable: linesOf(form, 'disposable') },
    };
    const wanted = { choices, columns: POLICY_COLUMNS };
    const tried = await attempt(() => setCommonChoices(service, c.get('identity'), wanted));
    if (tried.ok && tried.value.wrong === undefined) {
      lists.wakeLists('policy');
      return c.redirect('/policy?done=saved', 303);
    }
    const kept = await keptText(c);
    // Faults name lines of the text that the form would have made.
    const view = tried.ok ? tried.value : { text: kept ?? '', fault: tried.fault };
    return c.html(policyPage(c, { kept, choices, ...view }), 422);
  };
  pages.post('/policy/common', saveCommon, LIMITS);
  pages.post('/policy/remove', async (c) => {
    await removePolicy(service, c.get('identity'));
    lists.wakeLists('policy');
    return c.redirect('/policy?done=removed', 303);
  });
}

function linesOf(form: Form, name: string): readonly string[] {
  const lines = form.text(name).split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}
