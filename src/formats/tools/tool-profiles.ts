/** A tool that people export their list from, and what it takes back. */
export interface ToolProfile {
  /** As it calls itself. */
  readonly name: string;
  /** Its exports have all columns of one of these, in lower case. */
  readonly headers: readonly (readonly string[])[];
  /** Its column of addresses, in lower case, where several are as good. */
  readonly address?: string;
  /** How its import knows a contact again. By `address` a corrected one is a new contact, and the old one stays. */
  readonly key: 'address' | 'id';
  /** What its removal of many contacts takes beside the address: names of columns, in lower case. */
  readonly archiveColumns?: readonly string[];
  /** The name that the address column must have there; the list's own where it is absent. */
  readonly archiveHeader?: string;
  /** The column that says who must not be mailed any more, in lower case, and how. */
  readonly optOut?: { readonly column: string; readonly means: RegExp };
  /** Where the file goes, by the names of the tool's screens; absent where its documentation knows no such way. */
  readonly importAt: string;
  readonly archiveAt?: string;
  /** Where this was read, on 2026-11-29. */
  readonly sources: readonly string[];
}

/**
 * Tools by the headers of their exports. An ActiveCampaign export has no column of its own: it is handled as
 * any other list is.
 */
export const TOOL_PROFILES: readonly ToolProfile[] = [
  {
    name: 'Mailchimp',
    headers: [
      ['member_rating', 'optin_time'],
      ['leid', 'euid'],
    ],
    key: 'address',
    archiveHeader: 'Email Address',
    importAt: 'Audience › All contacts › Add contacts › Import contacts, updating existing ones',
    archiveAt: 'import it with a tag, filter All contacts by the tag, then Actions › Archive',
    sources: [
      'https://mailchimp.com/help/format-guidelines-for-your-import-file/',
      'https://climbtheladder.com/how-to-import-contacts-into-mailchimp-step-by-step/',
      'https://springaheadmedia.com/2022/07/21/lower-your-mailchimp-bill-archive-your-unsubscribed-contacts/comment-page-1/',
    ],
  },
  {
    name: 'HubSpot',
    headers: [['record id', 'email']],
    key: 'id',
    archiveHeader: 'Email',
    optOut: { column: 'unsubscribed from all email', means: /^(?:true|yes)$/i },
    importAt: 'CRM › Contacts › Import › Start an import',
    archiveAt: 'CRM › Contacts › Import › Start an import › Import an opt-out list',
    sources: [
      'https://knowledge.hubspot.com/crm-setup/set-up-your-import-file',
      'https://knowledge.hubspot.com/marketing-email/import-an-opt-out-list',
    ],
  },
  {
    name: 'Klaviyo',
    headers: [
      ['email', 'klaviyo id'],
      ['email', 'email marketing consent'],
    ],
    key: 'address',
    archiveHeader: 'Email',
    optOut: { column: 'email marketing consent', means: /^unsubscribed$/i },
    importAt: 'Audience › Lists & segments › your list › Manage list › Import contacts',
    archiveAt: 'Audience › Profiles › Suppressed profiles › Upload file',
    sources: [
      'https://help.klaviyo.com/hc/en-us/articles/360043841811',
      'https://help.klaviyo.com/hc/en-us/articles/115005073867',
    ],
  },
  {
    name: 'Shopify',
    headers: [['email', 'accepts email marketing']],
    key: 'address',
    importAt: 'Customers › Import, overwriting customers with the same email',
    sources: [
      'https://blog.stagebit.com/answers/shopify/how-do-i-import-existing-customers-into-shopify/',
      'https://ascendfs.zendesk.com/hc/en-us/articles/26465992706843-Importing-a-Customer-List-via-CSV-File',
    ],
  },
  {
    name: 'Brevo',
    headers: [
      ['email', 'added_time', 'modified_time'],
      ['email', 'email_blacklisted'],
    ],
    key: 'address',
    archiveHeader: 'EMAIL',
    optOut: { column: 'email_blacklisted', means: /^(?:yes|true|1)$/i },
    importAt: 'Contacts › Import contacts',
    archiveAt: 'Contacts › Import contacts, as blocklisted email contacts',
    sources: [
      'https://help.brevo.com/hc/en-us/articles/208729849-Create-a-file-to-import-your-contacts',
      'https://help.sendinblue.com/hc/en-us/articles/208773869--Classic-design-Import-a-list-of-blacklisted-contacts',
      'https://developers.brevo.com/reference/request-contact-export',
    ],
  },
  {
    name: 'Salesforce',
    headers: [
      ['contact id', 'account name'],
      ['lead id', 'company / account'],
      ['id', 'accountid', 'email'],
    ],
    key: 'id',
    archiveColumns: ['contact id', 'lead id', 'id'],
    optOut: { column: 'email opt out', means: /^(?:true|1)$/i },
    importAt: 'Setup › Data Import Wizard, updating existing records',
    archiveAt: 'Data Loader › Delete, which goes by the ID',
    sources: [
      'https://dataloader.io/deleting-data-salesforce',
      'https://estudy247.com/courses/salesforce/lessons/salesforce-data-import-export-and-data-loader/',
      'https://massmailer.io/blog/salesforce-import-data-how-to-import-clean-and-email-your-list/',
    ],
  },
  {
    name: 'Outlook',
    headers: [
      ['e-mail address', 'e-mail 2 address'],
      ['e-mail address', 'e-mail display name'],
    ],
    key: 'address',
    importAt: 'File › Open & Export › Import/Export',
    sources: ['https://irohastack.com/en/outlook-duplicate-contacts-en/'],
  },
  {
    name: 'Google Contacts',
    headers: [['e-mail 1 - value']],
    address: 'e-mail 1 - value',
    key: 'address',
    importAt: 'Contacts › Import',
    sources: [
      'https://mydatatables.com/csv-import-export/which-csv-format-to-use-for-google-contacts',
    ],
  },
];

/** The tool whose export a list with this header is; undefined for a list of which nothing says it. */
export function findTool(header: readonly string[] | null): ToolProfile | undefined {
  const names = new Set(header?.map(plainName));
  return TOOL_PROFILES.find(({ headers }) =>
    headers.some((columns) => columns.every((column) => names.has(column))),
  );
}

/** The place of the first column of these names, from 0; undefined without one. */
export function findToolColumn(
  header: readonly string[] | null,
  columns: readonly string[] = [],
): number | undefined {
  const at = header?.findIndex((name) => columns.includes(plainName(name))) ?? -1;
  return at === -1 ? undefined : at;
}

function plainName(name: string): string {
  return name.trim().toLowerCase();
}
