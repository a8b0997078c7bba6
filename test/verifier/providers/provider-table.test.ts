import { describe, expect, it } from 'vitest';
import { parseProviders } from '../../../src/verifier/providers/parse-providers.ts';
import {
  BUILT_IN_PROVIDERS,
  ProviderTable,
  withOverrides,
} from '../../../src/verifier/providers/provider-table.ts';

const table = new ProviderTable(BUILT_IN_PROVIDERS);

it('the table that comes along has the form of one that is given', () => {
  expect(parseProviders(BUILT_IN_PROVIDERS, 'providers.json')).toEqual(BUILT_IN_PROVIDERS);
});

describe('a mail host', () => {
  it.each([
    ['gmail-smtp-in.l.google.com', 'google'],
    ['ALT1.ASPMX.L.Google.com.', 'google'],
    ['aspmx3.googlemail.com', 'google'],
    ['hotmail-com.olc.protection.outlook.com', 'outlook-com'],
    ['contoso-com.mail.protection.outlook.com', 'microsoft-365'],
    ['contoso-com.p-v1.mx.microsoft', 'microsoft-365 mx.microsoft'],
    ['mx00.gmx.net', 'gmx'],
    ['mx-ha02.web.de', 'gmx'],
    ['mx01.mail.com', 'gmx'],
    ['mx00.ionos.de', 'ionos'],
    ['mx01.kundenserver.de', 'ionos'],
    ['smtp-in.orange.fr', 'orange'],
    ['smtp.wanadoo.fr', 'orange'],
    ['mx.yandex.net', 'yandex'],
    ['mx1.privateemail.com', 'namecheap-private-email'],
    ['mx1.jellyfish.systems', 'namecheap-private-email'],
    ['mxa-00123.gslb.pphosted.com', 'proofpoint-enterprise'],
    ['mx1-us1.ppe-hosted.com', 'proofpoint-essentials'],
    ['us-smtp-inbound-1.mimecast.com', 'mimecast us'],
    ['eu-smtp-inbound-2.mimecast.com', 'mimecast eu'],
    ['mx.zoho.com', 'zoho-mail com'],
    ['mx2.zoho.eu', 'zoho-mail eu'],
    ['inbound-smtp.eu-west-1.amazonaws.com', 'amazon-ses eu-west-1'],
    ['mx3.mail.ovh.net', 'ovh'],
    ['smtp.secureserver.net', 'godaddy'],
    ['esa1.hc123-45.iphmx.com', 'cisco'],
    ['server1.web-hosting.com', 'namecheap-shared-hosting server1.web-hosting.com'],
  ])('%s is paced with all of %s', (host, key) => {
    expect(table.find(host).key).toBe(key);
  });

  it.each([
    ['ec2-192-0-2-1.compute.amazonaws.com', 'amazonaws.com'],
    ['vps-1.vps.ovh.net', 'ovh.net'],
    ['ip-192-0-2-1.ip.secureserver.net', 'secureserver.net'],
    ['mail.company.co.uk', 'company.co.uk'],
    ['mx.firma.com.br', 'firma.com.br'],
    ['mx1.company.example', 'company.example'],
    ['localhost', 'localhost'],
  ])('%s that no entry names is paced by its registrable domain', (host, key) => {
    expect(table.find(host)).toEqual({ key });
  });
});

describe('a consumer domain', () => {
  it.each([
    ['gmail.com', 'google'],
    ['Web.DE', 'gmx'],
    ['yahoo.fr', 'yahoo'],
    ['cox.net', 'yahoo'],
  ])('%s is free, of %s', (domain, id) => {
    expect(table.findFree(domain)?.id).toBe(id);
  });

  it('is none of a company', () => {
    expect(table.findFree('company.example')).toBeUndefined();
  });
});

describe('the table that comes along', () => {
  it('has at least one source with a title in every entry', () => {
    expect(BUILT_IN_PROVIDERS.filter(({ sources }) => sources.length === 0)).toEqual([]);
  });

  it('names each mail host once', () => {
    const hosts = BUILT_IN_PROVIDERS.flatMap(({ mx }) => mx);
    expect(hosts.filter((host, at) => hosts.indexOf(host) !== at)).toEqual([]);
  });

  it('never lets an entry of low confidence decide', () => {
    const low = BUILT_IN_PROVIDERS.filter(({ confidence }) => confidence === 'low');
    expect(low.every(({ namesOnly }) => namesOnly)).toBe(true);
    expect(low.filter(({ acceptAll }) => acceptAll)).toEqual([]);
  });
});

describe('a file of providers', () => {
  const entry = {
    id: 'our-relay',
    name: 'Our relay',
    kind: 'filter',
    confidence: 'high',
    mx: ['.relay.example'],
    rcpt: 'refuses',
    limits: { connections: 3 },
    replies: [{ text: 'not here', code: 550, stage: 'rcpt', meaning: 'no_mailbox' }],
    sources: [{ title: 'its manual' }],
    date: '2026-11-01',
  };

  it('adds entries, and replaces those of the same id', () => {
    const google = { ...entry, id: 'google', mx: ['.google.com'], limits: { connections: 1 } };
    const added = parseProviders([entry, google], 'ours.json');
    const mine = new ProviderTable(withOverrides(added));
    expect(mine.find('mx1.relay.example').key).toBe('our-relay');
    expect(mine.find('aspmx.l.google.com').provider?.limits).toEqual({ connections: 1 });
    expect(mine.find('mx00.gmx.net').key).toBe('gmx');
  });

  it.each([
    [{}, 'it has to be a list of providers'],
    [[7], 'entry 1 is no object'],
    [[{ ...entry, id: 'Our Relay' }], "entry 1 has no usable 'id'"],
    [[entry, entry], "the id 'our-relay' stands twice"],
    [[{ ...entry, connections: 3 }], "entry 1 has an unknown field 'connections'"],
    [[{ ...entry, limits: { connections: 0 } }], "limits has no usable 'connections'"],
    [[{ ...entry, mx: ['relay example'] }], "entry 1 has no usable 'mx'"],
    [[{ ...entry, region: '(' }], "entry 1 has no usable 'region'"],
    [
      [{ ...entry, replies: [{ text: 'x', stage: 'rcpt', meaning: 'dead' }] }],
      "entry 1 (our-relay), reply 1 has no usable 'meaning'",
    ],
    [[{ ...entry, sources: [{}] }], "source 1 has no usable 'title'"],
  ])('that can not be one says what and where (%#)', (data, message) => {
    expect(() => parseProviders(data, 'ours.json')).toThrow(message);
  });
});
