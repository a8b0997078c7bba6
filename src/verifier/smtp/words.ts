/**
 * The vocabulary of replies. Texts come folded (`foldText`): without accents on Latin letters, so
 * that one spelling stands for all, and matched without regard to case.
 */

function anyOf(...parts: readonly string[]): RegExp {
  return new RegExp(parts.join('|'), 'iu');
}

/** Words of a recipient's place, in the languages in which hosts answer. */
const MAILBOX = [
  'user|recipient|rcpt|mailbox|mail box|inbox|address|account|addressee|local.?part|alias|subscriber|customer',
  'empfanger|benutzer|nutzer|postfach|adresse|konto|teilnehmer',
  'destinataire|utilisateur|boite(?: aux lettres)?|compte|abonne',
  'destinatari[oa]|usuario|buzon|cuenta|direccion|casilla|caixa|conta|endereco',
  'utente|casella|indirizzo|uzytkownik|skrzynka|adresat|odbiorca',
  'gebruiker|postvak|ontvanger|adres|mottagare|anvandare|bruger|bruker|modtager|mottaker|kayttaja',
  'kullanici|alici|posta kutusu|uzivatel|schranka|prijemce|cimzett|felhasznalo|postafiok',
  'пользовател|получател|адресат|ящик|адрес|учетн|абонент',
  '用户|用戶|收件人|邮箱|郵箱|账号|帐号|地址|ユーザ|宛先|アドレス|受信者|メールボックス|アカウント|사용자|수신자|계정',
].join('|');

/** What is said of a mailbox that is not there, in languages that say it in a word or two. */
const MISSING = [
  'unbekannt|nicht (?:gefunden|bekannt|vorhanden|existent)|existiert nicht',
  'inconnue?|n.?existe pas|inexistante?|introuvable|no existe|desconocid[oa]|no encontrad[oa]|inexistente',
  'nao existe|desconhecid[oa]|nao encontrad[oa]|sconosciut[oa]|non (?:esiste|trovat[oa])',
  'nie istnieje|nieznan|nie znaleziono|onbekend|bestaat niet|niet gevonden|okand|ukendt|ukjent',
  'finns inte|findes ikke|finnes ikke|tuntematon|bulunamad|neexistuje|neznam|nem letezik|ismeretlen',
  'не найден|не существует|неизвест|отсутству|不存在|未找到|找不到|存在しません|見つかりません|不明|없|존재하지 않',
].join('|');

/** Words about the sender's host, its name, its fame, or its message: never about the recipient's mailbox. */
export const ABOUT_US = anyOf(
  'block(ed|ing)\\b|block(ed)? (using|by|for|list)|blocklist|blacklist|black list|block list|dnsbl|\\brbl\\b|\\b[dxs]bl\\b',
  'spam|spamhaus|spamcop|barracuda|cloudmark|sorbs|abuse|unsolicited|suspicious|suspected|harvest',
  'client host|client \\[|unknown (client|host|server)|sending (ip|host|server)|source ip|originating ip|your (ip|host|server|network|domain|isp)',
  '\\bip\\b|banned|reputation|listed (in|at|by|on)',
  'reverse dns|\\brdns\\b|\\bptr\\b|bad dns|dns mx|\\bhelo\\b|\\behlo\\b',
  '\\bS3140\\b|\\bS3150\\b|\\bTSS?\\d+|\\bBL2\\d|\\bCXBL\\b|\\bRTR:|\\bDY-\\d|\\bSC-\\d|\\bOU-\\d|\\bPH01\\b|\\bCS01\\b',
  'policy|policies|prohibit|dmarc|\\bspf\\b|\\bdkim\\b|authenticat|spoof|sender id|unauthori[sz]ed|not authori[sz]ed|permission',
  'virus|content|header|attachment|message (is |was )?(rejected|filtered|blocked|refused|not (accepted|allowed))',
  'rate.?limit|frequency|throttl|excessive|unusual|too many|connection|connexion',
  '(sending|hourly|daily|message|outgoing|relay|transaction|rate) (quota|limit)',
  'not accept\\w* (\\w+ )?(from|mail from)|(mail|messages?) from',
  '(?<!that )\\byou (are|do|have|need|must)\\b|your (address|e-?mail|account|mta|mail|company|country|return)|(return|from) address|that sends',
  'captcha|challenge|credential|password|log ?in\\b|encrypt|certificate|responsible address|fully.?qualified|registered|members?\\b|mailing list',
  'refused your|by (a |the )?(rule|filter)|licen[sc]e|server load|recipient (wants|requires|refuse|has reject)|rights? to|external mail',
  'envelope (blocked|rejected)|go away|mail rejected|mail is rejected|mail rejete',
  '\\bsenders?\\b|absender|expediteur|emetteur|remitente|remetente|mittente|nadawc|afzender|avsandare|отправител|发件人|送信者',
  // A code of RFC 3463 for security or policy, quoted from another host or put at the end.
  '[#( ]5\\.7\\.\\d',
);

/** The envelope sender that we gave. */
export const OUR_SENDER =
  /sender (address )?(is )?(rejected|refused|denied|invalid|unknown|not)|invalid sender|bad sender|domain of sender|emetteur invalide|(null|empty) (sender|return.?path)|sender verif|bounces|backscatter|\bbatv\b/i;

/** Words of refusal without a word on whose account. A bare 550 with one of them proves nothing. */
export const REFUSAL =
  /syntax|parameter|reject|denied|deny|refus|block|not allowed|not permitted|not accept|restrict|forbid|forbidden|violat|disallow|aborted|temporar|unable|fail|error|protocol|abgelehnt|gesperrt|заблокирован/iu;

/** Nobody looked, or nobody could: what a 5xx says beside it is no word on the mailbox. */
export const NOT_LOOKED_UP = anyOf(
  "(could ?n[o']t|can ?n[o']t|not|unable to|failed to|cannot) (be )?(verif|look|check|validat|determin)",
  'verif\\w+ (failed|failure|timed|error|in progress|is not)|callout|look.?up (fail|error|timed)',
  'temporar|timed? ?out|time-?out|try (again )?(later|in \\d)|again later|dns error|offline|database|deferred|at this time|at the moment|busy|by another process|greylist',
);

/** The domain, not a mailbox in it. */
export const DOMAIN_UNKNOWN =
  /(invalid|unknown|bad|non-?existent) (\w+ )?domain|domain (name )?(is |was )?(not found|not known|unknown|invalid|does)|domain not |\bmx for\b|(host|system) (unknown|not found)|unknown host|null ?mx/i;

export const OVER_QUOTA = anyOf(
  'over.?quota|quota (is )?(exceeded|full|violation|exhausted|limit)|quota exceed|(exceed\\w*|over) (its |the |their |his )?(\\w+ )?(quota|storage|mailbox size|disk)',
  '(mailbox|inbox|mail ?(box|folder)|account|user|recipient)( \\w+){0,3} (is )?(over )?(full|over ?flow)\\b|full mailbox|mailbox full',
  'exceeded storage|over allocation|(would|will) exceed|too much mail|disk quota|space has been used|too many messages on|enough (\\w+ )?space',
  'mailbox (size |storage )?limit|out of (storage|space)|storage (space )?(is )?(full|exceeded)',
  '(not enough|no|insufficient) (\\w+ )?(space|storage|room) (left )?(in|for) (the |this )?(\\w+ )?(mailbox|inbox|user|account|recipient)',
  `(${MAILBOX}).{0,40}(\\bvoll\\b|\\bpleine?\\b|llen[oa]\\b|chei[oa]\\b|pien[oa]\\b|pelna|\\bvol\\b|fuldt?\\b|dolu\\b|plna|megtelt|переполнен|已满|已滿|容量.{0,3}(超|不足)|가득)`,
);

/** Not followed by what somebody switched off: a user may have disabled mail from outside. */
const DISABLED_STATES =
  '(disabled|deactivated|inactive|not active|suspended|locked|frozen|terminated|closed|cancell?ed|expired|discontinued|is no longer (active|in use))(?! (mail|messages?|deliver|external|relay|for))';

export const DISABLED = anyOf(
  `(?<!your )\\b(account|mailbox|user|address|recipient|e-?mail)\\b.{0,40}\\b${DISABLED_STATES}`,
  'inactivity|suspend the service|disabled for this (recipient|user)',
  '(disabled|inactive|deactivated|suspended) (account|mailbox|user|recipient|address)|not accepting (any )?(mail|messages)$',
  `(?<!votre |ihr |su |sua |ваш )(${MAILBOX}).{0,40}(gesperrt|deaktiviert|stillgelegt|desactive|suspendue?\\b|deshabilitad|suspendid|suspens[oa]\\b|desativad|disattivat|sospes[oa]\\b|disabilitat|nieaktywn|отключен|заблокирован|停用|禁用|冻结)`,
);

export const NO_SUCH_USER = anyOf(
  'no such (\\w+ )?(user|recipient|mailbox|address|account|person|mail ?drop|local)',
  '(user|recipient|mailbox|address|account|addressee|destination|local.?part)( \\w+){0,3} (unknown|not found|not exist|not known|invalid|not valid|unallocated)',
  "(user|recipient|mailbox|address|account|addressee|rcpt)\\W+(\\w+ ){0,6}(dos?es ?n[o']t|do(e)?sn.?t|do not|did not) exist",
  'unknown (\\w+ )?(user|recipient|address|mailbox|account|local|addressee)',
  '(invalid|in?existent|non-?existent|unallocated) (\\w+ )?(recipient|address|mailbox|user|account)',
  'not a (valid|known) (e-?mail |mail )?(address|mailbox|user|recipient)',
  '(doesn.t|does not) have an? .{0,80}account|not our customer|is no longer valid|no longer accepts? (e-?mail|mail|messages)|not available$',
  'no (mailbox|user|account|one)( here)? (here )?(by|with|of) that name|user not local|not listed in|unrouteable|unroutable address',
  '^(was )?(not found|does not exist)|not our (user|customer)|in domain map|existe dicha|(recipient|mailbox|user|account) ((is )?not (ok|present|local)|missing|name is not found)|recipientnotfound|not (a |an )?(local|active|known|valid) (e-?mail |mail )?(address|user|account)|badrcptto|no account',
  "(cannot|can't|couldn't|could not|did not) (find|accept) (any |a |such )?(\\w+ )?(user|mailbox|recipient|account)|no (mailbox|mail box|user|account|recipient) (found|available|by|for)|is no ?one|does not live|^address unknown|bad recipient|invalid address|(is )?wrong or no longer",
  'could not be found|no longer (here|exists?|available|with us)|has left|has moved|no user record|illegal alias',
  `(${MAILBOX}).{0,40}(${MISSING})|(unbekannt|okand|ukendt|tuntematon|ismeretlen|неизвестн)\\w* (${MAILBOX})`,
  '(kein|pas|aucun|nincs) (solche[rs]? |d.|ilyen |cet )?(benutzer|empfanger|postfach|utilisateur|destinataire|felhasznalo|cimzett)',
  'нет такого|[无無]此|没有(此|这个)',
);

/** NFKD takes letters and their accents apart; other scripts are put together again. */
export function foldText(text: string): string {
  const plain = text.normalize('NFKD').replace(/([a-z])\p{M}+/giu, '$1');
  return plain.normalize('NFC').replace(/[łŁıøß]/g, (letter) => STROKED[letter] ?? letter);
}

const STROKED: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', ı: 'i', ø: 'o', ß: 'ss' };
