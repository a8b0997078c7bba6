import type { TranslatedArea } from '../../catalogue.ts';
import type { outcomes as english } from '../en/outcomes.ts';

export const outcomes: TranslatedArea<typeof english> = {
  title: 'Messaggi respinti',
  intro:
    'Che cosa è successo alla Sua posta: messaggi respinti, reclami e consegne che i provider segnalano o che mailvet learn legge. La prossima verifica di un indirizzo ne tiene conto.',
  addresses: 'URL per i Suoi provider',
  addresses_intro:
    'Crei un URL e lo incolli dove il provider chiede un URL di webhook. Una segnalazione conta solo con la firma del provider.',
  hint_ses:
    'In Amazon SNS, sottoscriva questo URL all’argomento dei Suoi eventi SES, per HTTPS. La sottoscrizione si conferma da sola.',
  hint_sendgrid:
    'In SendGrid, sotto Mail Settings, Event Webhook: attivi la firma e incolli qui la sua chiave di verifica.',
  hint_mailgun:
    'In Mailgun, sotto Webhooks: copi la chiave di firma dei webhook HTTP e la incolli qui.',
  hint_postmark:
    'In Postmark, sotto Webhooks del message stream: scelga Bounce, Spam Complaint e Delivery. L’URL stesso è il segreto.',
  create: 'Crea l’URL',
  renew: 'Sostituisci l’URL',
  confirm_renew: 'Sostituire l’URL di {provider}? Quello attuale smetterà subito di funzionare.',
  address_of: 'URL per {provider}',
  copy_now: 'Copi l’URL ora. Non verrà più mostrato.',
  address_hidden:
    'L’URL è in uso e non può essere mostrato di nuovo: lo sostituisca se lo ha perso.',
  key_of: 'Chiave di firma di {provider}',
  save_key: 'Salva la chiave',
  key_known: 'Una chiave è salvata.',
  key_missing: 'Senza la chiave ogni segnalazione è rifiutata.',
  never: 'Non è stato ancora ricevuto nulla.',
  reported: 'Ultima segnalazione: {time}. {count, plural, one {# esito} other {# esiti}} in tutto.',
  came: 'Ricevuto: {count, plural, one {# esito} other {# esiti}}',
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
  done_created: 'L’URL è pronto: lo incolli presso il provider.',
  done_key: 'La chiave di firma è stata salvata.',
};
