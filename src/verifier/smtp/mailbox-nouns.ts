/** The nouns for a mailbox in replies, and short statements about them. Folded (`classify.ts`). */

/**
 * Matches any of the parts, which are sources of regular expressions, in a text in lower case: to
 * compile a long vocabulary without the `i` flag takes half the time.
 */
export function anyOf(...parts: readonly string[]): RegExp {
  return new Vocabulary(lowered(parts.join('|')), 'u');
}

/**
 * V8 compiles an expression for its interpreter first, in time that grows with the square of the length, and for the
 * machine when it is used again: 190 ms for all vocabularies, which single verifications wait for. With a first text of
 * this length it does the latter at once, in a third of the time.
 */
const LONG_TEXT = ' '.repeat(1000);

class Vocabulary extends RegExp {
  #isCompiled = false;

  override test(text: string): boolean {
    if (!this.#isCompiled) {
      this.#isCompiled = true;
      super.test(LONG_TEXT);
    }
    return super.test(text);
  }
}

/** The source of an expression without capitals, but those of its escapes (`\\S`, `\\p{L}`). */
function lowered(source: string): string {
  return source.replace(/\\[pP]\{[^}]*\}|\\.|[^\\]+/gsu, (part) =>
    part.startsWith('\\') ? part : part.toLowerCase(),
  );
}

/** English nouns for a mailbox. */
export const MAILBOX_NOUN =
  'user|recipient|rcpt|mailbox|mail box|mail ?drop|inbox|address|account|addressee|local.?part|alias|subscriber|customer|usr|acct|mbo?x|addr';

/** The same in the languages in which hosts answer. */
export const MAILBOX_NOUNS = [
  MAILBOX_NOUN,
  'empfae?nger|benutzer|nutzer|postfach|adresse|konto|teilnehmer',
  'destinataire|utilisateur|boite(?: aux lettres)?|compte|abonne',
  'destinatari[oa]|usuario|utilizador|buzon|cuenta|direccion|casilla|caixa|conta|endereco|usuari|bustia',
  'utente|casella|indirizzo|uzytkownik|skrzynka|skrzynce|adresat|odbiorca',
  'gebruiker|postvak|ontvanger|adres|mottagare|anvandare|bruger|bruker|modtager|mottaker|kayttaja',
  'brevlada|indbakke|innboks|postkasse|postilaatikko|vastaanottaja|postkast|kasutaja',
  'kullanici|alici|posta kutusu|uzivatel|schranka|prijemce|pouzivatel|cimzett|felhasznalo|postafiok',
  'utilizator|casuta|destinatarul|korisnik|primatelj|primalac|sanducic|uporabnik|prejemnik|nabiralnik',
  'pengguna|penerima|kotak surat|nguoi dung|nguoi nhan|hop thu|dia chi',
  'пользовател|получател|адресат|ящик|адрес|учетн|абонент|користувач|отримувач|скриньк|потребител',
  'χρήστη|παραλήπτη|διεύθυνση|λογαριασμ|γραμματοκιβώτιο|المستخدم|المستلم|العنوان|البريد|المستقبل|משתמש',
  'נמען|תיבת|כתובת',
  '用户|用戶|收件人|邮箱|郵箱|信箱|账号|帐号|账户|帳號|地址|ユーザ|宛先|アドレス|受信者|メールボックス|アカウント|사용자|수신자|수신인|계정|메일함|편지함',
].join('|');

/** Nouns that mean the sender's own address where "your" stands before them. */
export const SENDER_NOUNS = [
  'adresse|konto|postfach|compte|boite|direccion|cuenta|buzon|casilla|indirizzo|casella|account',
  'endereco|conta|caixa|adres|skrzynk|postvak|mailbox|e-?mail|адрес|почтов|ящик|учетн',
  '邮箱|郵箱|账号|帐号|地址|アドレス|メールボックス|アカウント|계정|메일함',
].join('|');

/** What is said of a mailbox that is not there, in languages that say it in a word or two. */
export const MISSING = [
  'unbekannt|nicht (?:gefunden|bekannt|vorhanden|existent|vergeben)|existiert (?:hier |leider )?nicht',
  'gibt es (?:\\w+ ){0,3}nicht|ungue?ltig|geloe?scht',
  'inconnue?|n.?existe (?:pas|plus)|inexistante?|introuvable|supprimee?\\b',
  '\\bno exist[ei]x?|desconocid[oa]\\b|no encontrad[oa]|no (?:fue|ha sido) encontrad[oa]|inexistent[ei]',
  'eliminad[oa]\\b|no valid[oa]\\b',
  'nao (?:foi )?(?:existe|encontrad[oa]|localizad[oa])|desconhecid[oa]\\b|invalid[oa]\\b',
  'sconosciut[oa]\\b|non (?:esiste|trovat[oa]|valid[oa])|inesistente|cancellat[oa]\\b',
  'non (?:(?:e|risulta) )?presente|nao consta|nao (?:esta )?cadastrad|nicht (?:angelegt|eingerichtet)',
  'nie istnieje|nieznan[ya]?\\b|nie znaleziono|nie zostal\\w* znalezion|nieprawidlowy',
  'onbekend|bestaat (?:hier )?niet|niet (?:gevonden|bekend)',
  'okand|ukendt|ukjent|finns (?:inte|ej)|findes ikke|finnes ikke|eksisterer ikke|existerar inte',
  'tuntematon|ei (?:ole olemassa|loydy)|tundmatu|ei eksisteeri',
  'bulunamad|mevcut degil|gecersiz|\\byok(?:tur)?\\b|neexistuje|neznam|nem letezik|nem talalhato|ismeretlen',
  'nu (?:exista|a fost gasit)|necunoscut|ne postoji|nepoznat|ne obstaja',
  'tidak (?:ditemukan|dikenal|ada\\b)|khong ton tai',
  'не ?найден|не существует|неизвест(?:ен|ный получ|ный адрес|ный польз)|отсутствует|удал[её]н',
  'не знайдено|не існує|не съществува',
  'άγνωστ|δεν (?:υπάρχει|βρέθηκε)|غير (?:موجود|معروف)|לא (?:קיים|קיימת|נמצא|ידוע)',
  '不存在|未找到|找不到|查无|无效|已注销|已删除|存在しません|存在しない|見つかりません|不明|(?<!수 )없|존재하지 않',
].join('|');

/** What separates two words of one sentence. */
export const BETWEEN = '[^\\p{L}\\p{N}.;!?]{1,4}';

/**
 * What may stand between a mailbox noun and the statement about it. Any other word would make something else
 * the subject: "the recipient count is invalid", "mailbox sharing disabled".
 */
export const GAP = `(?:${BETWEEN}(?:${[
  'the|this|that|an?|of|for|by|with|in|on|at|to|you|your|we|is|isn.t|was|are|were|be|been|being|has',
  'have|had|currently|now|also|still|already|permanently|not|no|longer|trying|tried|reach',
  'contact|sending|sent|write|writing|send|typed|entered|specified|given|requested|provided',
  'addressed|e-?mail|mail(?= address)|address|name|named|called|account|mailbox|box|user',
  'recipient|inbox|id|local|virtual|it|he|she|which|who|whom|intended|destination|owner',
  '(?:this|the|our) (?:server|system|host)|\\d+',
].join('|')}))`;

/** Not the address of something else: "your postmaster address does not exist". */
export const NOT_A =
  '(?<!\\b(?:host|ip|client|server|peer|remote|source|return|reply|reply.to|bounce|from|originating|postmaster|web|smtp|relay|proxy|gateway|admin|service|reseller|hosting|billing)[ -])';

/** Not what something else belongs to: "access for this account". */
export const NOT_OF = `${NOT_A}(?<!\\b(?:for|to|from|of|with|in|by|per) (?:the |this |that |all |your |a )?)`;
