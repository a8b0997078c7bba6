/**
 * The vocabulary of replies. Texts come folded (`foldText`): without accents on Latin letters, so
 * that one spelling stands for all, and matched without regard to case. Spans between words are
 * bounded: a text of 32 kB must cost no more than a few milliseconds.
 */

function anyOf(...parts: readonly string[]): RegExp {
  return new RegExp(parts.join('|'), 'iu');
}

/** Places that may be ours as well: with a "your" before it they are. */
const OWN =
  'adresse|konto|postfach|compte|boite|direccion|cuenta|buzon|casilla|indirizzo|casella|account|endereco|conta|caixa|adres|skrzynk|postvak|mailbox|e-?mail|адрес|почтов|ящик|учетн|邮箱|郵箱|账号|帐号|地址|アドレス|メールボックス|アカウント|계정|메일함';

/** Words of a recipient's place, in English. */
const PLACE =
  'user|recipient|rcpt|mailbox|mail box|mail ?drop|inbox|address|account|addressee|local.?part|alias|subscriber|customer|usr|acct|mbo?x|addr';

/** The same in the languages in which hosts answer. */
const MAILBOX = [
  PLACE,
  'empfanger|benutzer|nutzer|postfach|adresse|konto|teilnehmer',
  'destinataire|utilisateur|boite(?: aux lettres)?|compte|abonne',
  'destinatari[oa]|usuario|utilizador|buzon|cuenta|direccion|casilla|caixa|conta|endereco|usuari|bustia',
  'utente|casella|indirizzo|uzytkownik|skrzynka|adresat|odbiorca',
  'gebruiker|postvak|ontvanger|adres|mottagare|anvandare|bruger|bruker|modtager|mottaker|kayttaja',
  'brevlada|indbakke|innboks|postkasse|postilaatikko|vastaanottaja|postkast|kasutaja',
  'kullanici|alici|posta kutusu|uzivatel|schranka|prijemce|pouzivatel|cimzett|felhasznalo|postafiok',
  'utilizator|casuta|destinatarul|korisnik|primatelj|primalac|sanducic|uporabnik|prejemnik|nabiralnik',
  'pengguna|penerima|kotak surat|nguoi dung|nguoi nhan|hop thu|dia chi',
  'пользовател|получател|адресат|ящик|адрес|учетн|абонент|користувач|отримувач|скриньк|потребител',
  'χρήστη|παραλήπτη|διεύθυνση|λογαριασμ|γραμματοκιβώτιο|المستخدم|المستلم|العنوان|البريد|المستقبل|משתמש|נמען|תיבת|כתובת',
  '用户|用戶|收件人|邮箱|郵箱|信箱|账号|帐号|账户|帳號|地址|ユーザ|宛先|アドレス|受信者|メールボックス|アカウント|사용자|수신자|수신인|계정|메일함|편지함',
].join('|');

/** What is said of a mailbox that is not there, in languages that say it in a word or two. */
const MISSING = [
  'unbekannt|nicht (?:gefunden|bekannt|vorhanden|existent|vergeben)|existiert (?:hier |leider )?nicht|gibt es (?:\\w+ ){0,3}nicht|ungultig|geloscht',
  'inconnue?|n.?existe (?:pas|plus)|inexistante?|introuvable|supprimee?\\b',
  '\\bno exist[ei]x?|desconocid[oa]\\b|no encontrad[oa]|no (?:fue|ha sido) encontrad[oa]|inexistent[ei]|eliminad[oa]\\b|no valid[oa]\\b',
  'nao (?:foi )?(?:existe|encontrad[oa]|localizad[oa])|desconhecid[oa]\\b|invalid[oa]\\b',
  'sconosciut[oa]\\b|non (?:esiste|trovat[oa]|valid[oa])|inesistente|cancellat[oa]\\b',
  'nie istnieje|nieznan[ya]?\\b|nie znaleziono|nie zostal\\w* znalezion|nieprawidlowy',
  'onbekend|bestaat (?:hier )?niet|niet (?:gevonden|bekend)',
  'okand|ukendt|ukjent|finns (?:inte|ej)|findes ikke|finnes ikke|eksisterer ikke|existerar inte',
  'tuntematon|ei (?:ole olemassa|loydy)|tundmatu|ei eksisteeri',
  'bulunamad|mevcut degil|gecersiz|\\byok(?:tur)?\\b|neexistuje|neznam|nem letezik|nem talalhato|ismeretlen',
  'nu (?:exista|a fost gasit)|necunoscut|ne postoji|nepoznat|ne obstaja|tidak (?:ditemukan|dikenal|ada\\b)|khong ton tai',
  'не ?найден|не существует|неизвест(?:ен|ный получ|ный адрес|ный польз)|отсутствует|удал[её]н|не знайдено|не існує|не съществува',
  'άγνωστ|δεν (?:υπάρχει|βρέθηκε)|غير (?:موجود|معروف)|לא (?:קיים|קיימת|נמצא|ידוע)',
  '不存在|未找到|找不到|查无|无效|已注销|已删除|存在しません|存在しない|見つかりません|不明|(?<!수 )없|존재하지 않',
].join('|');

/** Words about the sender's host, its name, its fame, or its message: never about the recipient's mailbox. */
export const ABOUT_US = anyOf(
  'block(ed|ing)\\b|block(ed)? (using|by|for|list)|blocklist|blacklist|black list|block list|dnsbl|\\brbl\\b|\\b[dxs]bl\\b|blackhole|(access|deny|drop|reject|stop|ban|control).?list',
  'spam|spamhaus|spamcop|barracuda|cloudmark|sorbs|abuse|abusive|unsolicited|suspicious|suspected|harvest|complain|malicious|phish|attack|flood|junk|\\bbulk\\b|prob(es?|ing)\\b|spam.?trap|honey.?pot|unwanted|infected|compromised|botnet|unsubscrib|opt(ed)?.?out|marketing|newsletter|free.?mail',
  'uceprotect|sender.?(score|base)|talos|abusix|mailspike|manitu|nixspam|uribl|surbl|invaluement|\\bDUL\\b|dynamic (ip|address|range|host|pool)|dial.?up|residential',
  'client (host|address|name|ip|machine|\\[)|unknown (client|host|server)|sending (ip|host|server)|source ip|originating ip|(remote|connecting|foreign) (ip|host|server|client|mta)',
  '(?<!(is|was|been) )\\bip\\b|banned|reputation|(?<!not )listed (in|at|by|on)|\\bISP\\b',
  'reverse dns|\\brdns\\b|\\bptr\\b|bad dns|dns mx|\\bhelo\\b|\\behlo\\b',
  '\\bS3140\\b|\\bS3150\\b|\\bTSS?\\d+|\\bBL2\\d|\\bCXBL\\b|\\bRTR:|\\bDY-\\d|\\bSC-\\d|\\bOU-\\d|\\bPH01\\b|\\bCS01\\b|\\bDNY:|\\bCON:',
  '(?<!privacy )polic(y|ies)|prohibit|dmarc|(?<![\\w-])spf(?![\\w-])|\\bdkim\\b|authenticat|spoof|forged|impersonat|sender id|unauthori[sz]ed|not (been )?authori[sz]ed|permission|privilege',
  'virus|content|header|attachment|(message|mail|e-?mail) (is |was |has been |being )?(rejected|filtered|blocked|refused|denied|not (accepted|allowed)|declined)|your message (\\w+ ){0,4}(is|was|has been) (disabled|stopped|returned|discarded)',
  'message (\\w+ ){0,2}(exceeds|too (big|large|long)|larger)|message size',
  'rate.?limit|frequency|throttl|excessive|unusual|too many(?! (messages|mails|e-?mails) (on|in) (the|this|their) )|connection|connexion|slow down|too (fast|quickly)',
  '(sending|hourly|daily|message|outgoing|relay|transaction|rate|recipients?|connection|monthly) (quota|limit)|quota (of|for) (recipients|messages|connections)|per (hour|minute|day|second|connection)|your (\\w+ )?(allowance|share|credit|budget)|threshold|percentage|share of|of your traffic',
  // Many of them: said of what we ask for, not of one.
  'unknown (local )?(users|recipients|addresses|accounts|mailboxes)\\b',
  'not accept\\w* (\\w+ )?(from|mail from)|(mail|messages?|delivery|e-?mails?) from|(received?|sent|came|comes|coming) from',
  `(?<!that )\\byou(.ve)? (do|need|must|exceed\\w*|reached|may not|cannot|can.t)\\b|\\byou are (?!(trying|attempting|writing|looking|sending (\\w+ ){0,3}to)\\b)|\\byou have (?!(entered|typed|specified|given|used|provided|sent|written|tried|addressed|misspelled|mistyped|the (correct|right))\\b)|\\byou (send|sent) (?!(\\w+ ){0,3}to\\b)|your (address|account|mta|company|country|return|quota|limit|host|server|network|domain|isp|ip|client|request|subscription|plan|hosting|provider|system|sending|identity|software|mailbox)|your (e-?mail|mail)(?! (message )?(to|was not delivered|was undeliver|could|cannot|can.?t|could|will)\\b)|(return|from|reverse|originating)[- ]?(address|path|mailbox)|mail from\\b|that sends|at your (site|end|side)|you claim`,
  `(\\b(votre|ihre?[mnrs]?|il (suo|tuo)|la (sua|tua)|sua|su|tu|seu|teu|twoj\\w*|panstwa|uw|din|jouw)|ваш\\p{L}*|ваш\\p{L}* \\p{L}+) (${OWN})|(您的|你的|あなたの|お客様の|귀하의 ?|당신의 ?)(${OWN})`,
  'de envio|d.envoi|di invio|envoyer trop|(versand|sende)(limit|kontingent|quota)|limit wysyl|отправк|发送|發送|送信(数|制限|量)|발송',
  'captcha|challenge|credential|password|log ?in\\b|encrypt|certificate|responsible address|fully.?qualified|(?<!(user|recipient|address|mailbox|account) (is )?not )registered|members?\\b|mailing list',
  'refused your|by (a |the )?(rule|filter)|licen[sc]e|server load|recipient (wants|requires|refuse|has reject)|rights? to|\\btrust',
  'envelope (blocked|rejected)|go away|mail rejete|access (is |was )?denied|(?<!user )access deny|not welcome|quarantin|\\bfirewall|\\bgeo\\w*block',
  // A mailbox for some: it lives, and we are not of them.
  '(allow|white|safe|pass|permit|accept).?list|only (accept|receiv|allow|from|take|deliver)|(accept|receiv|allow|take)\\w* (\\w+ )?(only|mail only|messages only)|(internal|external|inbound|outside|foreign|anonymous) (use|only|mail|e-?mail|messages?|senders?|delivery|domains?)|external (users?|address)|outside (of )?(the|this|our)|contacts?\\b(?= (list|only))|moderat|(known|approved|trusted) (people|contacts|correspondents)',
  '\\bsenders?\\b|originator|absender|expediteur|emetteur|remitente|remetente|mittente|nadawc|afzender|avsandare|afsender|avsender|lahettaja|odesilatel|odosielatel|gonderen|felado|expeditor|posiljatelj|pengirim|nguoi gui|отправител|відправник|подател|αποστολ|المرسل|השולח',
  '发件人|發件人|发信|寄件|送信者|送信元|差出人|発信|보낸|발신|송신',
  // The same in other languages: our server, our rate, their policy; "unknown recipients" are many, and ours.
  '\\b(su|sus|votre|vos|vostr[oa]|tuo|suo|il suo|seu|ihre?[mnrs]?|twoj\\w*|panstwa|uw|din|jeres|deres|vas|ваш\\p{L}*) ((?!(nachricht|mail|e-?mail|message|messaggio|mensaje|mensagem|correo)\\b)[\\p{L}-]+ )?(servidor|serveur|server|host|ip|ip-\\w+|domai\\w+|dominio|domena|domene|сервер\\p{L}*|домен\\p{L}*|хост\\p{L}*|serwer\\w*|szerver\\w*|sunucu\\w*|palvelin\\w*)',
  '(usuarios|destinat[a-z]+|utenti|utilisateurs|indirizzi) (desconocid[oa]s|inexistentes|inconnus|inexistants|sconosciuti|inesistenti|desconhecid[oa]s|invalid[oa]s|invalides)|unbekannten? (empfangern?|adressen|benutzern?)\\b(?! (ist|nicht))|неизвестны[хе] |несуществующи[хме]+ ',
  'lista negra|liste noire|lista nera|schwarze[nr]? liste|sperrliste|czarn\\w+ list|ч[её]рн\\p{L}+ спис|黑名单|黑名單|ブラックリスト|블랙리스트|차단|スパム|迷惑メール|垃圾|스팸|спам',
  'reputa[czt]|politique|politica|richtlinie|polityk[aiąe]|политик|策略|ポリシー|정책|beleid\\b',
  'zu viele (?!(mails|e-?mails|nachrichten) (auf|im) )|trop de |demasiad[oa]s |troppi |troppe |muit[oa]s |te veel |zbyt wiele |for mange |for manga |слишком (много|част)|频率|频繁|頻繁|過多|过多|너무 많',
  "pro (stunde|tag|minute)|par (heure|jour|minute)|por (hora|dia|minuto)|all'ora|na godzine|в (час|минуту|сутки)|每(小时|分钟|天|日)",
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

/** A word on a recipient, or none at all: what an enhanced code alone is believed beside. */
export const ON_A_MAILBOX = anyOf(
  '^\\P{L}*(\\p{L}+\\P{L}*)?$|rcp|undeliver|unrout|\\breject|not found|unknown|invalid|destination',
  MAILBOX,
);

/** Words of refusal that take from an enhanced code its weight. Frames in which addresses are refused are none. */
export const REFUSAL_BESIDE_CODE =
  /syntax|protocol|violat|forbid|restrict|disallow|not (allowed|permitted|accepted|accepting|welcome)|(?<!recipient |mailbox )\b(denied|refused)|^(sorry\W+)?(message |mail |e-?mail |delivery )?(rejected|refused|denied)\W*$|out of memory|internal (server )?error|refus(es|ing)|declin|bounced|not answered|test\\b|configuration|misconfigur|routing loop|loop(s|ing) |mail loop|insufficient|resources|unavailable due|maintenance|abgelehnt|abgewiesen|rechazad|rejeitad|rifiutat|odrzucon|отклонен|拒绝|拒収|拒否|거부/iu;

/** Nobody looked, or nobody could: what a 5xx says beside it is no word on the mailbox. */
export const NOT_LOOKED_UP = anyOf(
  "(could ?n[o']t|can ?n[o']t|can't|not|unable to|failed to|cannot) (\\w+ )?(be )?(verif|look|check|validat|determin|resolv|contact|reach|connect)",
  'verif\\w+ (failed|failure|timed|error|in progress|is not|problem|pending)|callout|callback|look.?up (of \\w+ )?(fail|error|timed|problem)|lookup failure',
  'temporar|timed? ?out|time-?out|try (it )?(again )?(later|in \\d|tomorrow|soon)|again later|(?<!not )retry|dns (error|failure)|offline|database|deferred|at this time|at the moment|at present|right now|for now|busy|by another process|greylist|maintenance|overload|not responding|unreachable|is down\\b|being (migrated|moved|created)',
  'vorubergehend|voruebergehend|momentan|zur ?zeit|spater erneut|temporaire|momentanement|reessay|plus tard|temporal|temporane|mas tarde|mais tarde|piu tardi|tymczasow|tijdelijk|tillfallig|midlertidig|gecici|docasn|ideiglenes|временно|позже|暂时|暫時|稍后|稍後|一時的|しばらく|일시적|나중에',
);

/** Says two things, or says neither: an if, a may, an or with a refusal. */
export const HEDGED = anyOf(
  '\\b(may|might) (not|no longer|be)\\b(?! (misspel|mistyp|spelled|typed|incorrectly))',
  '\\bor (\\w+ ){0,4}(denied|not (allowed|permitted|authori[sz]ed|accept\\w*|permission)|refus\\w+|restricted|rejected|blocked|forbidden|policy|filter\\w*|temporar\\w*|unavailable|unreachable|permission)',
  '\\b(oder|ou|lub|eller|of|oppure|vagy|nebo|veya|или) ([\\p{L}.]+ ){0,3}(nicht|non|pas|nao|no|nie|ikke|inte|niet|не) ([\\p{L}.]+ ){0,2}(berechtigt|zugelassen|erlaubt|autori|permi|permes|habilit|dozwol|tilladt|tillat|toegestaan|разреш)',
  '\\b(possibly|perhaps|probably|presumably|either|maybe)\\b|if (the |this |that )?(user|mailbox|recipient|address|account) (is |does|exists)',
);

/** The domain, a host behind this one, or a thing of the user's; not the mailbox. */
export const DOMAIN_UNKNOWN =
  /(invalid|unknown|bad|non-?existent) (\w+ )?domain|domain (name )?(is |was )?(not found|not known|unknown|invalid|does)|domain not |\bmx for\b|(host|system|server|route|gateway|mx( record)?) (is |was )?(unknown|not found|not known|could not be found)|unknown (host|route)|no route|null ?mx|(backend|store|handler|transport|policy|service|rule|server|host|database) (for|of) (this |the |that )?(\w+ )?(of )?(this |the |that )?(user|mailbox|recipient|address|account)\b|(user|account|mailbox|recipient|address|destination)('?s)? (e-?mail |mail )?(address )?(agent|manager|server|policy|type|family|class|syntax|format|host|backend|service|profile|script|port|network|organi[sz]ation|company)\b/i;

export const OVER_QUOTA = anyOf(
  'over.?quota|over (its |the |their |his )?(allowed |disk |mail ?box |storage )?quota|quota (is |has been |usage |limit )?(exceeded|full|violation|exhausted|limit|reached)|quota exceed|out of quota|no quota left|(exceed\\w*|over) (its |the |their |his )?((\\w+ ){1,2})?(quota|storage|mailbox size|disk)',
  `(?<!not )(?<!not a )(mailbox|inbox|mail ?(box|folder|file)|account|user|recipient|mbo?x|acct)( \\w+){0,3} (is )?(over )?(full|over ?flow(ed|ing|n)?)\\b(?!-? ?(name|qualified|access|address|domain|control|message|header|text|rate|e-?mail|path|of \\w+ (complain|spam)))|(?<!not a )full (mailbox|inbox)|(mailbox|inbox) full`,
  `exceeded storage|exhausted (\\w+ )?(allowed )?(storage|space|quota)|over allocation|(would|will) exceed (\\w+ ){0,4}(quota|storage|mailbox|size|space|allowed)|too much mail (data|in)|disk quota|space has been used|too many (messages|mails) (on|in) (the|this|their) |(user|mailbox|account|recipient|inbox) (\\w+ ){0,5}enough (\\w+ )?(space|room|storage)`,
  '(mailbox|inbox) (\\w+ )?(size |storage |space )?limit|(mailbox|inbox) (\\w+ )?(is |has )?(too (large|big)|reached|exceeded|at capacity|over ?limit)|over (its |the |their )?(size |storage |mailbox )?limit|out of ((mailbox|mail|quota|storage) )?(storage|space)|storage (space |limit |capacity )?(is |has been )?(full|exceeded|reached|exhausted)|(ran|run) out of ((mailbox|mail|quota|storage) )?(space|storage|room)',
  '(not enough|no|insufficient|no more) (\\w+ )?(space|storage|room) (left |available |remaining )?(in|for|on) (the |this |their )?(\\w+ )?(mailbox|inbox|user|account|recipient)',
  `(${MAILBOX}).{0,40}(\\bvoll\\b|uberfullt|ueberfuellt|\\bpleine?\\b|\\bsature\\w*|llen[oa]\\b|chei[oa]\\b|lotad[oa]\\b|pien[oa]\\b|pelna|pelny|przepelnion|zapelnion|\\bvol\\b|fuldt?\\b|\\bar full\\b|\\ber full\\b|taynna|dolu\\b|doldu|\\bplna|megtelt|\\bplina?\\b|\\bpun[oa]?\\b|penuh|hop thu (?:\\w+ ){0,3}day\\b|переполнен|заповнен|полон\\b|препълнен|γεμάτ|ممتلئ|מלאה|已满|已滿|满了|(容量|空间|空間).{0,4}(超|不足|已满|已滿|用完)|いっぱい|一杯|満杯|超過|超えて|가득|초과|용량)`,
  '(speicher\\w*|kontingent)( \\w+){0,3} (ist |wurde )?(uberschritten|ueberschritten|erschopft|erschoepft|voll|belegt)|quota .{0,40}(superat|depass|exced|uberschritten|przekroczon|overskred|overschreden|asildi)|(cuota|cota) .{0,20}(exced|superad|ultrapass|esgotad)|(depasse|excede|supera|overskrid)\\w* .{0,20}(quota|cuota|cota)|kota.{0,10}(asil|dolu|doldu)|(espacio|espaco|spazio|espace) (\\w+ ){0,3}(insuficiente|insufficiente|insuffisant|agotado|esgotado|esaurito)|превышен\\p{L}* (квот|размер ящ|объ[её]м)|квот\\p{L}* .{0,20}(превышен|исчерпан)',
);

/** Not followed by what somebody switched off: a user may have disabled mail from outside. */
export const DISABLED_STATES =
  '(disabled|de-?activated|inactivated|inactive|not active|not enabled|suspended|locked|frozen|terminated|closed|cancell?ed|expired|discontinued|decommissioned|dormant|sleeping|abandoned|switched off|turned off|is no longer (active|in use))(?! ((e-?mail|mail)(?! bounced)|messages?|deliver\\w*|external|relay|for (mail|e-?mail|messages?|deliver\\w*|external|outside|incoming|inbound|relay\\w*|you)|by (the )?(sender|you)|access))';

export const DISABLED = anyOf(
  `(?<!your )\\b(account|mailbox|user|address|recipient|e-?mail|acct|mbo?x|usr)\\b(?! (has|have) (?!been )(\\w+ )?(disabled|suspended|closed|locked) ).{0,40}(?<!not )\\b${DISABLED_STATES}`,
  `^\\W*(is |was |has been )(currently )?${DISABLED_STATES}|(?<!for )inactivity|(Account|Mailbox|User)Disabled|suspend the service|disabled for this (recipient|user)`,
  '(disabled|inactive|de-?activated|suspended|dormant|sleeping|frozen|terminated|closed|expired|locked|cancell?ed) (e-?mail )?(account|mailbox|user|recipient|address|mail ?box)|not accepting (any )?(mail|messages)$',
  `(?<!votre |ihr |su |sua |suo |seu |tuo |ваш )(${MAILBOX}).{0,40}(gesperrt|deaktiviert|stillgelegt|inaktiv|geschlossen|desactive|suspendue?\\b|cloture|resilie|fermee?\\b|inactif|deshabilitad|desactivad|suspendid|suspens[oa]\\b|inactiv[oa]\\b|inativ[oa]\\b|expirad[oa]\\b|cancelad[oa]\\b|cerrad[oa]\\b|encerrad[oa]\\b|desativad|disattivat|inattiv[oa]\\b|sospes[oa]\\b|scadut[oa]\\b|chius[oa]\\b|disabilitat|nieaktywn|zablokowane administracyjnie|zawieszon|gedeactiveerd|geblokkeerd wegens|inaktiverad|avstangt|avslutad|deaktiveret|deaktivert|devre disi|askiya alin|deaktivovan|zrusen|felfuggesztve|letiltva|suspendat|dezactivat|deaktiviran|отключ[её]н|заблокирован|неактив|закрыт|деактивир|приостановлен|停用|禁用|冻结|凍結|封存|休眠|停止|無効|정지|휴면|비활성)`,
  '(bloccat|bloque|bloquead|gesperrt|zablokowan|ferme|disattivat|cerrad)\\w* (per|pour|por|wegen|z powodu|a causa de|de) (\\w+ )?(inutilizzo|falta de pag|mancato pagam|defaut de pai|nichtzahlung|inattivita|inactivite|inactividad|inatividade|inaktivitat|nieaktywnosc|falta de uso)|(휴면|정지된|비활성화된) ?(계정|회원|사용자)|(冻结|停用|禁用)的(账号|帐号|邮箱|用户)',
);

export const NO_SUCH_USER = anyOf(
  `no such (\\w+ ){0,2}(${PLACE}|person|local|id\\b|name here)`,
  `(${PLACE}|destination)\\b( \\w+){0,3} (unknown|unkn?\\b|unknwn|nonexist\\w*|not found|not exist|not known|invalid|not valid|unallocated|nonexistent|non-existent|not recogni[sz]ed|unrecogni[sz]ed|not registered|not defined)`,
  `(${PLACE})\\W+(\\w+ ){0,6}(dos?es ?n[o']t|do(e)?sn.?t|do not|did not) (appear to |seem to )?exist|(${PLACE}|e-?mail) (\\w+ ){0,3}(not|no longer|never) exists?(ing|ed)?\\b`,
  `unknown (\\w+ )?(${PLACE}|local)|(${PLACE}) (\\w+ ){0,3}(has been|was|is|been) (permanently )?(deleted|removed|erased|purged)(?! from)`,
  `(invalid|in?existent|non-?existent|nonexisting|non-existing|unallocated|undefined|unrecogni[sz]ed) (\\w+ )?(${PLACE})`,
  'not a (valid|known|recogni[sz]ed|registered|real) (\\w+ )?(address|mailbox|user|recipient|account)',
  `(doesn.t|does not|do not|don.t) (currently )?have (an? .{0,80}(account|mailbox)|(any |such )+(a )?(${PLACE}))|not our customer|(?<!certificate |key |session |password )is no longer valid|address no longer valid|no longer accepts? (e-?mail|mail|messages)`,
  'no (valid |known )?(mailbox|user|account|one|person|recipient)( here| known)? (here )?(by|with|of|under|matching) (that|this|such) (name|address)|not (listed|present|found|known) in (\\w+ ){0,3}(directory|table|address book|user list|user database|recipient list|domino)|unrouteable|unroutable address',
  '^\\W*(was )?(not found|does not exist|unknown$)|not our (user|customer)|in domain map|existe dicha|(recipient|mailbox|user|account) ((is )?not (ok|present)|missing|name is not found)|recip(ient)?notfound|not (a |an )?(local|active|known|valid) (e-?mail |mail )?(address|user|account)|badrcptto|no account',
  `(cannot|can't|couldn't|could not|did not|unable to) (find|locate) (any |a |such |the |this |that |your )?(\\w+ )?(${PLACE})|no (mailbox|mail box|user|account|recipient) (found|available|by)|\\bno (user|mailbox|recipient)( here)?\\W*$|(not|n't|unable to|cannot) (find|know|have) any ?(body|one) (called|named|by|with|of)\\b|no record of (\\w+ ){0,2}(${PLACE}|e-?mail|person)|is no ?one|(nobody|no ?one|no person|nobody's) (here |lives |known )?(by|with|under|here|of|at)|does not live|^address unknown|bad recipient|bad destination (mailbox )?address|(is )?wrong or no longer`,
  '\\b(address|user|recipient|mailbox|account|addressee|inbox)\\b (\\w+ ){0,4}(could not|couldn.t|can ?not|can.t) be (found|located)|no longer (here|exists?|available|with (us|the company)|works? (here|at|for)|employed|on (this )?server|a (user|customer|member|valid))|(person|user|employee|recipient|addressee|he|she|they|mailbox|account) (\\w+ ){0,2}(has|have) (left|moved|departed)|left (the|this|our) (company|organi[sz]ation)|no user record|illegal alias|never existed|no mailbox (here|exists)',
  `(${MAILBOX}).{0,40}(${MISSING})|(unbekannt|ungultig|okand|ukendt|ukjent|tuntematon|ismeretlen|nepoznat|neznam|nieznan|onbekend|неизвестн|несуществующ|невідом)\\p{L}* (${MAILBOX})`,
  '\\b(kein(en?)?|pas|aucun|nincs|geen|ingen|zadny|niciun|nessun) (solche[rsn]? |d.|ilyen |cet |sadan |zodanige |dergelijke |takovy )?(benutzer|empfanger|postfach|konto|utilisateur|destinataire|compte|abonne|felhasznalo|cimzett|gebruiker|ontvanger|anvandare|mottagare|bruger|modtager|bruker|mottaker|uzivatel|utente)',
  '\\b(no|nao|non) (existe|hay|ha|esiste|c.e) (\\p{L}+ ){0,3}(usuari|cuenta|conta|utente|destinatari|casella|buzon|person|direc|endereco|indirizzo)|nie ma takie|boyle bir (kullanici|adres|hesap|alici)',
  'нет такого|такого (пользователя|адреса|ящика) (\\S+ )?нет|[无無]此|没有(此|这个|該)|無此|(不存在的|未知|无效的?|無效的?|错误的)(用户|用戶|收件人|邮箱|地址|账号)|(存在しない|該当する|不明な)(ユーザ|宛先|アドレス|メールアドレス|受信者)|宛先不明|あて先不明|(없는|존재하지 않는|알 수 없는) ?(사용자|수신자|계정|메일|주소|아이디)',
);

/** NFKD takes letters and their accents apart; other scripts are put together again. */
export function foldText(text: string): string {
  const plain = text.normalize('NFKD').replace(/([a-z])\p{M}+/giu, '$1');
  return plain
    .normalize('NFC')
    .replace(/[łŁıøØßđĐæÆ’‘´`]/g, (letter) => STROKED[letter] ?? letter)
    .replace(/(?<![a-z-])[a-z]+(?:-[a-z]+){2,}/gi, (chain) => chain.replaceAll('-', ' '))
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ');
}

const STROKED: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  ø: 'o',
  Ø: 'O',
  ß: 'ss',
  đ: 'd',
  Đ: 'D',
  æ: 'ae',
  Æ: 'AE',
  '’': "'",
  '‘': "'",
  '´': "'",
  '`': "'",
};
