import {
  anyOf,
  BETWEEN,
  GAP,
  MAILBOX_NOUN,
  MAILBOX_NOUNS,
  MISSING,
  NOT_A,
  NOT_OF,
} from './mailbox-nouns.ts';

/**
 * The vocabulary of a mailbox's states. Texts come folded (`classify.ts`): without accents on Latin
 * letters, so that one spelling stands for all, and matched without regard to case. Spans between
 * words are bounded: a long text must cost no more than a few milliseconds.
 */

const HOST_NAME = '(?<![\\p{L}\\p{N}.-])([\\p{L}\\p{N}-]{1,63}\\.){1,4}\\p{L}{2,24}';

/**
 * Nothing but a frame in which addresses are refused, names with digits, or no word at all: what an
 * enhanced code alone is believed beside. Any other word may be the reason, and about us.
 */
export const BARE_FRAME = new RegExp(
  `^[^\\p{L}\\p{N}]*((${[
    `${MAILBOX_NOUN}|destination|e-?mail|mail|delivery|domain|gateway|rcp|rcpt to|smtp|nsmtp|gsmtp|psmtp`,
    'is|was|has|been|the|this|that|to|for|of|in|at|on|a|an|by|with|it|and|our|here|no|not|ok|sorry',
    'please|rejected|refused for|undeliverable|undelivered|unroutable|unrouteable|failed|failure',
    'permanent|permanently|fatal|error|bad|invalid|unknown|unavailable|available|requested|action|taken',
    'bounced?|see|visit|more|information|details?|explanation|\\p{L}*\\p{N}[\\p{L}\\p{N}]*',
  ].join('|')})(?![\\p{L}\\p{N}])[^\\p{L}\\p{N}]*)*(${HOST_NAME}[^\\p{L}\\p{N}]*)?$`,
  'iu',
);

/** Things of a user's. */
const THINGS = [
  'agent|manager|server|policy|type|family|class|syntax|format|host|backend|service|profile|script',
  'port|network|organi[sz]ation|company|count|status|relay|key|input|object|data|credentials',
  'session|parameter',
].join('|');

/** The domain, a host behind this one, or a thing of the user's; not the mailbox. */
export const DOMAIN_UNKNOWN = anyOf(
  '(invalid|unknown|bad|non-?existent) (\\w+ )?domain',
  'domain (name )?(is |was )?(not found|not known|unknown|invalid|does)|domain not |\\bmx for\\b',
  '(host|system|server|route|gateway|mx( record)?) (is |was )?(unknown|not found|not known|could not be found)',
  'unknown (host|route)|no route|null ?mx',
  '(backend|store|handler|transport|policy|service|rule|server|host|database) (for|of) (this |the |that )?(\\w+ )?(of )?(this |the |that )?(user|mailbox|recipient|address|account)\\b',
  `(user|account|mailbox|recipient|address|destination)('?s)? (e-?mail |mail )?(address )?(${THINGS})\\b`,
  `(\\bdoma(ne|in|ine|en)\\b|dominio|domena|домен|域名|ドメイン|도메인|(?<!(diesem|ce|este|esse|neste|questo|dit|denne|этом|нашем) )(\\bserver|serveur|servidor|serwer|сервер|\\bhote)\\b).{0,40}(${MISSING})`,
);

/** What a host that takes no mail says (RFC 7504 §3). */
export const NO_MAIL_HOST =
  /(does not|doesn.t|will not|never) accepts? (any )?(e-?)?mail\b|(accepts|takes|has) no (e-?)?mail|no mail (is )?accepted/i;

/** What is said of a full mailbox. */
const FILLED = [
  '\\bvoll\\b|uberfullt|ueberfuellt|\\bpleine?\\b|\\bsature\\w*|llen[oa]\\b|chei[oa]\\b',
  'lotad[oa]\\b|pien[oa]\\b|pelna|pelny|przepelnion|zapelnion|\\bvol\\b|fuldt?\\b|\\bar full\\b',
  '\\ber full\\b|taynna|dolu\\b|doldu|\\bplna|megtelt|\\bplina?\\b|\\bpun[oa]?\\b|penuh',
  'hop thu (?:\\w+ ){0,3}day\\b|переполнен|заповнен|полон\\b|препълнен|γεμάτ|ممتلئ|מלאה|已满|已滿|满了',
  '(容量|空间|空間).{0,4}(超|不足|已满|已滿|用完)|いっぱい|一杯|満杯|超過|超えて|가득|초과|용량',
].join('|');

export const OVER_QUOTA = anyOf(
  'over.?quota|over (its |the |their |his )?(allowed |disk |mail ?box |storage )?quota',
  'quota (is |has been |usage |limit )?(exceeded|full|violation|exhausted|limit|reached)',
  'reached (its|the|their) (\\w+ )?(quota|storage)|quota exceed|out of quota|no quota left',
  '(exceed\\w*|over) (its |the |their |his )?((\\w+ ){1,2})?(quota|storage|mailbox size|disk)',
  `(?<!not )(?<!not a )(mailbox|inbox|mail ?(box|folder|file)|account|user|recipient|mbo?x|acct)\\b${GAP}{0,6} (over )?(full|over ?flow(ed|ing|n)?)\\b(?!-? ?(name|qualified|access|address|domain|control|message|header|text|rate|e-?mail|path|of \\w+ (complain|spam)))`,
  '(?<!not a )full (mailbox|inbox)|(mailbox|inbox) full',
  '(?:user|recipient|mailbox|account|inbox) (?:has )?no (?:more )?(?:space|room) left(?! on)',
  'exceeded storage|exhausted (\\w+ )?(allowed )?(storage|space|quota)|over allocation',
  '(would|will) exceed (\\w+ ){0,4}(quota|storage|mailbox|size|space|allowed)|too much mail (data|in)',
  'disk quota|space has been used|too many (messages|mails) (on|in) (the|this|their) ',
  '(user|mailbox|account|recipient|inbox) (\\w+ ){0,5}enough (\\w+ )?(space|room|storage)',
  '(mailbox|inbox) (\\w+ )?(size |storage |space )?limit',
  '(mailbox|inbox) (\\w+ )?(is |has )?(too (large|big)|reached|exceeded|at capacity|over ?limit)',
  'over (its |the |their )?(size |storage |mailbox )?limit',
  'out of ((mailbox|mail|quota|storage) )?(storage|space)',
  'storage (space |limit |capacity )?(is |has been )?(full|exceeded|reached|exhausted)',
  '(ran|run) out of ((mailbox|mail|quota|storage) )?(space|storage|room)',
  '(not enough|no|insufficient|no more) (\\w+ )?(space|storage|room) (left |available |remaining )?(in|for|on) (the |this |their )?(\\w+ )?(mailbox|inbox|user|account|recipient)',
  `(${MAILBOX_NOUNS}).{0,40}(${FILLED})`,
  '(speicher\\w*|kontingent)( \\w+){0,3} (ist |wurde )?(uberschritten|ueberschritten|erschopft|erschoepft|voll|belegt)',
  'quota .{0,40}(superat|depass|exced|uberschritten|przekroczon|overskred|overschreden|asildi)',
  '(cuota|cota) .{0,20}(exced|superad|ultrapass|esgotad)',
  '(depasse|excede|supera|overskrid)\\w* .{0,20}(quota|cuota|cota)|kota.{0,10}(asil|dolu|doldu)',
  `(nicht genug\\w*|zu wenig|onvoldoende|za malo|no hay suficiente|insuficiente|insuffisante?|insufficiente|недостаточно|ikke nok) (\\p{L}+ ){0,2}(speicher\\w*|platz|ruimte|miejsca|espacio|espace|spazio|espaco|мест\\p{L}*|plads|plass) .{0,20}(${MAILBOX_NOUNS})`,
  '(espacio|espaco|spazio|espace) (\\w+ ){0,3}(insuficiente|insufficiente|insuffisant|agotado|esgotado|esaurito)',
  'превышен\\p{L}* (квот|размер ящ|объ[её]м)|квот\\p{L}* .{0,20}(превышен|исчерпан)',
);

/** Not followed by what somebody switched off: a user may have disabled mail from outside. */
export const DISABLED_STATES = `(${[
  'disabled|de-?activated|inactivated|inactive|not active|no longer active|not enabled|suspended',
  'locked|frozen|terminated|closed|cancell?ed|expired|discontinued|decommissioned|dormant|sleeping',
  'abandoned|switched off|turned off|(?:not|never) (?:been )?activated|archived|unused',
  '(?:not|no longer) (?:being )?used',
].join('|')})(?! (${[
  '(e-?mail|mail)(?! bounced)|messages?|deliver\\w*|external|relay|out\\b|by (the )?(sender|you)|access',
  'for (mail|e-?mail|messages?|deliver\\w*|external|outside|incoming|inbound|relay\\w*|you)',
].join('|')}))`;

/** What is said of a mailbox that somebody switched off. */
export const SWITCHED_OFF = [
  'gesperrt|deaktiviert|stillgelegt|inaktiv|geschlossen|desactive|suspendue?\\b|cloture|resilie',
  'fermee?\\b|inactif|deshabilitad|desactivad|suspendid|suspens[oa]\\b|inactiv[oa]\\b|inativ[oa]\\b',
  'expirad[oa]\\b|cancelad[oa]\\b|cerrad[oa]\\b|encerrad[oa]\\b|desativad|disattivat|inattiv[oa]\\b',
  'sospes[oa]\\b|scadut[oa]\\b|chius[oa]\\b|disabilitat|nieaktywn|zablokowane administracyjnie',
  'zawieszon|gedeactiveerd|geblokkeerd wegens|inaktiverad|avstangt|avslutad|deaktiveret|deaktivert',
  'devre disi|askiya alin|deaktivovan|zrusen|felfuggesztve|letiltva|suspendat|dezactivat',
  'deaktiviran|отключ[её]н|заблокирован|неактив|закрыт|деактивир|приостановлен|停用|禁用|冻结|凍結|封存|休眠|停止',
  '無効|정지|휴면|비활성',
  'nicht (?:mehr )?(?:aktiviert|genutzt|benutzt|verwendet)|(?:non|pas) activee?\\b|no activad|non attivat',
  'nao ativad|nieaktywowan|niet (?:meer )?(?:geactiveerd|gebruikt|in gebruik)|не активирован|не используется',
  'archiviert|archivee?\\b|archivad[oa]|arquivad[oa]|archiviat[oa]|zarchiwizowan|gearchiveerd|архивирован',
  '(?:no|nao|non) utili[sz]z?ad[oa]|non utilizzat[oa]|inutilisee?\\b|nieuzywan|未激活|未启用|未使用',
].join('|');

/** Said of a mailbox, and of a sender as well. */
export const BLOCKED_ABROAD =
  'bloque?e?|bloquead[oa]|bloccat[oa]|blockiert|geblokkeerd|blokeret|blockerad|zablokowan[yae]|zablokovan\\p{L}*';

export const DISABLED = anyOf(
  `(?<!your )${NOT_OF}\\b(account|mailbox|user|address|recipient|e-?mail|acct|mbo?x|usr)\\b(?! (has|have) (?!been )(\\w+ )?(disabled|suspended|closed|locked) )${GAP}{0,10}${BETWEEN}(?<!not )${DISABLED_STATES}`,
  `^\\W*(is |was |has been )(currently )?${DISABLED_STATES}|(?<!for )inactivity`,
  '(Account|Mailbox|User)Disabled|suspend the service|disabled for this (recipient|user)',
  '(disabled|inactive|de-?activated|suspended|dormant|sleeping|frozen|terminated|closed|expired|locked|cancell?ed) (e-?mail )?(account|mailbox|user|recipient|address|mail ?box|mbo?x)',
  'not accepting (any )?(mail|messages)$',
  `(?<!votre |ihr |su |sua |suo |seu |tuo |ваш )(${MAILBOX_NOUNS}).{0,40}(${SWITCHED_OFF})`,
  '(bloccat|bloque|bloquead|gesperrt|zablokowan|ferme|disattivat|cerrad)\\w* (per|pour|por|wegen|z powodu|a causa de|de) (\\w+ )?(inutilizzo|falta de pag|mancato pagam|defaut de pai|nichtzahlung|inattivita|inactivite|inactividad|inatividade|inaktivitat|nieaktywnosc|falta de uso)',
  '(휴면|정지된|비활성화된) ?(계정|회원|사용자)|(冻结|停用|禁用)的(账号|帐号|邮箱|用户)',
);

/** What is said of a user who is not there. */
const NOT_THERE = [
  'unknown|unkn?\\b|unknwn|nonexist\\w*|not found|not exist|not known|isn.t (known|found|valid)',
  'invalid|not valid|unallocated|nonexistent|non-existent|not recogni[sz]ed|unrecogni[sz]ed',
  'not registered|not defined',
].join('|');

/** Nouns of phrases like "no such user". */
const OF_NONE = [
  'benutzer|empfae?nger|postfach|konto|utilisateur|destinataire|compte|abonne|felhasznalo|cimzett',
  '(?:account|mailbox|adresse|anwender|teilnehmer|adres|indirizzo|casella)(?= (?:unter|mit|mit dem|sous|a ce nom|met|con|bij|von dem) )',
  'gebruiker|ontvanger|anvandare|mottagare|bruger|modtager|bruker|mottaker|uzivatel|utente',
].join('|');

export const NO_SUCH_USER = anyOf(
  `no such (\\w+ ){0,2}(${MAILBOX_NOUN}|person|local|id\\b|name here)`,
  `${NOT_OF}\\b(${MAILBOX_NOUN}|destination)\\b${GAP}{0,8}${BETWEEN}(${NOT_THERE})(?! (mx|host|relay|server|status|class|record|certificate|domain|route|reason|error|issue|problem|cause))`,
  `${NOT_A}\\b(${MAILBOX_NOUN})\\b${GAP}{0,12}${BETWEEN}(dos?es ?n[o']t|do(e)?sn.?t|do not|did not) (appear to |seem to )?exist`,
  `${NOT_A}\\b(${MAILBOX_NOUN}|e-?mail)\\b${GAP}{0,6}${BETWEEN}(not|no longer|never) exists?(ing|ed)?\\b`,
  `unknown (\\w+ )?(${MAILBOX_NOUN}|local)`,
  `(${MAILBOX_NOUN}) (\\w+ ){0,3}(has been|was|is|been) (permanently )?(deleted|removed|erased|purged)(?! from)`,
  `(invalid|in?existent|non-?existent|nonexisting|non-existing|unallocated|undefined|unrecogni[sz]ed) (\\w+ )?(${MAILBOX_NOUN})s?\\b(?! (input|count|data|agent|object|syntax))|unknown or \\w+ (${MAILBOX_NOUN})|user has no (\\S+ )?(address|mailbox|account)`,
  'not (on|in) (the|our) (\\w+ )?list of (valid |known |our )?(recipients|users|addresses|mailboxes)',
  'not one of our (users|recipients|mailboxes|customers)|does not belong to (a|any) (mailbox|user|account)',
  'not a (valid|known|recogni[sz]ed|registered|real) (\\w+ )?(address|mailbox|user|recipient|account)',
  `(doesn.t|does not|do not|don.t) (currently )?have (an? .{0,80}(account|mailbox)|an? (user|person|recipient) (with|by|named|called|of)|(any |such )+(a )?(${MAILBOX_NOUN}))`,
  'not our customer|(?<!certificate |key |session |password )is no longer valid|address no longer valid',
  'no longer accepts? (e-?mail|mail|messages)',
  'no (valid |known )?(mailbox|user|account|one|person|recipient)( here| known)? (here )?(by|with|of|under|matching) (that|this|such|the) (name|address)',
  `(${MAILBOX_NOUN})\\W+(is )?not in (\\w+ ){0,3}(directory|address (book|list))`,
  'not (listed|present|found|known) in (\\w+ ){0,3}(directory|table|address book|user list|user database|recipient list|domino)',
  'unrouteable|unroutable address',
  '^\\W*(was )?(not found|does not exist|unknown$)|not our (user|customer)|in domain map|existe dicha',
  '(recipient|mailbox|user|account) ((is )?not (ok|present)|missing|name is not found)',
  'recip(ient)?notfound|not (a |an )?(local|active|known|valid) (e-?mail |mail )?(address|user|account)',
  'badrcptto|no account',
  `(cannot|can't|couldn't|could not|did not|unable to) (find|locate) (any |a |such |the |this |that |your )?(\\w+ )?(${MAILBOX_NOUN})`,
  'no (mailbox|mail box|user|account|recipient|alias) (found|available|by|(in|on|at) (this|our))',
  '\\bno (user|mailbox|recipient)( here)?\\W*$',
  "(not|n't|unable to|cannot) (find|know|have) any ?(body|one) (called|named|by|with|of)\\b",
  `no record of (\\w+ ){0,2}(${MAILBOX_NOUN}|e-?mail|person)|is no ?one`,
  "(nobody|no ?one|no person|nobody's) (here |lives |known )?(by|with|under|here|of|at|called|named)|does not live",
  '^address unknown|bad recipient|bad destination (mailbox )?address|(is )?wrong or no longer',
  `${NOT_A}\\b(address|user|recipient|mailbox|account|addressee|inbox)\\b${GAP}{0,8} (could not|couldn.t|can ?not|can.t) be (found|located)`,
  'no longer (here|exists?|in use|available|with (us|the company)|works? (here|at|for)|employed|on (this )?server|a (user|customer|member|valid))',
  '(person|user|employee|recipient|addressee|he|she|they|mailbox|account) (\\w+ ){0,2}(has|have) (left|moved|departed)(?! (your|this|the) (mail|message))',
  'left (the|this|our) (company|organi[sz]ation)|no user record|illegal alias|never existed|was never created',
  'no mailbox (here|exists)',
  `(${MAILBOX_NOUNS}).{0,40}(${MISSING})`,
  `(unbekannt|ungultig|okand|ukendt|ukjent|tuntematon|ismeretlen|nepoznat|neznam|nieznan|onbekend|неизвестн|несуществующ|невідом)\\p{L}* (${MAILBOX_NOUNS})`,
  `\\b(keine?n?|pas|aucun|nincs|geen|ingen|zadny|niciun|nessun) (solche[rsn]? |d.|ilyen |cet |sadan |zodanige |dergelijke |takovy )?(${OF_NONE})`,
  '\\b(no|nao|non) (existe|hay|ha|esiste|c.e) (\\p{L}+ ){0,3}(usuari|cuenta|conta|utente|destinatari|casella|buzon|person|direc|endereco|indirizzo)',
  'nie ma takie|boyle bir (kullanici|adres|hesap|alici)',
  'нет такого|такого (пользователя|адреса|ящика) (\\S+ )?нет|[无無]此|没有(此|这个|該)|無此',
  '(不存在的|未知|无效的?|無效的?|错误的)(用户|用戶|收件人|邮箱|地址|账号)|(存在しない|該当する|不明な)(ユーザ|宛先|アドレス|メールアドレス|受信者)|宛先不明|あて先不明',
  '(없는|존재하지 않는|알 수 없는) ?(사용자|수신자|계정|메일|주소|아이디)',
);
