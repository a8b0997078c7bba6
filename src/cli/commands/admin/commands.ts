import type { CommandSpec, LeafSpec } from '../../command-spec.ts';
import type { OptionSpec } from '../../options/option-spec.ts';

const DATABASE: readonly OptionSpec[] = [
  ['--database <file|url>', "the service's database (the embedded service's)"],
  ['--database-direct <url>', 'PostgreSQL for migrations, where --database is a pooler'],
];

const LISTS: OptionSpec = [
  '--lists <folder>',
  'folder of the uploaded lists (beside the SQLite file)',
];

const PUBLIC_URL: OptionSpec = [
  '--public-url <url>',
  'where people reach the dashboard (what the service said last)',
];

const OF_LIST: OptionSpec = ['--team <name>', 'the team whose list it is', { required: true }];

type Actions = typeof import('./actions.ts')['ADMIN_ACTIONS'];

/** A command that works on the open database. */
function onDatabase(
  action: keyof Actions,
  { options = [], ...spec }: Omit<LeafSpec, 'load'>,
): LeafSpec {
  return {
    ...spec,
    options: [...DATABASE, ...options],
    load: async () => {
      const { ADMIN_ACTIONS } = await import('./actions.ts');
      const { adminWith } = await import('./run.ts');
      return adminWith(ADMIN_ACTIONS[action], action === 'createTeam');
    },
  };
}

const TEAM: CommandSpec = {
  name: 'team',
  description: 'Teams, their quotas and storage',
  commands: [
    onDatabase('createTeam', {
      name: 'create',
      description: 'Create a team',
      arguments: [['<name>']],
      options: [['--quota <n>/month', 'verifications a month (unlimited)']],
      examples: [['mailvet admin team create marketing --quota 50000/month']],
    }),
    onDatabase('listTeams', {
      name: 'list',
      description: 'List the teams',
      examples: [['mailvet admin team list']],
    }),
    onDatabase('setQuota', {
      name: 'quota',
      description: "Change a team's quota",
      arguments: [['<name>'], ['<n>', 'verifications a month, or unlimited']],
      examples: [['mailvet admin team quota marketing unlimited']],
    }),
    onDatabase('chargeUnknown', {
      name: 'unknown',
      description:
        "Show or change whether a team is charged for verifications that can't be decided",
      arguments: [['<name>'], ['[charge]', 'free (the default) or charged']],
      examples: [['mailvet admin team unknown marketing charged']],
    }),
    onDatabase('teamStorage', {
      name: 'storage',
      description: 'Show what a team has stored, or change how much it may store',
      arguments: [['<name>'], ['[size]', "such as 2GB, or default: serve's --team-storage"]],
      examples: [['mailvet admin team storage marketing 2GB']],
    }),
  ],
};

const KEY: CommandSpec = {
  name: 'key',
  description: 'API keys',
  commands: [
    onDatabase('createKey', {
      name: 'create',
      description: 'Create a key and print it once',
      options: [
        ['--team <name>', 'the team that the key belongs to', { required: true }],
        ['--label <text>', 'what it is for'],
        ['--scopes <scope,…>', 'what it can do: verify, read, manage, learn (all)'],
        ['--expires <date|duration>', 'last day (UTC), or a duration such as 90d (never)'],
      ],
      examples: [
        ['mailvet admin key create --team marketing --label form --scopes verify --expires 90d'],
      ],
    }),
    onDatabase('listKeys', {
      name: 'list',
      description: 'List the keys',
      options: [['--team <name>', 'of this team']],
      examples: [['mailvet admin key list --team marketing']],
    }),
    onDatabase('revokeKey', {
      name: 'revoke',
      description: 'Revoke a key, at once',
      arguments: [['<id>']],
      examples: [['mailvet admin key revoke key_4f2a']],
    }),
  ],
};

const WEBHOOK: CommandSpec = {
  name: 'webhook',
  description: 'Webhooks: addresses that get the events of a team',
  commands: [
    onDatabase('createWebhook', {
      name: 'create',
      description: 'Create a webhook and print its secret, once',
      options: [
        ['--team <name>', 'the team whose events it gets', { required: true }],
        ['--url <url>', 'where its messages are sent (https)', { required: true }],
        ['--events <event,…>', 'what it gets (all)'],
        ['--payload <format>', 'standard, slack or teams (standard)'],
        ['--config <file>', "the service's config file, where it opens networks"],
      ],
      examples: [['mailvet admin webhook create --team marketing --url https://example.com/hooks']],
    }),
    onDatabase('listWebhooks', {
      name: 'list',
      description: 'List the webhooks',
      options: [['--team <name>', 'of this team']],
      examples: [['mailvet admin webhook list']],
    }),
    onDatabase('rotateWebhook', {
      name: 'rotate',
      description: 'Print a new secret; the one before signs as well for 24 hours',
      arguments: [['<id>']],
      examples: [['mailvet admin webhook rotate webhook_4f2a']],
    }),
    onDatabase('testWebhook', {
      name: 'test',
      description: 'Let the running service send a test message, and print what comes of it',
      arguments: [['<id>']],
      examples: [['mailvet admin webhook test webhook_4f2a']],
    }),
    onDatabase('listDeliveries', {
      name: 'log',
      description: 'List the newest messages of a webhook',
      arguments: [['<id>']],
      examples: [['mailvet admin webhook log webhook_4f2a']],
    }),
    onDatabase('enableWebhook', {
      name: 'enable',
      description: 'Send to a disabled webhook again',
      arguments: [['<id>']],
      examples: [['mailvet admin webhook enable webhook_4f2a']],
    }),
    onDatabase('deleteWebhook', {
      name: 'delete',
      description: 'Delete a webhook and its delivery log',
      arguments: [['<id>']],
      options: [['-y, --yes', 'do not ask before deleting it']],
      examples: [['mailvet admin webhook delete webhook_4f2a']],
    }),
  ],
};

const SUPPRESSION: CommandSpec = {
  name: 'suppression',
  description: 'Do-not-mail lists: addresses that are never verified',
  commands: [
    onDatabase('addSuppressions', {
      name: 'add',
      description: 'Add addresses, and domains with an @ before them',
      arguments: [['<address...>']],
      options: [OF_LIST],
      examples: [['mailvet admin suppression add --team marketing ada@example.com @example.org']],
    }),
    onDatabase('importSuppressions', {
      name: 'import',
      description: 'Add what a file holds: CSV, plain lines, a workbook or JSON',
      arguments: [['<file>', '- reads stdin']],
      options: [OF_LIST, ['--column <name>', 'e-mail column, by name or number']],
      examples: [['mailvet admin suppression import --team marketing unsubscribed.csv']],
    }),
    onDatabase('listSuppressions', {
      name: 'list',
      description: 'List entries, in the order of their texts',
      options: [
        OF_LIST,
        ['--search <text>', 'that begin with this'],
        ['--limit <n>', 'entries at most (100)'],
      ],
      examples: [['mailvet admin suppression list --team marketing']],
    }),
    onDatabase('removeSuppressions', {
      name: 'remove',
      description: 'Remove addresses and domains: they are verified again',
      arguments: [['<address...>']],
      options: [OF_LIST, ['-y, --yes', 'do not ask before removing them']],
      examples: [['mailvet admin suppression remove --team marketing ada@example.com']],
    }),
    onDatabase('exportSuppressions', {
      name: 'export',
      description: 'Print all entries, one on a line',
      options: [OF_LIST],
      examples: [['mailvet admin suppression export --team marketing']],
    }),
  ],
};

export const ADMIN: CommandSpec = {
  name: 'admin',
  summary: "a service's database: teams, keys, webhooks, backup",
  description:
    "Manage a service's database, also while the service runs: teams, people, keys, webhooks, backup",
  commands: [
    onDatabase('backup', {
      name: 'backup',
      description: 'Copy the database and its lists to a new place, also while the service runs',
      arguments: [['<file>']],
      options: [LISTS],
      examples: [['mailvet admin backup /backup/mailvet.db']],
    }),
    onDatabase('forget', {
      name: 'forget',
      description:
        'Erase an address from the history, the cache, the batches and the lists of all teams',
      arguments: [['<address>']],
      options: [LISTS, ['-y, --yes', 'do not ask before erasing it']],
      examples: [['mailvet admin forget ada@example.com']],
    }),
    {
      name: 'check',
      description:
        'Check the database and its lists for damage and leftovers, also while the service runs (exit code 1)',
      options: [...DATABASE, LISTS],
      examples: [['mailvet admin check']],
      load: async () => (await import('./database-actions.ts')).check,
    },
    {
      name: 'migrate',
      description:
        "Bring the database's schema to this version of mailvet, also while the service runs",
      options: DATABASE,
      examples: [['mailvet admin migrate --database postgres://mailvet@db.example.com/mailvet']],
      load: async () => (await import('./database-actions.ts')).migrate,
    },
    {
      name: 'copy',
      description:
        'Copy a database from SQLite to PostgreSQL, and compare; again after a break, it goes on',
      options: [
        ['--from <file>', 'database whose service is stopped', { required: true }],
        ['--to <url>', 'empty PostgreSQL database', { required: true }],
        [
          '--lists <folder>',
          "folder that the uploaded lists come to (beside the embedded service's database)",
        ],
      ],
      examples: [
        ['mailvet admin copy --from mailvet.db --to postgres://mailvet@db.example.com/mailvet'],
      ],
      load: async () => (await import('./database-actions.ts')).copy,
    },
    {
      name: 'lists',
      description: 'Uploaded lists: where they lie',
      commands: [
        onDatabase('adoptLists', {
          name: 'adopt',
          description:
            'Give a folder of lists to this database; the files of lists that it does not know are kept in unknown/',
          options: [LISTS],
          examples: [['mailvet admin lists adopt --lists /var/lib/mailvet/lists']],
        }),
      ],
    },
    {
      name: 'providers',
      description:
        'Show the table of mail providers: limits, pauses, what RCPT proves, and what a setting says of it (*); with --drift what was seen that differs from it',
      options: [
        ...DATABASE,
        ['--drift', 'compare the table with the MX records and replies of the history'],
        ['--since <duration>', 'with --drift: how far back (90d)'],
        ['--config <file>', "the service's config file"],
      ],
      examples: [['mailvet admin providers'], ['mailvet admin providers --drift --since 30d']],
      load: async () => (await import('./database-actions.ts')).showProviders,
    },
    TEAM,
    onDatabase('invite', {
      name: 'invite',
      description: "Invite a person to a team's dashboard and print the link, once",
      arguments: [['<email>']],
      options: [
        ['--team <name>', 'the team', { required: true }],
        ['--role <role>', 'owner or member (owner)'],
        PUBLIC_URL,
      ],
      examples: [['mailvet admin invite ada@example.com --team marketing --role member']],
    }),
    onDatabase('resetPassword', {
      name: 'reset-password',
      description: 'Print a link to choose a new password; it works once, for a day',
      arguments: [['<address>']],
      options: [PUBLIC_URL],
      examples: [['mailvet admin reset-password ada@example.com']],
    }),
    KEY,
    WEBHOOK,
    SUPPRESSION,
  ],
};
