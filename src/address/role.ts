import { withoutEnd } from '../lib/address-parts.ts';

/**
 * Whether a local part names a job or a group rather than a person: `info`, `Sales+eu`,
 * `support2`, `no-reply`. Tag and trailing digits are put aside first.
 */
export function isRole(localPart: string): boolean {
  const name = withoutTag(unquoted(localPart.toLowerCase()));
  const plain = withoutEnd(name, '0123456789._-');
  if (LIST_REQUEST.test(plain) || ROLES.has(plain)) return true;
  // `customer.service` is a role, but `h.r` and `i.t` are somebody's initials.
  const joined = plain.replace(/[._-]/g, '');
  return joined.length >= 4 && ROLES.has(joined);
}

function unquoted(localPart: string): string {
  return localPart.startsWith('"') ? localPart.slice(1, -1).replace(/\\(.)/g, '$1') : localPart;
}

function withoutTag(name: string): string {
  const tag = name.indexOf('+');
  return tag > 0 ? name.slice(0, tag) : name;
}

/** RFC 2142 §6: the people behind a mailing list. */
const LIST_REQUEST = /^.+-(?:request|owner|bounces?|subscribe|unsubscribe)$|^owner-.+$/;

/** Written without `.`, `-` and `_`. */
const ROLES: ReadonlySet<string> = new Set(
  `
  ${/* RFC 2142 */ ''}
  info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www
  uucp ftp
  ${/* The machine room */ ''}
  admin administrator admins sysadmin systemadministrator root daemon mailerdaemon mailer mailadmin
  dnsadmin dns netadmin network it itsupport helpdesk servicedesk servicios tech techsupport technical
  technicalsupport developer developers dev devs devops devnull null nobody operations ops hosting
  domains domain domainadmin registrar ssladmin ssl cert bugs git api status monitoring alerts alert
  backup printer scanner fax spam phishing dmarc tls web webteam webadmin site wwwdata
  ${/* Nobody reads it */ ''}
  noreply donotreply dontreply nereply nepasrepondre noresponder nichtantworten notification
  notifications notify automailer bounce bounces autoreply
  ${/* Sales, service, the front desk */ ''}
  contact contacts contactus hello hi office mail email mailbox inbox enquiries enquiry inquiries
  inquiry ask question questions feedback help helpme service services customerservice customercare
  customersupport customers customer care clientservices client clients reception frontdesk
  receptionist reservations reservation booking bookings events event orders order shop store returns
  shipping delivery logistics dispatch purchasing procurement supply quotes quote rfq subscribe
  unsubscribe subscriptions membership members member community team staff all everyone company
  general main welcome
  ${/* Money, people, law */ ''}
  billing invoice invoices accounts account accounting accountspayable accountsreceivable payroll
  payment payments finance finances treasury tax audit hr humanresources people jobs job careers
  career recruiting recruitment recruiter hiring talent training education legal compliance privacy
  dataprotection dpo gdpr copyright dmca ethics board secretary management executive director
  ${/* The press and partners */ ''}
  press media pr publicrelations communications communication newsletter newsletters newsroom editor
  editorial editors ads advertising advertise sponsors sponsorship partner partners partnership
  partnerships affiliate affiliates investor investors investorrelations ir donations volunteer
  submissions listserv majordomo list lists moderator moderators
  ${/* German */ ''}
  kontakt anfrage anfragen buero empfang verwaltung vertrieb verkauf einkauf bestellung bestellungen
  rechnung rechnungen buchhaltung bewerbung bewerbungen personal karriere kundenservice kundendienst
  datenschutz presse redaktion geschaeftsfuehrung zentrale sekretariat service versand technik
  hilfe post impressum vorstand rathaus gemeinde
  ${/* French */ ''}
  accueil bonjour commercial commande commandes comptabilite facturation facture factures direction
  recrutement emploi secretariat serviceclient sav assistance achats ventes reclamation redaction
  mairie
  ${/* Spanish and Portuguese */ ''}
  contacto contato informacion informacao ventas vendas compras soporte suporte ayuda atencioncliente
  atendimento administracion administracao facturacion contabilidad contabilidade financeiro pedidos
  reservas prensa empleo rrhh recepcion comercial gerencia direccion secretaria ola hola
  ${/* Italian */ ''}
  contatti informazioni vendite acquisti ordini assistenza amministrazione contabilita fatture
  fatturazione prenotazioni segreteria ufficio lavoro commerciale redazione
  ${/* Dutch, Nordic, Polish, Czech, Russian in Latin letters */ ''}
  verkoop inkoop klantenservice administratie boekhouding facturen receptie werkenbij klacht
  kundtjanst kundeservice faktura ekonomi salg myynti asiakaspalvelu toimisto firmapost
  biuro sklep zamowienia sprzedaz ksiegowosc sekretariat pomoc kadry reklamacje objednavky obchod
  podpora prodej zakaznickyservis zakaz zakazy buhgalter buh otdel priem kadrovik ofis sekretar
  `
    .split(/\s+/)
    .filter((name) => name !== ''),
);
