import { html } from '../../lib/html.ts';
import type { ProbeOperator, RequestContext } from '../environment.ts';
import { pageResponse, renderDocument } from './docs-document.ts';

/** Where operators of mail hosts read who probes them, and how to end it. */
const PROBES_PATH = '/about-probes';

/** Says who verifies from here, what is asked, how often, and how to opt out. */
export function probesPage(c: RequestContext, operator: ProbeOperator): Response {
  return pageResponse(c, String(renderProbes(operator)));
}

function renderProbes({ contact, heloNames }: ProbeOperator) {
  const link = contact.includes('://') ? contact : `mailto:${contact}`;
  const names = heloNames();
  return renderDocument({
    path: PROBES_PATH,
    title: 'Who asks your mail server about mailboxes',
    contents: html`<ul><li><a href="#what">What is asked</a></li><li><a href="#stop">How to stop it</a></li>
<li><a href="#contact">Contact</a></li></ul>`,
    content: html`<h1>Who asks your mail server about mailboxes</h1>
<p>A service at this name verifies e-mail addresses before mail is sent to them, so that less mail bounces. If you
run a mail server, you may see its sessions in your log${
      names.length > 0 &&
      html`; they begin with
${names.map((name, at) => html`${at > 0 && ', '}<code>EHLO ${name}</code>`)}`
    }.</p>
<h2 id="what">What is asked</h2>
<p>A session names a sender and recipients, hears whether you would accept mail for them, and ends before
<code>DATA</code>: no message is sent. STARTTLS is used where you offer it. One address that does not exist may be
asked about beside the others, to learn whether you accept all.</p>
<p>Sessions at a time, recipients a session and recipients an hour are limited by provider. Where you answer 421, 450 or
451, or say that you block us, nothing more is asked for a while. Results are kept, so that a mailbox is not asked about
again for days to weeks.</p>
<h2 id="stop">How to stop it</h2>
<p>Publish a TXT record below the domain that you registered; it counts for all names below it:</p>
<pre tabindex="0"><code>_smtp-probe.example.com.  IN TXT "v=1; probe=no"</code></pre>
<p>From then on no session is opened to verify these addresses; an answer that is remembered is that of DNS, within its
TTL. Addresses there are reported as unknown.</p>
<h2 id="contact">Contact</h2>
<p>Write to <a href="${link}">${contact}</a>, with the time and the IP address from your log.</p>`,
  });
}
