/** Bounces as servers write them, each of another recipient: nothing of them repeats. */
type Form = (at: number) => string;

const SUBJECTS = ['Spring news', 'Your invoice', 'Re: the workshop in May', 'Welcome'];

/** The header of a message that went through a few hosts, as a bounce returns it. */
function returnedHeader(at: number): string {
  const hops = Array.from(
    { length: 3 },
    (
      _,
      hop,
    ) => `Received: from relay${hop}.sender.example (relay${hop}.sender.example [192.0.2.${hop + 1}])
 by out${hop}.sender.example (Postfix) with ESMTPS id ${(at * 7 + hop).toString(36).toUpperCase()}
 for <user${at}@domain${at % 5000}.example>; ${dateOf(at)}`,
  );
  return `${hops.join('\n')}
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/simple; d=sender.example; s=mail;
 h=From:To:Subject:Date; b=${noise(at, 340)}
From: News <news@sender.example>
To: user${at}@domain${at % 5000}.example
Subject: ${SUBJECTS[at % SUBJECTS.length]}
Date: ${dateOf(at)}
Message-ID: <${at}.${at * 31}@sender.example>
List-Unsubscribe: <https://sender.example/u/${at}>
MIME-Version: 1.0
Content-Type: text/html; charset=utf-8`;
}

function noise(at: number, length: number): string {
  let state = (at * 2_654_435_761) >>> 0;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += state.toString(36);
  }
  return text.slice(0, length).replace(/.{72}/g, '$&\n ');
}

function dateOf(at: number): string {
  return new Date(1_700_000_000_000 + at * 1000).toUTCString().replace('GMT', '+0000');
}

function head(at: number, from: string, subject: string): string {
  return `Return-Path: <>
Received: by mx.sender.example (Postfix) id ${(at * 13).toString(36)}; ${dateOf(at)}
Date: ${dateOf(at)}
From: ${from}
To: news@sender.example
Subject: ${subject}
Message-ID: <${at}.bounce@mx.sender.example>
MIME-Version: 1.0
`;
}

const postfix: Form = (at) => {
  const email = `user${at}@domain${at % 5000}.example`;
  return `${head(at, 'MAILER-DAEMON@mx.sender.example (Mail Delivery System)', 'Undelivered Mail Returned to Sender')}Content-Type: multipart/report; report-type=delivery-status;
 boundary="b${at}"

This is a MIME-encapsulated message.

--b${at}
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.sender.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

For further assistance, please send mail to postmaster.

If you do so, please include this problem report. You can
delete your own text from the attached returned message.

                   The mail system

<${email}>: host mx.domain${at % 5000}.example[192.0.2.25] said: 550 5.1.1
    <${email}>: Recipient address rejected: User unknown in
    virtual mailbox table (in reply to RCPT TO command)

--b${at}
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.sender.example
X-Postfix-Queue-ID: ${(at * 13).toString(36)}
X-Postfix-Sender: rfc822; news@sender.example
Arrival-Date: ${dateOf(at)}

Final-Recipient: rfc822; ${email}
Original-Recipient: rfc822;${email}
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.domain${at % 5000}.example
Diagnostic-Code: smtp; 550 5.1.1 <${email}>: Recipient address rejected: User
    unknown in virtual mailbox table

--b${at}
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

${returnedHeader(at)}

--b${at}--
`;
};

/** Exim returns the message itself. */
const exim: Form = (at) => {
  const email = `user${at}@domain${at % 5000}.example`;
  return `${head(at, 'Mail Delivery System <Mailer-Daemon@mx.sender.example>', 'Mail delivery failed: returning message to sender')}X-Failed-Recipients: ${email}
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status; boundary=${at}-eximdsn-${at}

--${at}-eximdsn-${at}
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${email}
    host mx.domain${at % 5000}.example [192.0.2.25]
    SMTP error from remote mail server after RCPT TO:<${email}>:
    550 No such user here

--${at}-eximdsn-${at}
Content-type: message/delivery-status

Reporting-MTA: dns; mx.sender.example

Action: failed
Final-Recipient: rfc822;${email}
Status: 5.0.0
Remote-MTA: dns; mx.domain${at % 5000}.example
Diagnostic-Code: smtp; 550 No such user here

--${at}-eximdsn-${at}
Content-type: message/rfc822

${returnedHeader(at)}

${`<p>${noise(at + 1, 900)}</p>\n`.repeat(3)}
--${at}-eximdsn-${at}--
`;
};

/** Exchange writes for people, in HTML, too. */
const exchange: Form = (at) => {
  const email = `user${at}@domain${at % 5000}.example`;
  const html = `<html><body style="font-family: Segoe UI"><h1>Your message couldn't be delivered</h1>
<p>${email} wasn't found at domain${at % 5000}.example.</p>${`<table><tr><td>${noise(at, 200)}</td></tr></table>\n`.repeat(12)}</body></html>`;
  const packed = Buffer.from(html).toString('base64').replace(/.{76}/g, '$&\n');
  return `${head(at, 'Microsoft Outlook <postmaster@sender.example>', `Undeliverable: ${SUBJECTS[at % SUBJECTS.length]}`)}Content-Type: multipart/report; report-type=delivery-status;
 boundary="b${at}"
X-MS-Exchange-Message-Is-Ndr:
Content-Language: en-US

--b${at}
Content-Type: multipart/alternative; differences=Content-Type; boundary="a${at}"

--a${at}
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Delivery has failed to these recipients or groups:

${email}
The email address you entered couldn't be found. Please check the recipient=
's email address and try to resend the message.

Diagnostic information for administrators:

Generating server: AM0PR01MB0001.eurprd01.prod.outlook.com

${email}
Remote Server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient=
 ${email} not found by SMTP address lookup'

--a${at}
Content-Type: text/html; charset="us-ascii"
Content-Transfer-Encoding: base64

${packed}

--a${at}--

--b${at}
Content-Type: message/delivery-status

Reporting-MTA: dns;AM0PR01MB0001.eurprd01.prod.outlook.com
Received-From-MTA: dns;mail.sender.example
Arrival-Date: ${dateOf(at)}

Final-Recipient: rfc822;${email}
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ${email} not found by SMTP address lookup

--b${at}
Content-Type: message/rfc822

${returnedHeader(at)}

${noise(at + 1, 1500)}
--b${at}--
`;
};

const FORMS = [postfix, exim, exchange];

/** A message; the same for the same number. */
export function bounce(at: number): string {
  return (FORMS[at % FORMS.length] as Form)(at);
}

/** An mbox of so many messages, by pieces of about 64 KB, with the number of messages that are out. */
export function* mbox(count: number): Generator<{ readonly text: string; readonly count: number }> {
  let text = '';
  for (let at = 0; at < count; at += 1) {
    text += `From MAILER-DAEMON Thu Jan  1 00:00:00 2026\n${bounce(at).replace(/^From /gm, '>From ')}\n`;
    if (text.length < 65_536 && at < count - 1) continue;
    yield { text, count: at + 1 };
    text = '';
  }
}
