/** 2 for a name that means the e-mail address, 1 for one that mentions e-mail, 0 for others. */
export function headerRank(name: string): number {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  if (EXACT.has(plain)) return 2;
  return MENTIONS.test(plain) ? 1 : 0;
}

/** What programs call the column, in the languages of their users; letters and digits only. */
const EXACT: ReadonlySet<string> = new Set(
  `email emails emailaddress emailaddresses mail mailaddress emailid emailaddr contactemail useremail
   emailadresse emailadressen mailadresse epost epostadresse epostadress epostaddress
   adressemail adresseemail adresseelectronique adressecourriel courriel courrierelectronique mel
   correo correoelectronico direcciondecorreo direcciondecorreoelectronico direccioncorreo
   direccionemail indirizzoemail indirizzomail indirizzodipostaelettronica postaelettronica
   endereodeemail enderecodeemail enderecoemail enderecoeletronico correioeletronico
   emailadres mailadres eposta epostaadresi adresemail adresemailowy adresypocztyelektronicznej
   pocztaelektroniczna emailcim sahkoposti sahkopostiosoite postadresemail mailadress
   adresadeemail адресэлектроннойпочты электроннаяпочта почта емейл имейл элпочта
   メールアドレス メール eメール 电子邮件 电子邮箱 邮箱 邮件地址 電子郵件 電郵 이메일 이메일주소 אימייל דואל بريدإلكتروني البريدالإلكتروني`
    .split(/\s+/)
    .map((name) => name.normalize('NFKD').replace(/\p{M}/gu, '')),
);

const MENTIONS = /e?mail|courriel|correo|epost|sahkoposti|почт|メール|邮箱|邮件|郵件|이메일/u;
