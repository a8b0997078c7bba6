import type { TranslatedArea } from '../../catalogue.ts';
import type { outcomes as english } from '../en/outcomes.ts';

export const outcomes: TranslatedArea<typeof english> = {
  title: 'Messaggi respinti',
  intro:
    'Che cosa è stato della Sua posta: messaggi respinti, reclami e consegne, come li segnalano i fornitori e li legge mailvet learn. La prossima verifica di un indirizzo ne tiene conto.',
  addresses: 'Indirizzi per i Suoi fornitori',
  addresses_intro:
    'Crei un indirizzo e lo incolli dove il fornitore chiede un URL di webhook. Una segnalazione conta solo con la firma del fornitore.',
  hint_ses:
    'In Amazon SNS, sottoscriva l’argomento dei Suoi eventi SES con questo indirizzo, per HTTPS. La sottoscrizione si conferma da sola.',
  hint_sendgrid:
    'In SendGrid, sotto Mail Settings, Event Webhook: attivi la firma e incolli qui la sua chiave di verifica.',
  hint_mailgun:
    'In Mailgun, sotto Webhooks: copi la chiave di firma dei webhook HTTP e la incolli qui.',
  hint_postmark:
    'In Postmark, sotto Webhooks del flusso di messaggi: scelga bounce, reclamo e consegna. L’indirizzo stesso è il segreto.',
  create: 'Crea l’indirizzo',
  renew: 'Sostituisci l’indirizzo',
  confirm_renew: 'Sostituire l’indirizzo di {provider}? Quello attuale cessa subito.',
  address_of: 'Indirizzo per {provider}',
  copy_now: 'Copi l’indirizzo ora. Non verrà più mostrato.',
  address_hidden:
    'L’indirizzo è in uso e non può essere mostrato di nuovo: lo sostituisca se lo ha perso.',
  key_of: 'Chiave di firma di {provider}',
  save_key: 'Salva la chiave',
  key_known: 'Una chiave è salvata.',
  key_missing: 'Senza la chiave ogni segnalazione è rifiutata.',
  never: 'Non è ancora arrivato nulla.',
  reported: 'Ultima segnalazione: {time}. {count, plural, one {# esito} other {# esiti}} in tutto.',
  came: 'Che cosa è arrivato: {count, plural, one {# esito} other {# esiti}}',
  caption: 'Gli ultimi esiti',
  read_at: 'Appreso',
  outcome: 'Esito',
  domain: 'Dominio',
  happened: 'Quando',
  reply: 'Risposta',
  source: 'Fonte',
  none: 'Ancora nessun esito. mailvet learn li legge dai messaggi respinti e dalle esportazioni.',
  unknown_time: 'non noto',
  kind_delivered: 'consegnato',
  kind_no_mailbox: 'nessuna casella',
  kind_full: 'casella piena',
  kind_disabled: 'casella disattivata',
  kind_blocked: 'bloccato',
  kind_deferred: 'rinviato',
  kind_complaint: 'reclamo',
  kind_undecided: 'indeciso',
  done_created: 'L’indirizzo è pronto: lo incolli presso il fornitore.',
  done_key: 'La chiave di firma è stata salvata.',
};
