import type { TranslatedArea } from '../../catalogue.ts';
import type { reasonsAdvice as english } from '../en/reasons-advice.ts';

export const reasonsAdvice: TranslatedArea<typeof english> = {
  accepted: 'Invii pure.',
  accept_all:
    'La escluda dagli invii di massa: provi prima pochi indirizzi di questo tipo ed elimini quelli respinti.',
  disposable:
    'La escluda: caselle così vengono abbandonate nel giro di ore. Chieda un altro indirizzo.',
  role: 'La escluda dagli invii: la leggono più persone e nessuna si è iscritta. Scriva a mano se le conosce.',
  suppressed: 'La escluda: è nella lista di esclusione del Suo team.',
  syntax: 'La corregga o la rimuova.',
  no_mx: 'La rimuova.',
  mailbox: 'La rimuova.',
  no_answer: 'La verifichi di nuovo più tardi.',
  error: 'La verifichi di nuovo più tardi.',
  incomplete: 'La verifichi di nuovo più tardi.',
  several_addresses: 'Li verifichi uno per uno: --split-cells li separa.',
};
