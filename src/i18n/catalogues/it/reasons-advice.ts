import type { TranslatedArea } from '../../catalogue.ts';
import type { reasonsAdvice as english } from '../en/reasons-advice.ts';

export const reasonsAdvice: TranslatedArea<typeof english> = {
  accepted: 'Invii pure.',
  accept_all:
    'Lo escluda dagli invii di massa: provi prima pochi indirizzi di questo tipo ed elimini quelli respinti.',
  disposable:
    'Lo escluda: caselle così vengono abbandonate nel giro di ore. Chieda un altro indirizzo.',
  role: 'Lo escluda dagli invii: lo leggono più persone e nessuna si è iscritta. Se le conosce, scriva loro individualmente.',
  suppressed: 'Lo escluda: è nella lista di esclusione del Suo team.',
  syntax: 'Lo corregga o lo rimuova.',
  no_mx: 'Lo rimuova.',
  mailbox: 'Lo rimuova.',
  no_answer: 'Lo verifichi di nuovo più tardi.',
  error: 'Lo verifichi di nuovo più tardi.',
  incomplete: 'Lo verifichi di nuovo più tardi.',
  several_addresses: 'Li verifichi uno per uno: --split-cells li separa.',
};
