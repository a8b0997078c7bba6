import type { TranslatedArea } from '../../catalogue.ts';
import type { detailsAdvice as english } from '../en/details-advice.ts';

export const detailsAdvice: TranslatedArea<typeof english> = {
  accepted: 'Invii pure.',
  exists_busy: 'Invii pure.',
  accept_all:
    'Lo escluda dagli invii di massa: provi prima pochi indirizzi di questo tipo ed elimini quelli respinti.',
  accepts_all_until_data:
    'Lo escluda dagli invii di massa: provi prima pochi indirizzi di questo tipo ed elimini quelli respinti.',
  suppressed: 'Non invii a questo indirizzo.',
  syntax: 'Lo corregga o lo rimuova.',
  no_mx: 'Lo rimuova.',
  null_mx: 'Lo rimuova.',
  no_mailbox: 'Lo rimuova.',
  full: 'Lo verifichi di nuovo tra qualche settimana; lo rimuova se la casella è ancora piena.',
  bounced: 'Lo rimuova, a meno che non sappia che la casella esiste di nuovo.',
  disabled: 'Lo rimuova.',
  opted_out: 'Lo tenga: solo il suo dominio può dire di più.',
  dns_failure: 'Lo verifichi di nuovo più tardi; `mailvet doctor` controlla i Suoi name server.',
  dns_untrusted: 'Lo verifichi di nuovo quando l’amministratore avrà sistemato il DNS.',
  no_connection: 'Lo verifichi di nuovo più tardi; `mailvet doctor` controlla la porta 25.',
  no_answer: 'Lo verifichi di nuovo più tardi.',
  out_of_step: 'Lo verifichi di nuovo più tardi.',
  greylisted: 'Lo verifichi di nuovo dopo l’ora indicata.',
  deferred: 'Lo verifichi di nuovo più tardi.',
  unproven: 'Lo verifichi di nuovo più tardi.',
  blocked: 'Lo verifichi da un altro indirizzo IP (chieda all’amministratore).',
  refused_network: 'Lo verifichi dall’interno di quella rete, o lo rimuova.',
  unclear: 'Lo verifichi di nuovo più tardi.',
  internal: 'Lo verifichi di nuovo e segnali il problema se si ripete.',
};
