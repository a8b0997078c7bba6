import { describe, expect, it } from 'vitest';
import { entriesOf, readEntry } from '../../../src/outcomes/events/read-value.ts';

const AT = '2026-03-10T08:15:00.000Z';
const SECONDS = Date.parse(AT) / 1000;
const NO_USER = '550 5.1.1 <ada@example.com>: User unknown';

/** A line for each outcome: address, outcome, reply code, status, time. */
function linesOf(value: unknown): readonly string[] | string {
  const read = readEntry(value);
  if ('unreadable' in read) return read.unreadable;
  return read.outcomes.map(({ email, outcome, code, status, at }) =>
    [email, outcome, code, status, at === AT ? 'AT' : at].map((one) => one ?? '-').join(' '),
  );
}

const mail = { timestamp: AT, source: 'news@sender.example', destination: ['ada@example.com'] };
const sesBounce = (bounce: object) => ({
  eventType: 'Bounce',
  mail,
  bounce: { timestamp: AT, ...bounce },
});
const recipient = (more: object = {}) => ({
  bouncedRecipients: [{ emailAddress: 'ada@example.com', ...more }],
});
const hard = { bounceType: 'Permanent', bounceSubType: 'General' };

const SES: readonly (readonly [string, object, readonly string[]])[] = [
  [
    'a bounce by its reply',
    sesBounce({ ...hard, ...recipient({ status: '5.1.1', diagnosticCode: `smtp; ${NO_USER}` }) }),
    ['ada@example.com no_mailbox 550 5.1.1 AT'],
  ],
  [
    'a bounce by its class alone',
    sesBounce({ ...hard, ...recipient() }),
    ['ada@example.com undecided - Permanent AT'],
  ],
  [
    'a suppressed address',
    sesBounce({
      bounceType: 'Permanent',
      bounceSubType: 'OnAccountSuppressionList',
      ...recipient(),
    }),
    [],
  ],
  [
    'an address that bounced before',
    sesBounce({
      bounceType: 'Permanent',
      bounceSubType: 'Suppressed',
      ...recipient({ status: '5.1.1' }),
    }),
    [],
  ],
  [
    'a full mailbox',
    sesBounce({ bounceType: 'Transient', bounceSubType: 'MailboxFull', ...recipient() }),
    ['ada@example.com full - MailboxFull AT'],
  ],
  [
    'a complaint',
    {
      notificationType: 'Complaint',
      mail,
      complaint: {
        timestamp: AT,
        complaintFeedbackType: 'abuse',
        complainedRecipients: [{ emailAddress: 'ada@example.com' }],
      },
    },
    ['ada@example.com complaint - - AT'],
  ],
  [
    'a report that is no complaint',
    {
      notificationType: 'Complaint',
      mail,
      complaint: {
        timestamp: AT,
        complaintFeedbackType: 'not-spam',
        complainedRecipients: [{ emailAddress: 'ada@example.com' }],
      },
    },
    [],
  ],
  [
    'a delivery',
    {
      eventType: 'Delivery',
      mail,
      delivery: {
        timestamp: AT,
        recipients: ['ada@example.com'],
        smtpResponse: '250 2.6.0 Message received',
      },
    },
    ['ada@example.com delivered 250 2.6.0 AT'],
  ],
  [
    'a delay',
    {
      eventType: 'DeliveryDelay',
      mail,
      deliveryDelay: {
        timestamp: AT,
        delayType: 'TransientCommunicationFailure',
        delayedRecipients: [
          {
            emailAddress: 'ada@example.com',
            status: '4.4.1',
            diagnosticCode: 'smtp; 421 4.4.1 Unable to connect to remote host',
          },
        ],
      },
    },
    ['ada@example.com deferred 421 4.4.1 AT'],
  ],
  ['an opened message', { eventType: 'Open', mail, open: { timestamp: AT } }, []],
];

const sendGrid = (more: object) => ({
  email: 'ada@example.com',
  timestamp: SECONDS,
  sg_event_id: 'x',
  ...more,
});
const mailgun = (more: object) => ({
  signature: {},
  'event-data': { timestamp: SECONDS, recipient: 'ada@example.com', ...more },
});
const azure = (status: string, statusMessage?: string) => ({
  id: '1',
  topic: '/subscriptions/x',
  eventType: 'Microsoft.Communication.EmailDeliveryReportReceived',
  eventTime: AT,
  data: {
    recipient: 'ada@example.com',
    status,
    deliveryStatusDetails: { statusMessage },
    deliveryAttemptTimeStamp: AT,
  },
});

const PROVIDERS: readonly (readonly [string, object, readonly string[]])[] = [
  [
    'SendGrid: a bounce',
    sendGrid({ event: 'bounce', type: 'bounce', status: '5.1.1', reason: NO_USER }),
    ['ada@example.com no_mailbox 550 5.1.1 AT'],
  ],
  [
    'SendGrid: a block',
    sendGrid({ event: 'bounce', type: 'blocked', reason: '554 5.7.1 Message rejected as spam' }),
    ['ada@example.com blocked 554 5.7.1 AT'],
  ],
  ['SendGrid: a drop', sendGrid({ event: 'dropped', reason: 'Bounced Address' }), []],
  [
    'SendGrid: a deferral',
    sendGrid({ event: 'deferred', response: '450 4.2.0 try again later' }),
    ['ada@example.com deferred 450 4.2.0 AT'],
  ],
  [
    'SendGrid: a complaint',
    sendGrid({ event: 'spamreport' }),
    ['ada@example.com complaint - - AT'],
  ],
  [
    'SendGrid: a delivery',
    sendGrid({ event: 'delivered', response: '250 OK' }),
    ['ada@example.com delivered 250 - AT'],
  ],
  ['SendGrid: a click', sendGrid({ event: 'click', url: 'https://sender.example' }), []],
  [
    'SendGrid: an entry of its bounces',
    { created: SECONDS, email: 'ada@example.com', reason: NO_USER, status: '5.1.1' },
    ['ada@example.com no_mailbox 550 5.1.1 AT'],
  ],
  [
    'Postmark: a bounce',
    {
      RecordType: 'Bounce',
      Type: 'HardBounce',
      TypeCode: 1,
      Email: 'ada@example.com',
      Details: `smtp;${NO_USER}`,
      Description: 'The server was unable to deliver your message',
      BouncedAt: AT,
    },
    ['ada@example.com no_mailbox 550 5.1.1 AT'],
  ],
  [
    'Postmark: a class alone',
    {
      RecordType: 'Bounce',
      Type: 'HardBounce',
      Email: 'ada@example.com',
      Description:
        'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
      BouncedAt: AT,
    },
    ['ada@example.com undecided - HardBounce AT'],
  ],
  [
    'Postmark: an auto-reply',
    { RecordType: 'Bounce', Type: 'AutoResponder', Email: 'ada@example.com', BouncedAt: AT },
    ['ada@example.com delivered - - AT'],
  ],
  [
    'Postmark: a delivery',
    { RecordType: 'Delivery', Recipient: 'ada@example.com', DeliveredAt: AT, Details: 'Test' },
    ['ada@example.com delivered - - AT'],
  ],
  [
    'Postmark: a complaint',
    { RecordType: 'SpamComplaint', Type: 'SpamComplaint', Email: 'ada@example.com', BouncedAt: AT },
    ['ada@example.com complaint - - AT'],
  ],
  [
    'Postmark: a suppression',
    { RecordType: 'SubscriptionChange', Recipient: 'ada@example.com', SuppressSending: true },
    [],
  ],
  [
    'Mailgun: a failure',
    mailgun({
      event: 'failed',
      severity: 'permanent',
      reason: 'bounce',
      'delivery-status': {
        code: 550,
        'enhanced-code': '5.1.1',
        message: '5.1.1 The email account does not exist',
        'mx-host': 'mx.example.com',
      },
    }),
    ['ada@example.com no_mailbox 550 5.1.1 AT'],
  ],
  [
    'Mailgun: a temporary failure',
    mailgun({
      event: 'failed',
      severity: 'temporary',
      reason: 'generic',
      'delivery-status': { code: 452, message: 'mailbox full' },
    }),
    ['ada@example.com deferred 452 - AT'],
  ],
  [
    'Mailgun: a suppression',
    mailgun({
      event: 'failed',
      severity: 'permanent',
      reason: 'suppress-bounce',
      'delivery-status': { code: 605, message: 'Not delivering to previously bounced address' },
    }),
    [],
  ],
  ['Mailgun: a complaint', mailgun({ event: 'complained' }), ['ada@example.com complaint - - AT']],
  [
    'Mailgun: a delivery',
    mailgun({ event: 'delivered', 'delivery-status': { code: 250, message: 'OK' } }),
    ['ada@example.com delivered 250 - AT'],
  ],
  [
    'Mailgun: an entry of its bounces',
    {
      address: 'ada@example.com',
      code: '550',
      error: '5.1.1 No such user',
      created_at: 'Tue, 10 Mar 2026 08:15:00 UTC',
    },
    ['ada@example.com no_mailbox 550 5.1.1 AT'],
  ],
  [
    'Azure: a bounce',
    azure('Bounced', '550 5.1.1 User unknown'),
    ['ada@example.com no_mailbox 550 5.1.1 AT'],
  ],
  ['Azure: a class alone', azure('Bounced'), ['ada@example.com undecided - Bounced AT']],
  ['Azure: a suppression', azure('Suppressed', 'The recipient bounced before'), []],
  ['Azure: spam', azure('FilteredSpam'), ['ada@example.com blocked - FilteredSpam AT']],
  ['Azure: a delivery', azure('Delivered', 'No error.'), ['ada@example.com delivered - - AT']],
];

const listmonk = (more: object) => ({
  id: 1,
  email: 'ada@example.com',
  subscriber_id: 4,
  subscriber_uuid: 'u',
  source: 'api',
  meta: {},
  created_at: AT,
  campaign: { id: 1, name: 'News' },
  ...more,
});

const EXPORTS: readonly (readonly [string, object, readonly string[]])[] = [
  ['listmonk: a hard bounce', listmonk({ type: 'hard' }), ['ada@example.com undecided - hard AT']],
  ['listmonk: a complaint', listmonk({ type: 'complaint' }), ['ada@example.com complaint - - AT']],
  [
    'listmonk: what SES had said',
    listmonk({
      type: 'hard',
      source: 'ses',
      meta: sesBounce({ ...hard, ...recipient({ diagnosticCode: NO_USER }) }),
    }),
    ['ada@example.com no_mailbox 550 5.1.1 AT'],
  ],
  [
    'Mautic: a contact',
    {
      id: 47,
      doNotContact: [{ id: 1, reason: 2, comments: NO_USER, channel: 'email' }],
      fields: { all: { email: 'ada@example.com' } },
    },
    ['ada@example.com no_mailbox 550 5.1.1 -'],
  ],
  [
    'Mautic: a contact who unsubscribed',
    {
      id: 47,
      doNotContact: [{ id: 1, reason: 1, comments: '', channel: 'email' }],
      fields: { all: { email: 'ada@example.com' } },
    },
    [],
  ],
  [
    'Mailchimp: a cleaned member',
    { email_address: 'ada@example.com', status: 'cleaned', last_changed: AT },
    ['ada@example.com undecided - cleaned AT'],
  ],
  [
    'Mailchimp: a member',
    { email_address: 'ada@example.com', status: 'subscribed', last_changed: AT },
    [],
  ],
  [
    'Mailchimp: activity',
    {
      email_address: 'ada@example.com',
      activity: [
        { action: 'open', timestamp: AT },
        { action: 'bounce', type: 'hard', timestamp: AT },
      ],
    },
    ['ada@example.com undecided - hard AT'],
  ],
  [
    'Mandrill: a bounce',
    {
      event: 'hard_bounce',
      ts: SECONDS,
      msg: { email: 'ada@example.com', bounce_description: 'bad_mailbox', diag: `smtp;${NO_USER}` },
    },
    ['ada@example.com no_mailbox 550 5.1.1 AT'],
  ],
  [
    'Brevo: a hard bounce',
    {
      event: 'hard_bounce',
      email: 'ada@example.com',
      id: 1,
      'message-id': '<1@x>',
      ts_event: SECONDS,
      reason: NO_USER,
    },
    ['ada@example.com no_mailbox 550 5.1.1 AT'],
  ],
  [
    'Brevo: a soft bounce without a reply',
    { event: 'softBounces', email: 'ada@example.com', date: AT, messageId: '<1@x>' },
    ['ada@example.com undecided - softBounces AT'],
  ],
  [
    'Brevo: a blocked contact',
    {
      event: 'blocked',
      email: 'ada@example.com',
      date: AT,
      reason: 'blocked : due to blacklist user',
    },
    [],
  ],
  [
    'Brevo: a contact that is blocked since it bounced',
    {
      email: 'ada@example.com',
      senderEmail: 'news@sender.example',
      reason: { code: 'hardBounce', message: 'Hard bounced contact' },
      blockedAt: AT,
    },
    ['ada@example.com undecided - hardBounce AT'],
  ],
  [
    'Brevo: a contact that is blocked since it complained',
    { email: 'ada@example.com', reason: { code: 'contactFlaggedAsSpam' }, blockedAt: AT },
    ['ada@example.com complaint - - AT'],
  ],
  [
    'Brevo: a contact that unsubscribed',
    { email: 'ada@example.com', reason: { code: 'unsubscribedViaEmail' }, blockedAt: AT },
    [],
  ],
  [
    'Brevo: an invalid address',
    { event: 'invalid_email', email: 'ada@example.com', date: AT },
    ['ada@example.com undecided - invalid_email AT'],
  ],
  [
    'Brevo: an error',
    { event: 'error', email: 'ada@example.com', date: AT, reason: '452 4.2.2 Mailbox full' },
    ['ada@example.com full 452 4.2.2 AT'],
  ],
  [
    'Brevo: a deferral',
    { event: 'deferred', email: 'ada@example.com', date: AT, reason: '451 4.7.1 Try again' },
    ['ada@example.com deferred 451 4.7.1 AT'],
  ],
  [
    'Brevo: opened by the proxy of a provider',
    { event: 'unique_proxy_open', email: 'ada@example.com', date: AT },
    [],
  ],
  [
    'Brevo: a delivery',
    { event: 'delivered', email: 'ada@example.com', date: AT },
    ['ada@example.com delivered - - AT'],
  ],
  [
    'our own line',
    {
      email: 'ada@example.com',
      outcome: 'full',
      code: 552,
      status: '5.2.2',
      host: null,
      reply: 'full',
      at: AT,
      source: 'a.mbox:1',
    },
    ['ada@example.com full 552 5.2.2 AT'],
  ],
];

describe('an entry', () => {
  it.for([...SES, ...PROVIDERS, ...EXPORTS])('%s', ([, value, expected]) => {
    expect(linesOf(value)).toEqual(expected);
  });

  it('is read within the envelope of SNS', () => {
    const Message = JSON.stringify(sesBounce({ ...hard, ...recipient({ status: '5.1.1' }) }));
    const envelope = { Type: 'Notification', TopicArn: 'arn:aws:sns:eu-west-1:1:x', Message };
    expect(linesOf(envelope)).toEqual(['ada@example.com no_mailbox - 5.1.1 AT']);
  });

  it.for([[{ colour: 'red' }], ['text'], [{ email: 'ada@example.com', name: 'Ada' }]])(
    '%j is not readable',
    ([value]) => {
      expect(linesOf(value)).toBeTypeOf('string');
    },
  );

  it('with an invalid address is not readable', () => {
    expect(linesOf({ email: 'ada', type: 'hard' })).toBe('it names no valid address');
  });
});

it('a document holds its entries where interfaces put them', () => {
  expect(entriesOf({ data: { results: [1, 2], total: 2 } })).toEqual([1, 2]);
  expect(entriesOf({ TotalCount: 1, Bounces: [3] })).toEqual([3]);
  expect(entriesOf({ total: '1', contacts: { '47': { id: 47 } } })).toEqual([{ id: 47 }]);
  expect(entriesOf({ event: 'delivered', email: 'ada@example.com' })).toBeUndefined();
});
