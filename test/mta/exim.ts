import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { answersAt } from './answers.ts';
import {
  MAILBOXES,
  type MailServer,
  type ServerGround,
  type ServerPlace,
  usualPlace,
} from './mail-server.ts';

const ADDRESSES = { plain: '127.0.0.27', tls: '127.0.0.28' };
/** Exim gives root up for this account, which every machine has. */
const ACCOUNT = 'nobody';

/** Exim with configuration and spool of its own. The binary may lie anywhere, with its libraries beside it. */
export async function startExim(binary: string, ground: ServerGround): Promise<MailServer> {
  const place = ground.place ?? usualPlace(ADDRESSES);
  await mkdir(join(ground.folder, 'spool'));
  for (const name of ['cert', 'key'] as const) {
    await cp(ground.certificate[name], join(ground.folder, `${name}.pem`));
  }
  // Exim starts itself to deliver: as a copy without the set-user-id bit, which would lose the libraries.
  await copyFile(binary, join(ground.folder, 'exim'));
  const conf = join(ground.folder, 'exim.conf');
  await writeFile(conf, configurationOf(ground, place));
  await promisify(execFile)('chown', ['-R', ACCOUNT, ground.folder]);
  await promisify(execFile)('chown', ['root', conf]);
  const exim = spawn(binary, ['-C', conf, '-bdf'], { env: withLibraries(binary), stdio: 'ignore' });
  await Promise.race([answersAt(place.addresses.plain, place.port), failed(exim)]);
  return {
    addresses: place.addresses,
    inbox: join(ground.folder, 'inbox'),
    async [Symbol.asyncDispose]() {
      exim.kill();
      if (exim.exitCode === null && exim.signalCode === null) await once(exim, 'exit');
    },
  };
}

async function failed(exim: ChildProcess): Promise<never> {
  const [code] = await once(exim, 'exit');
  throw new Error(`exim ended with ${code}`);
}

/** A package that was unpacked rather than installed has its libraries under its own root. */
function withLibraries(binary: string) {
  const root = join(dirname(binary), '..', 'lib');
  const found = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((machine) => join(root, machine));
  return { ...process.env, LD_LIBRARY_PATH: found.join(':') };
}

function configurationOf({ folder, greylistPort }: ServerGround, place: ServerPlace): string {
  const { addresses, port, domains } = place;
  const main = [domains.main, domains.tls, domains.greylisted].join(' : ');
  return `primary_hostname = mx.mta.test
exim_user = ${ACCOUNT}
exim_group = nogroup
never_users =
exim_path = ${folder}/exim
keep_environment = LD_LIBRARY_PATH
deliver_drop_privilege = true
spool_directory = ${folder}/spool
log_file_path = ${folder}/log-%s
local_interfaces = ${addresses.plain} : ${addresses.tls}
daemon_smtp_ports = ${port}
domainlist local_domains = ${main} : ${domains.catchAll}
host_lookup =
rfc1413_query_timeout = 0s
tls_advertise_hosts = *
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
acl_smtp_mail = acl_mail
acl_smtp_rcpt = acl_rcpt
begin acl
acl_mail:
  deny message = 530 5.7.0 Must issue a STARTTLS command first
       condition = \${if and{{eq{$received_ip_address}{${addresses.tls}}}{!def:tls_in_cipher}}}
  accept
acl_rcpt:
  deny message = 552 5.2.2 Mailbox is full
       local_parts = full
       domains = ${main}
  defer message = Greylisted, please come back
       domains = ${domains.greylisted}
       condition = \${if match{\${readsocket{inet:127.0.0.1:${greylistPort}}{recipient=$local_part@$domain\\n\\n}{5s}{ }{none}}}{DEFER}}
  require message = relay not permitted
          domains = +local_domains
  require verify = recipient
  accept
begin routers
returned:
  driver = redirect
  domains = ${main}
  local_parts = left
  data = :fail: Unknown user
  allow_fail
  no_verify
inbox:
  driver = accept
  domains = ${main}
  local_parts = news
  transport = inbox
catchall:
  driver = accept
  domains = ${domains.catchAll}
  transport = null
users:
  driver = accept
  domains = ${main}
  local_parts = ${MAILBOXES.join(' : ')}
  transport = null
  cannot_route_message = Unknown user
begin transports
null:
  driver = appendfile
  file = /dev/null
  user = ${ACCOUNT}
inbox:
  driver = appendfile
  file = ${folder}/inbox
  user = ${ACCOUNT}
begin retry
begin rewrite
begin authenticators
`;
}
