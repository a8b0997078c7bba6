import { WEBHOOK_EVENTS } from '../../contract/webhook-events.ts';
import type { PlainMessageId } from '../../i18n/catalogue.ts';
import { changeBy } from '../../service/people/people.ts';
import { WEBHOOK_FORMATS } from '../../service/webhooks/webhook-ports.ts';
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  getWebhook,
  listWebhooks,
  replayDelivery,
  rotateSecret,
  testWebhook,
  webhookKey,
} from '../../service/webhooks/webhooks.ts';
import type { DashboardDeps, PageContext } from '../environment.ts';
import { attempt } from '../page-error.ts';
import { webhookPage } from '../pages/webhook-page.ts';
import { type WebhooksView, webhooksPage } from '../pages/webhooks-page.ts';
import { takeNewSecret, writeNewSecret } from '../session-cookie.ts';
import { doneOf, pathId, type SignedInPages } from '../signed-in.ts';

const DONE: Readonly<Record<string, PlainMessageId>> = {
  deleted: 'webhooks.done_deleted',
  enabled: 'webhooks.done_enabled',
  sent: 'webhooks.done_sent',
};
const DELIVERIES_A_PAGE = 25;

/** A webhook carries what happens in the team to elsewhere: owners decide about it. */
export function webhooksRoutes(pages: SignedInPages, deps: DashboardDeps): void {
  const { service, clock } = deps;
  const shown = async (c: PageContext, more: Partial<WebhooksView>) => {
    const webhooks = await listWebhooks(service, c.get('identity'));
    return webhooksPage(c, { webhooks, ...more });
  };
  pages.get('/webhooks', async (c) => {
    return c.html(await shown(c, { done: doneOf(c, DONE) }));
  });
  pages.post('/webhooks', async (c, form) => {
    const { person, team } = c.get('identity');
    const events = WEBHOOK_EVENTS.filter((event) => form.text(`event_${event}`) !== '');
    const format = WEBHOOK_FORMATS.find((each) => each === form.text('format')) ?? 'standard';
    const filled = { url: form.text('url'), events, format };
    const tried = await attempt(() =>
      createWebhook(service, team, { ...filled, actor: person.email }),
    );
    if (tried.ok) {
      writeNewSecret(c, deps, tried.value.secret);
      return c.redirect(`/webhooks/${tried.value.id}`, 303);
    }
    const { fault } = tried;
    return c.html(await shown(c, { filled, fault }), fault.status);
  });
  pages.get('/webhooks/:id', async (c) => {
    const before = c.req.query('before');
    const page = { limit: DELIVERIES_A_PAGE + 1, before };
    const found = await getWebhook(service, c.get('identity').team, { id: pathId(c), page });
    const deliveries = found.deliveries.slice(0, DELIVERIES_A_PAGE);
    const hasMore = found.deliveries.length > DELIVERIES_A_PAGE;
    const secret = takeNewSecret(c, deps);
    const isNewest = before === undefined;
    const view = { ...found, deliveries, isNewest, hasMore, now: clock.now(), secret };
    return c.html(webhookPage(c, { ...view, done: doneOf(c, DONE) }));
  });
  pages.post('/webhooks/:id/test', async (c) => {
    await testWebhook(service, keyOf(c));
    return c.redirect(`/webhooks/${pathId(c)}?done=sent`, 303);
  });
  pages.post('/webhooks/:id/deliveries/:delivery/replay', async (c) => {
    await replayDelivery(service, keyOf(c), c.req.param('delivery') ?? '');
    return c.redirect(`/webhooks/${pathId(c)}?done=sent`, 303);
  });
  pages.post('/webhooks/:id/rotate', async (c) => {
    writeNewSecret(c, deps, await rotateSecret(service, keyOf(c), changeOf(c)));
    return c.redirect(`/webhooks/${pathId(c)}`, 303);
  });
  pages.post('/webhooks/:id/enable', async (c) => {
    await enableWebhook(service, keyOf(c), changeOf(c));
    return c.redirect(`/webhooks/${pathId(c)}?done=enabled`, 303);
  });
  pages.post('/webhooks/:id/delete', async (c) => {
    await deleteWebhook(service, keyOf(c), changeOf(c));
    return c.redirect('/webhooks?done=deleted', 303);
  });

  function changeOf(c: PageContext) {
    return changeBy(service, c.get('identity'));
  }
}

function keyOf(c: PageContext) {
  return webhookKey(c.get('identity'), pathId(c));
}
