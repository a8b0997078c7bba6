/** A share of a mailing, from 0 to 1, and what a sender does to the account there. */
export interface SenderLimit {
  readonly at: number;
  readonly consequence: 'review' | 'pause' | 'suspend';
}

/** A share that mail must stay below. */
interface Requirement {
  readonly at: number;
  readonly consequence: 'require';
}

/** What a mailing tool or a mailbox provider says about bounces and complaints. */
export interface SenderLimits {
  readonly sender: string;
  /** Of hard bounces, lowest first; empty where none is published. */
  readonly bounces: readonly SenderLimit[];
  /** Of complaints, likewise. */
  readonly complaints: readonly (SenderLimit | Requirement)[];
  /** The page that says so, and the day when it was read. */
  readonly url: string;
  readonly read: string;
}

/** Published limits. Of equal ones the first is named. */
export const SENDER_LIMITS: readonly SenderLimits[] = [
  {
    sender: 'Amazon SES',
    bounces: [
      { at: 0.05, consequence: 'review' },
      { at: 0.1, consequence: 'pause' },
    ],
    complaints: [
      { at: 0.001, consequence: 'review' },
      { at: 0.005, consequence: 'pause' },
    ],
    url: 'https://docs.aws.amazon.com/ses/latest/dg/reputationdashboardmessages.html',
    read: '2026-11-29',
  },
  {
    sender: 'HubSpot',
    bounces: [{ at: 0.05, consequence: 'suspend' }],
    complaints: [{ at: 0.001, consequence: 'suspend' }],
    url: 'https://knowledge.hubspot.com/marketing-email/why-is-my-email-suspended',
    read: '2026-11-29',
  },
  {
    sender: 'Brevo',
    bounces: [{ at: 0.02, consequence: 'suspend' }],
    complaints: [{ at: 0.002, consequence: 'suspend' }],
    url: 'https://help.brevo.com/hc/en-us/articles/209408165',
    read: '2026-11-29',
  },
  {
    sender: 'Mailchimp',
    bounces: [],
    complaints: [],
    url: 'https://mailchimp.com/help/about-bounces/',
    read: '2026-11-29',
  },
  {
    sender: 'Gmail',
    bounces: [],
    complaints: [{ at: 0.003, consequence: 'require' }],
    url: 'https://support.google.com/a/answer/81126',
    read: '2026-11-29',
  },
  {
    sender: 'Yahoo',
    bounces: [],
    complaints: [{ at: 0.003, consequence: 'require' }],
    url: 'https://senders.yahooinc.com/best-practices/',
    read: '2026-11-29',
  },
];
