import { anyOf, MISSING, SENDER_NOUNS } from './mailbox-nouns.ts';

/** The vocabulary of refusals that say nothing about the recipient's mailbox. */

/** Words about the sender's host, its name, its reputation or its message, never about the recipient's mailbox. */
export const SENDER_REPUTATION = anyOf(
  'block(ed|ing)\\b|block(ed)? (using|by|for|list)|blocklist|blacklist|black list|block list|dnsbl',
  '\\brbl\\b|\\b[dxs]bl\\b|blackhole|(access|deny|drop|reject|stop|ban|control).?list',
  '(?<!(suspended|disabled|closed|locked|terminated) (for|due to|because of) )(spam|abus(e|ive))',
  'spamhaus|spamcop|barracuda|cloudmark|sorbs|unsolicited|suspicious|suspected|harvest|complain',
  'malicious|phish|attack|flood|junk|\\bbulk\\b|prob(es?|ing)\\b|spam.?trap|honey.?pot|unwanted',
  'infected|compromised|botnet|unsubscrib|opt(ed)?.?out|marketing|newsletter|free.?mail',
  'uceprotect|sender.?(score|base)|talos|abusix|mailspike|manitu|nixspam|uribl|surbl|invaluement',
  '\\bDUL\\b|dynamic (ip|address|range|host|pool)|dial.?up|residential',
  'client (host|address|name|ip|machine|\\[)|unknown (client|host|server)|sending (ip|host|server)',
  'source ip|originating ip|(remote|connecting|foreign) (ip|host|server|client|mta)',
  '(?<!(is|was|been) )\\bip\\b|banned|reputation|(?<!not )listed (in|at|by|on)|\\bISP\\b',
  'reverse dns|\\brdns\\b|\\bptr\\b|bad dns|dns mx|\\bhelo\\b|\\behlo\\b',
  '\\bS3140\\b|\\bS3150\\b|\\bTSS?\\d+|\\bBL2\\d|\\bCXBL\\b|\\bRTR:|\\bDY-\\d|\\bSC-\\d|\\bOU-\\d',
  '\\bPH01\\b|\\bCS01\\b|\\bDNY:|\\bCON:',
  '(?<!privacy )polic(y|ies)|prohibit(?!send)|dmarc|(?<![\\w-])spf(?![\\w-])|\\bdkim\\b|authenticat|spoof',
  'forged|impersonat|sender id|unauthori[sz]ed|not (been )?authori[sz]ed|permission|privilege',
  'virus|content|header|attachment',
  '(message|mail|e-?mail) (is |was |has been |being )?(rejected|filtered|blocked|refused|denied|not (accepted|allowed)|declined)',
  'missing (bracket|recipient|address|parameter)|malformed|brackets|illegal char',
  'your message (\\w+ ){0,4}(is|was|has been) (disabled|stopped|returned|discarded)',
  'message (\\w+ ){0,2}(exceeds|too (big|large|long)|larger)|message size',
  'rate.?limit|frequency|throttl|excessive|unusual',
  'too many(?! (messages|mails|e-?mails) (on|in) (the|this|their) )',
  '(?<!clos(ing|e) (the |this )?)connection(?! (will be |is now |is |now )?(clos|terminat|end))',
  'connexion|slow down|too (fast|quickly)',
  '(mail|message|receiving|incoming|delivery|sending) rate|message count',
  '(sending|hourly|daily|message|outgoing|relay|transaction|rate|recipients?|connection|monthly) (quota|limit)',
  'quota (of|for) (recipients|messages|connections)|per (hour|minute|day|second|connection)',
  'your (\\w+ )?(allowance|share|credit|budget)|threshold|percentage|share of|of your traffic',
  // The plural is about our requests, not about one recipient.
  'unknown (local )?(users|recipients|addresses|accounts|mailboxes)\\b',
  'not accept\\w* (\\w+ )?(from|mail from)|(mail|messages?|delivery|e-?mails?) from',
  '(received?|sent|came|comes|coming) from',
  '(?<!that )\\byou(.ve)? (do|need|must|exceed\\w*|reached|may not|cannot|can.t)\\b',
  '\\byou are (?!(trying|attempting|writing|looking|sending (\\w+ ){0,3}to)\\b)',
  '\\byou have (?!(entered|typed|specified|given|used|provided|sent|written|tried|addressed|misspelled|mistyped|the (correct|right)|reached an?)\\b)',
  '\\byou (send|sent) (?!(\\w+ ){0,3}to\\b)',
  'your (address(?! book)|account|mta|company|country|return|quota|limit|host|server|network|domain|isp|ip|client|request|subscription|plan|hosting|provider|system|sending|identity|software|mailbox|inbox|mail box|storage)',
  'your (e-?mail|mail)(?! (message )?(to|was not delivered|was undeliver|could|cannot|can.?t|could|will)\\b)',
  '(return|from|reverse|originating)[- ]?(address|path|mailbox)|mail from\\b|that sends',
  'at your (site|end|side)|you claim',
  `(\\b(votre|ihre?[mnrs]?|il (suo|tuo)|la (sua|tua)|sua|su|tu|seu|teu|twoj\\w*|panstwa|uw|din|jouw)|ваш\\p{L}*|ваш\\p{L}* \\p{L}+) (${SENDER_NOUNS})`,
  `(您的|你的|あなたの|お客様の|귀하의 ?|당신의 ?)(${SENDER_NOUNS})`,
  '\\b(fur (sie|ihre[mnrs]?)|pour (vous|votre)|para (usted|voce)|per (lei|voi)|dla panstwa|voor (u|uw))\\b',
  'sie haben kein|vous n.avez (pas|aucun)|usted no tiene|voce nao (tem|possui)|lei non ha|u heeft geen',
  'de envio|d.envoi|di invio|envoyer trop|(versand|sende)(limit|kontingent|quota)|limit wysyl|отправк',
  '发送|發送|送信(数|制限|量)|발송',
  '\\b(bloquee?s?|bloquead[oa]s?|bloccat[oaie]|blockiert|geblokkeerd|blokeret|blockerad|zablokowan[yae]|zablokovan\\w*)\\b(?! (per|por|pour|wegen|administracyjnie|z powodu))',
  '\\b(von|des|de|di|da|od|fra|fran|van|от) (ihnen|vous|usted(es)?|voi|lei|was|вас|unbekannten|inconnus|desconocidos|desconhecidos|sconosciuti|nieznanych|неизвестных)(?![\\p{L}])',
  '陌生|来源|來源|拒收|拒绝接收|受信拒否|수신 ?거부',
  '(nimmt|akzeptiert) .{0,30}(keine|nicht)|n.accepte (pas|plus)|\\bno acepta|nao aceita|non accetta',
  'nie przyjmuje|accepteert geen|accepterar inte|не принима',
  '\\b(hat (sie|ihnen)|vous a|le ha|la ha|ti ha|vi ha|heeft u|har (dig|deg)) |\\bapi\\b|\\btoken\\b',
  'captcha|challenge|credential|password|log ?in\\b|encrypt|\\btls\\b|certificate|outgoing|outbound',
  'responsible address|fully.?qualified',
  '(?<!(user|recipient|address|mailbox|account) (is )?not )registered|members?\\b',
  'refused your|by (a |the )?(rule|filter)|licen[sc]e|server load',
  'recipient (wants|requires|refuse|has reject)|rights? to|\\btrust',
  'envelope (blocked|rejected)|go away|mail rejete|access (is |was )?denied|(?<!user )access deny',
  'not welcome|quarantin|\\bfirewall|\\bgeo\\w*block',
  // A mailbox for some: it lives, and we are not of them.
  '(allow|white|safe|pass|permit|accept).?list|only (accept|receiv|allow|from|take|deliver)',
  '(accept|receiv|allow|take)\\w* (\\w+ )?(only|mail only|messages only)',
  '(internal|external|inbound|outside|foreign|anonymous) (use|only|mail|e-?mail|messages?|senders?|delivery|domains?)',
  'external (users?|address)|outside (of )?(the|this|our)|contacts?\\b(?= (list|only))|friends',
  'list of (allowed|approved|permitted|trusted)',
  '(closed|open|available|visible|accessible|reachable) (to|for) you\\b',
  '(all|every|any|other) (clients?|users|mailboxes|recipients|accounts)\\b|moderat',
  '(known|approved|trusted) (people|contacts|correspondents)',
  '\\bsenders?\\b|originator|absender|expediteur|emetteur|remitente|remetente|mittente|nadawc|afzender',
  'avsandare|afsender|avsender|lahettaja|odesilatel|odosielatel|gonderen|felado|expeditor|posiljatelj',
  'pengirim|nguoi gui|отправител|відправник|подател|αποστολ|المرسل|השולח',
  '发件人|發件人|发信|寄件|送信者|送信元|差出人|発信|보낸|발신|송신',
  // The same in other languages: our server, our rate, their policy; "unknown recipients" are many, and ours.
  '\\b(su(?! quest)|sus|votre|vos|vostr[oa]|tuo|suo|il suo|seu|ihre?[mnrs]?|twoj\\w*|panstwa|uw|din|jeres|deres|vas|ваш\\p{L}*) ((?!(nachricht|mail|e-?mail|message|messaggio|mensaje|mensagem|correo)\\b)[\\p{L}-]+ )?(servidor|serveur|server|host|ip|ip-\\w+|domai\\w+|dominio|domena|domene|сервер\\p{L}*|домен\\p{L}*|хост\\p{L}*|serwer\\w*|szerver\\w*|sunucu\\w*|palvelin\\w*)',
  '(usuarios|destinat[a-z]+|utenti|utilisateurs|indirizzi) (desconocid[oa]s|inexistentes|inconnus|inexistants|sconosciuti|inesistenti|desconhecid[oa]s|invalid[oa]s|invalides)',
  'unbekannten? (empfangern?|adressen|benutzern?)\\b(?! (ist|nicht))|неизвестны[хе] ',
  'несуществующи[хме]+ ',
  'lista negra|liste noire|lista nera|schwarze[nr]? liste|sperrliste|czarn\\w+ list|ч[её]рн\\p{L}+ спис',
  '黑名单|黑名單|ブラックリスト|블랙리스트|차단|スパム|迷惑メール|垃圾|스팸|спам',
  'reputa[czt]|politique|politica|richtlinie|polityk[aiąe]|политик|策略|ポリシー|정책|beleid\\b',
  'zu viele (?!(mails|e-?mails|nachrichten) (auf|im) )|trop de |demasiad[oa]s |troppi |troppe ',
  'muit[oa]s |te veel |zbyt wiele |for mange |for manga |слишком (много|част)|频率|频繁|頻繁|過多|过多|너무 많',
  "pro (stunde|tag|minute)|par (heure|jour|minute)|por (hora|dia|minuto)|all'ora|na godzine",
  'в (час|минуту|сутки)|每(小时|分钟|天|日)',
  'authentifi|autenti[cf]|anmeld(ung|en)\\b|autoris|autoriz|аутентифик|авторизац|认证|認証|인증',
  // A code of RFC 3463 for security or policy, quoted from another host or put at the end.
  '[#( ]5\\.7\\.\\d(?!\\d)',
);

/** The envelope sender that we gave. */
export const OUR_SENDER =
  /sender('?s)? (e-?mail )?(address )?(is |was |has been )?(rejected|refused|denied|invalid|unknown|not|blocked|verif)|invalid sender|bad sender|unknown sender|domain of sender|emetteur invalide|(null|empty) (sender|return.?path)|sender verif|bounces|backscatter|\bbatv\b|verification failed for|envelope (from|sender)/i;

/** Words of refusal without a word on whose account. */
export const REFUSAL =
  /syntax|parameter|reject|denied|deny|refus|block|not allowed|not permitted|not accept|restrict|forbid|forbidden|violat|disallow|aborted|temporar|unable|fail|error|protocol|abgelehnt|gesperrt|заблокирован/iu;

/** Words of refusal that take from an enhanced code its weight. Frames in which addresses are refused don't count. */
export const REFUSAL_BESIDE_CODE =
  /syntax|protocol|violat|forbid|restrict|disallow|user (has )?reject|not (allowed|permitted|accepted|accepting|welcome)|(?<!recipient |mailbox )\b(denied|refused)|^(sorry\W+)?(message |mail |e-?mail |delivery )?(rejected|refused|denied)\W*$|out of memory|internal (server )?(error|exception)|refus(es|ing)|declin|bounced|not answered|\btest\b|requires? |configuration|misconfigur|routing loop|loop(s|ing) |mail loop|insufficient|resources|unavailable due|maintenance|abgelehnt|abgewiesen|rechazad|rejeitad|rifiutat|odrzucon|отклонен|拒绝|拒収|拒否|거부/iu;

/** The host did not look the mailbox up, or could not: a 5xx beside it says nothing about the mailbox. */
export const NOT_LOOKED_UP = anyOf(
  "(could ?n[o']t|can ?n[o']t|can't|not|unable to|failed to|cannot) (\\w+ )?(be )?(verif|look|check|validat|determin|resolv|contact|reach|connect)",
  'verif\\w+ (failed|failure|timed|error|in progress|is not|problem|pending)|callout|callback',
  'look.?up (of \\w+ )?(fail|error|timed|problem)|lookup failure',
  'temporar|timed? ?out|time-?out|try (it )?(again )?(later|in \\d|tomorrow|soon)|again later|(?<!\\band )try again\\W*$',
  '(?<!not )retry|dns (error|failure)|offline|(?<!(in|to) (our|the|this|my) (\\w+ )?)database|deferred',
  'at this time|at the moment|at present|right now|for now|busy|by another process|greylist|maintenance',
  'overload|not responding|unreachable|is down\\b|being (migrated|moved|created)',
  'vorubergehend|voruebergehend|momentan|zur ?zeit|spater erneut|temporaire|momentanement|reessay',
  'plus tard|temporal|temporane|mas tarde|mais tarde|piu tardi|tymczasow|tijdelijk|tillfallig',
  'midlertidig|gecici|docasn|ideiglenes|временно|позже|暂时|暫時|稍后|稍後|一時的|しばらく|일시적|나중에',
);

/** "Unknown" beside an "or" that may be followed by a refusal of us. */
const UNKNOWN_ABROAD = `${MISSING}|unbekannt\\p{L}*|onbekende?|nieznan\\p{L}*|neznam\\p{L}*`;

const OR_ABROAD =
  '(?:oder|bzw\\.?|ou(?: bien)?|o(?: bien)?|u|oppure|ovvero|lub|albo|of(?: wel)?|eller|nebo|anebo|vagy|veya|ya da|sau|ili|или)';

/** "Does not exist, or no longer", "or is misspelled": one thing said twice. */
const OR_THE_SAME = [
  '(?:(?:nicht|n.existe|pas|no|nao|non|nie|niet|ikke|inte) )?(?:mehr|plus|ya|mas|mais|piu|juz|meer|lenger|langre)\\b',
  '(?:(?:esta|est|e|ist|is|jest|wurde) )?(?:mal (?:escrit|orthograph|ecrit|saisi|digitad)|falsch geschrieben|scritt[oa] male|blednie|verkeerd gespeld)',
].join('|');

const REFUSED_ABROAD =
  '(?:gesperrt|blockiert|abgelehnt|abgewiesen|bloqu|refuse|rechazad|rejeitad|bloccat|rifiutat|zablokowan|odrzucon|geblokkeerd|geweigerd)\\p{L}*';

/** Says two things, or says neither: an if, a may, an or with a refusal. */
export const HEDGED = anyOf(
  '\\b(may|might) (not|no longer|be)\\b(?! (misspel|mistyp|spelled|typed|incorrectly))',
  '\\bor (\\w+ ){0,4}(denied|not (allowed|permitted|authori[sz]ed|accept\\w*|permission)|refus\\w+|restricted|rejected|blocked|forbidden|policy|filter\\w*|temporar\\w*|unavailable|unreachable|permission)',
  '\\b(oder|ou|lub|eller|of|oppure|vagy|nebo|veya|или) ([\\p{L}.]+ ){0,3}(nicht|non|pas|nao|no|nie|ikke|inte|niet|не) ([\\p{L}.]+ ){0,2}(berechtigt|zugelassen|erlaubt|autori|permi|permes|habilit|dozwol|tilladt|tillat|toegestaan|разреш)',
  `(${UNKNOWN_ABROAD}) ${OR_ABROAD} (?!(?:${MISSING})|${OR_THE_SAME})\\p{L}`,
  `(${REFUSED_ABROAD}) ${OR_ABROAD} (${UNKNOWN_ABROAD})`,
  '\\b(possibly|perhaps|probably|presumably|either|maybe)\\b',
  'unknown or (\\w+ )?full\\b|\\bfull, (\\w+ ){0,3}(inactive|disabled)\\b',
  'if (the |this |that )?(user|mailbox|recipient|address|account) (is |does|exists)',
);
