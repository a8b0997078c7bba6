import type { TranslatedArea } from '../../catalogue.ts';
import type { detailsAdvice as english } from '../en/details-advice.ts';

export const detailsAdvice: TranslatedArea<typeof english> = {
  accepted: 'Invii pure.',
  exists_busy: 'Invii pure.',
  accept_all:
    'La escluda dagli invii di massa: provi prima pochi indirizzi di questo tipo ed elimini quelli respinti.',
  accepts_all_until_data:
    'La escluda dagli invii di massa: provi prima pochi indirizzi di questo tipo ed elimini quelli respinti.',
  suppressed: 'Non invii a questo indirizzo.',
  syntax: 'La corregga o la rimuova.',
  no_mx: 'La rimuova.',
  null_mx: 'La rimuova.',
  no_mailbox: 'La rimuova.',
  full: 'La verifichi tra qualche settimana; la rimuova se è ancora piena.',
  bounced: 'Lo rimuova, a meno che sappia che la casella esiste di nuovo.',
  disabled: 'La rimuova.',
  opted_out: 'Lo tenga: solo il suo dominio può dire di più.',
  dns_failure: 'La verifichi più tardi; `mailvet doctor` controlla i Suoi name server.',
  dns_untrusted: 'La verifichi di nuovo quando l’amministratore avrà sistemato il DNS.',
  no_connection: 'La verifichi più tardi; `mailvet doctor` controlla la porta 25.',
  no_answer: 'La verifichi di nuovo più tardi.',
  out_of_step: 'La verifichi di nuovo più tardi.',
  greylisted: 'La verifichi dopo l’ora indicata.',
  deferred: 'La verifichi di nuovo più tardi.',
  unproven: 'La verifichi di nuovo più tardi.',
  blocked: 'La verifichi da un altro indirizzo IP (chieda all’amministratore).',
  refused_network: 'La verifichi dall’interno di quella rete, o la rimuova.',
  unclear: 'La verifichi di nuovo più tardi.',
  internal: 'La verifichi di nuovo e lo segnali se si ripete.',
};
