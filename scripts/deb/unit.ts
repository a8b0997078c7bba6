/**
 * The unit of the package, from the one that is copied by hand (deploy/mailvet.service): the package's
 * program, a user that its files belong to, and the database that /etc/mailvet/service.json names.
 * Throws where that unit has not got what is to be replaced.
 */
export function toPackageUnit(unit: string): string {
  const body = unit.slice(unit.indexOf('[Unit]'));
  return HEAD + REPLACEMENTS.reduce(replaceOnce, body);
}

const HEAD = `# Settings: /etc/mailvet/service.json, or variables in /etc/mailvet/env, which go before it.
# Change this unit by: systemctl edit mailvet
# The first start prints the first API key, once: journalctl -u mailvet

`;

const REPLACEMENTS: readonly (readonly [string, string])[] = [
  ['Documentation=https://www.npmjs.com/package/mailvet', 'Documentation=man:mailvet(1)'],
  ['ExecStart=/usr/bin/env mailvet serve', 'ExecStart=/usr/bin/mailvet serve'],
  ['Environment=MAILVET_DATABASE=%S/mailvet/mailvet.db\n', ''],
  [
    '# A user that exists only while it runs; its database lies under /var/lib/mailvet.\nDynamicUser=yes',
    'User=mailvet\nGroup=mailvet',
  ],
];

function replaceOnce(text: string, [from, to]: readonly [string, string]): string {
  if (text.split(from).length !== 2) throw new Error(`deploy/mailvet.service lacks: ${from}`);
  return text.replace(from, to);
}
