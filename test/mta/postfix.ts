import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  MAILBOXES,
  type MailServer,
  type ServerGround,
  type ServerPlace,
  usualPlace,
} from './mail-server.ts';

const run = promisify(execFile);
const ADDRESSES = { plain: '127.0.0.25', tls: '127.0.0.26' };

/** Postfix with configuration and queue of its own, beside whatever the machine runs. */
export async function startPostfix(binary: string, ground: ServerGround): Promise<MailServer> {
  const conf = join(ground.folder, 'conf');
  const place = ground.place ?? usualPlace(ADDRESSES);
  for (const name of ['conf', 'queue', 'data', 'mail']) await mkdir(join(ground.folder, name));
  await run('chown', ['postfix', join(ground.folder, 'data')]);
  await run('chown', ['nobody', join(ground.folder, 'mail')]);
  // Postfix trusts no folder that others may write to, nor keys in it.
  await run('chmod', ['755', ground.folder]);
  for (const name of ['cert', 'key'] as const) {
    await cp(ground.certificate[name], join(conf, `${name}.pem`));
  }
  await writeFile(join(conf, 'main.cf'), mainOf(ground, place));
  await writeFile(join(conf, 'master.cf'), masterOf(place));
  await run(binary, ['-c', conf, 'start']);
  return {
    addresses: place.addresses,
    inbox: join(ground.folder, 'mail', 'inbox'),
    async [Symbol.asyncDispose]() {
      await run(binary, ['-c', conf, 'stop']);
    },
  };
}

function mainOf({ folder, greylistPort }: ServerGround, { domains }: ServerPlace): string {
  const main = [domains.main, domains.tls, domains.greylisted];
  const known = main.flatMap((domain) => MAILBOXES.map((name) => `${name}@${domain}`));
  const maps = [...known, `@${domains.catchAll}`].map((address) => `{${address}=x}`);
  const full = main.map((domain) => `{full@${domain} = 552 5.2.2 Mailbox is full}`);
  return `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
myhostname = mx.mta.test
mydestination =
alias_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
virtual_mailbox_domains = ${[...main, domains.catchAll].join(', ')}
virtual_mailbox_maps = inline:{${maps.join(', ')}}
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
virtual_mailbox_base = ${folder}
smtpd_relay_restrictions = reject_unauth_destination
smtpd_recipient_restrictions =
  check_recipient_access inline:{${full.join(', ')}},
  check_recipient_access inline:{{${domains.greylisted} = greylist}}
smtpd_restriction_classes = greylist
greylist = check_policy_service inet:127.0.0.1:${greylistPort}
smtpd_tls_cert_file = ${folder}/conf/cert.pem
smtpd_tls_key_file = ${folder}/conf/key.pem
`;
}

/** What accepts knows `left`, what delivers does not. */
const masterOf = ({
  addresses,
  port,
  domains,
}: ServerPlace) => `${addresses.plain}:${port} inet n - n - - smtpd
${addresses.tls}:${port} inet n - n - - smtpd
  -o smtpd_tls_security_level=encrypt
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
  -o { virtual_mailbox_maps = inline:{{news@${domains.main} = mail/inbox}, {ann@${domains.main} = mail/ann}} }
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;
