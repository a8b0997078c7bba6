/** The pages of the site in the order of its navigation, which llms.txt follows. Paths are from docs/. */

interface Page {
  readonly title: string;
  readonly path: string;
  /** What is on it, in a line for llms.txt. */
  readonly about: string;
}

interface Section {
  readonly title: string;
  readonly pages: readonly Page[];
}

const page = (title: string, path: string, about: string): Page => ({ title, path, about });

export const NAVIGATION: readonly Section[] = [
  {
    title: 'First hour',
    pages: [
      page(
        'Start',
        'start.md',
        'try it offline, install it, verify one address, a list, a pipeline',
      ),
      page('Lists', 'lists.md', 'formats that are read and written, columns, jobs, retry'),
      page(
        'Lists over time',
        'lists-over-time.md',
        'what changed, results of other verifiers, what is due: diff, import, due',
      ),
      page('What a result says', 'verdicts.md', 'verdict, reason, detail and score of a result'),
      page(
        'The dashboard',
        'dashboard.md',
        'upload, read, download, mend, watch, do-not-mail, bounces, share, team',
      ),
      page('Outcomes', 'outcomes.md', 'bounces, complaints and deliveries: learn from a mailing'),
      page('Policy', 'policy.md', 'mailvet.json: rules, lists and thresholds of your own'),
      page('Limits', 'limits.md', 'what SMTP can not tell, and what mailvet never does'),
      page('Manners', 'manners.md', 'what mail hosts see, and how they opt out'),
      page('Port 25', 'port-25.md', 'where the port is closed, by kind of cloud, and what helps'),
      page('Sandbox', 'sandbox.md', 'addresses that are answered offline and cost nothing'),
      page('Troubleshooting', 'troubleshooting.md', 'error messages with their cause and way out'),
      page(
        'Coming from …',
        'coming-from.md',
        'ZeroBounce, NeverBounce, Bouncer, Kickbox, Emailable, MillionVerifier, Clearout, DeBounce, Reacher: columns, verdicts',
      ),
      page('Questions', 'faq.md', 'short answers, with the page that has the long one'),
      page('Glossary', 'glossary.md', 'accept-all or catch-all, greylisting, lease, …'),
    ],
  },
  {
    title: 'Mailing tools',
    pages: [
      page('Mailchimp', 'recipes/mailchimp.md', 'export, clean, import, archive an audience'),
      page('HubSpot', 'recipes/hubspot.md', 'clean contacts, opt the dead ones out'),
      page('Klaviyo', 'recipes/klaviyo.md', 'clean a list, suppress the dead profiles'),
      page('Shopify', 'recipes/shopify.md', 'clean customers'),
      page('Brevo', 'recipes/brevo.md', 'clean contacts, blocklist the dead ones'),
      page('ActiveCampaign', 'recipes/activecampaign.md', 'clean contacts, exclude the dead ones'),
      page('Salesforce', 'recipes/salesforce.md', 'clean contacts and leads by their ID'),
      page(
        'Outlook and Google Contacts',
        'recipes/outlook-google-contacts.md',
        'clean an address book',
      ),
    ],
  },
  {
    title: 'Pipelines and programs',
    pages: [
      page(
        'CI',
        'ci.md',
        'no real address in a repository; GitHub action, thresholds, annotations, reports',
      ),
      page(
        'AI agents',
        'agents.md',
        'a skill (SKILL.md), and the MCP server: set-up, tools, which files',
      ),
      page('Library', 'library.md', 'client and verifier for Node.js programs, with types'),
      page('Webhooks', 'webhooks.md', 'events, signatures, retries'),
      page('Recipes', 'recipes/README.md', 'an index of recipes'),
      page(
        'Pre-send gate',
        'recipes/pre-send-gate.md',
        'refuse a mailing above a share of dead addresses',
      ),
      page('listmonk', 'recipes/listmonk.md', 'import what is deliverable, block what is dead'),
      page('Mautic', 'recipes/mautic.md', 'mark dead contacts as bounced'),
      page('n8n', 'recipes/n8n.md', 'verify with the HTTP Request node'),
      page('GitLab CI', 'recipes/gitlab-ci.md', 'check lists of a repository'),
      page('pre-commit', 'recipes/pre-commit.md', 'check changed lists before a commit'),
      page('cron', 'recipes/cron.md', 'verify a list every night'),
    ],
  },
  {
    title: 'A service of your own',
    pages: [
      page('First day', 'first-day.md', 'from a server to a team that verifies, in ten steps'),
      page('Service', 'service.md', 'start it, its interface, teams and quotas'),
      page('Roles', 'roles.md', 'what owners, members and each scope of a key may do'),
      page(
        'Operations',
        'operations.md',
        'settings, limits, metrics, logs, backups, retention, proxy',
      ),
      page('Suppression list', 'suppression.md', 'addresses that are never verified or sent to'),
      page('Scaling', 'scaling.md', 'several machines on one database'),
      page('PostgreSQL', 'postgresql.md', 'set-up, permissions, PgBouncer, copies, backups'),
      page('Upgrading', 'upgrading.md', 'what an update does to files, and how to go back'),
      page(
        'Data protection',
        'data-protection.md',
        'where addresses go, what is kept how long, erasure, record of processing',
      ),
      page('Threat model', 'threat-model.md', 'who may be hostile, and what stands against it'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('Commands', 'reference/commands.md', 'every command, argument and flag'),
      page('Settings', 'reference/settings.md', 'flags, variables and keys of the config file'),
      page('HTTP', 'reference/http.md', 'operations, parameters and schemas of the interface'),
      page('Exit codes', 'reference/exit-codes.md', 'what the program ends with'),
      page('Reasons', 'reference/reasons.md', 'each reason and detail, with what to do about it'),
      page('Log', 'reference/log.md', 'every event of the log, with its level and fields'),
      page('Metrics', 'reference/metrics.md', 'every metric of a service, with its labels'),
      page(
        'Words of other verifiers',
        'reference/verifiers.md',
        'how results of nine verifiers are read',
      ),
      page('Mail providers', 'providers.md', 'how providers answer, and how much is asked of them'),
    ],
  },
  {
    title: 'How it decides',
    pages: [
      page(
        'What replies mean',
        'classification.md',
        'how replies are judged, and how often that is right',
      ),
      page('Benchmark', 'benchmark.md', 'mailvet and other verifiers over one known mail world'),
      page('Decisions', 'adr/README.md', 'why it is built as it is'),
      page('Translating', 'translating.md', 'how texts are written, and the word of each term'),
    ],
  },
];
