/** Exports of the tools that mailvet knows, and what goes back: by the rules that each tool documents. */
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { TOOL_PROFILES } from '../../../../src/formats/tools/tool-profiles.ts';
import { batchWorld } from '../../../support/batch-world.ts';
import { eachTest } from '../../../support/each-test.ts';

const w = eachTest(batchWorld);

interface Export {
  readonly tool: string;
  /** The header, a safe row, one whose mailbox does not exist, a risky one; as the tool writes them. */
  readonly lines: readonly [header: string, safe: string, dead: string, risky: string];
  /** Further rows, which are safe to mail by their address and not by the tool. */
  readonly optedOut?: string;
  readonly archive: string;
}

const EXPORTS: readonly Export[] = [
  {
    tool: 'Mailchimp',
    lines: [
      '"Email Address","First Name","Last Name",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,LAST_CHANGED,LEID,EUID,NOTES,TAGS',
      'ada@example.com,Ada,Lee,2,"2026-01-02 10:00:00",192.0.2.1,"2026-01-02 10:00:00",1,a1,,"""VIP"",""2026"""',
      'undeliverable@example.com,Bob,"Ray, Jr.",2,"2026-01-03 11:00:00",192.0.2.2,"2026-01-03 11:00:00",2,a2,,',
      'support@example.com,,,2,,,"2026-01-03 11:00:00",3,a3,,',
    ],
    archive: 'Email Address\nundeliverable@example.com\n',
  },
  {
    tool: 'HubSpot',
    lines: [
      '"Record ID","First Name","Email","Unsubscribed from all email","Lead Status"',
      '"101","Ada","ada@example.com","","NEW"',
      '"102","Bob","undeliverable@example.com","",""',
      '"103","","support@example.com","",""',
    ],
    optedOut: '"104","Cy","cy@example.com","true",""',
    archive: 'Email\nundeliverable@example.com\n',
  },
  {
    tool: 'Klaviyo',
    lines: [
      'Email,Klaviyo ID,First Name,Email Marketing Consent,Email Suppressions',
      'ada@example.com,01A,Ada,SUBSCRIBED,[]',
      'undeliverable@example.com,01B,Bob,SUBSCRIBED,[]',
      'support@example.com,01C,,NEVER_SUBSCRIBED,[]',
    ],
    optedOut: 'cy@example.com,01D,Cy,UNSUBSCRIBED,[]',
    archive: 'Email\nundeliverable@example.com\n',
  },
  {
    tool: 'Shopify',
    lines: [
      'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Phone,Total Spent,Tags',
      '\'7210448301122,Ada,Lee,ada@example.com,yes,\'+15555550100,12.00,"vip, 2026"',
      "'7210448301123,Bob,Ray,undeliverable@example.com,no,,0.00,",
      "'7210448301124,,,support@example.com,no,,0.00,",
    ],
    archive: 'Email\nundeliverable@example.com\n',
  },
  {
    tool: 'Brevo',
    lines: [
      'EMAIL;LASTNAME;FIRSTNAME;SMS;EMAIL_BLACKLISTED;ADDED_TIME;MODIFIED_TIME',
      'ada@example.com;Lee;Ada;;No;12-04-2026 09:30;13-04-2026 09:30',
      'undeliverable@example.com;Ray;Bob;;No;12-04-2026 09:30;13-04-2026 09:30',
      'support@example.com;;;;No;12-04-2026 09:30;13-04-2026 09:30',
    ],
    optedOut: 'cy@example.com;Orr;Cy;;Yes;12-04-2026 09:30;13-04-2026 09:30',
    archive: 'EMAIL\nundeliverable@example.com\n',
  },
  {
    tool: 'Salesforce',
    lines: [
      '"Contact ID","First Name","Account Name","Email"',
      '"003000000000001","Ada","Lee, Inc.","ada@example.com"',
      '"003000000000002","Bob","Ray & Sons","undeliverable@example.com"',
      '"003000000000003","","","support@example.com"',
    ],
    archive: 'Contact ID,Email\n003000000000002,undeliverable@example.com\n',
  },
  {
    tool: 'Outlook',
    lines: [
      '"First Name","Last Name","E-mail Address","E-mail Display Name","E-mail 2 Address"',
      '"Ada","Lee","ada@example.com","Ada Lee (ada@example.com)",""',
      '"Bob","Ray","undeliverable@example.com","Bob Ray (undeliverable@example.com)",""',
      '"","","support@example.com","support@example.com",""',
    ],
    archive: 'E-mail Address\nundeliverable@example.com\n',
  },
  {
    tool: 'Google Contacts',
    lines: [
      'First Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value',
      'Ada,Lee,* myContacts,* Work,ada@example.com,Home,ada.home@example.net',
      'Bob,Ray,* myContacts,,undeliverable@example.com,Home,bob.home@example.net',
      ',,* myContacts,,support@example.com,Home,help@example.net',
    ],
    archive: 'E-mail 1 - Value\nundeliverable@example.com\n',
  },
];

describe('an export', () => {
  it.each(EXPORTS)('of $tool comes back ready to import', async ({ tool, ...given }) => {
    const [header, safe, dead, risky] = given.lines;
    const rows = [dead, safe, ...(given.optedOut ? [given.optedOut] : []), risky];
    w.write('export.csv', `${header}\n${rows.join('\n')}\n`);
    const { stderr, exitCode } = await w.run('clean export.csv');
    expect(exitCode).toBe(0);
    expect(w.read('export.import.csv')).toBe(`${header}\n${safe}\n`);
    expect(w.read('export.archive.csv')).toBe(given.archive);
    expect(stderr).toContain(`Import in ${tool}: `);
    expect(stderr).toContain(`Archive in ${tool}: `);
    expect(stderr).toMatch(
      given.optedOut
        ? `1 risky and 1 unsubscribed rows are in neither: they stay in ${tool}`
        : `1 risky row is in neither: it stays in ${tool} as it is`,
    );
  });

  it.each(EXPORTS)('of $tool has one address in the cell that it reads', async (given) => {
    const [header, safe, dead, risky] = given.lines;
    const delimiter = given.tool === 'Brevo' ? ';' : ',';
    const typed = safe.replace(/"?ada@example\.com"?/, '" Ada <ada@example.com>"');
    w.write('export.csv', `${header}\n${typed}\n${dead}\n${risky}\n`);
    await w.run('clean export.csv');
    const [names = [], row = []] = parse(w.read('export.import.csv'), { delimiter });
    expect(new Set(names).size).toBe(names.length);
    expect(row).toContain('ada@example.com');
  });

  it('of every tool that is known is here', () => {
    expect(EXPORTS.map(({ tool }) => tool)).toEqual(TOOL_PROFILES.map(({ name }) => name));
  });

  it('has a source for what is said of its tool', () => {
    for (const { sources } of TOOL_PROFILES)
      for (const source of sources) expect(new URL(source).protocol).toBe('https:');
  });
});
