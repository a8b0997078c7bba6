import type { TranslatedArea } from '../../catalogue.ts';
import type { outcomes as english } from '../en/outcomes.ts';

export const outcomes: TranslatedArea<typeof english> = {
  title: 'Rebonds',
  intro:
    'Ce que sont devenus vos messages : rebonds, plaintes et remises, tels que les fournisseurs les signalent et que mailvet learn les lit. La prochaine vérification d’une adresse en tient compte.',
  addresses: 'Adresses pour vos fournisseurs',
  addresses_intro:
    'Créez une adresse et collez-la là où le fournisseur demande une URL de webhook. Un signalement ne compte qu’avec la signature du fournisseur.',
  hint_ses:
    'Dans Amazon SNS, abonnez le sujet de vos événements SES à cette adresse, en HTTPS. L’abonnement se confirme tout seul.',
  hint_sendgrid:
    'Dans SendGrid, sous Mail Settings, Event Webhook : activez la signature et collez ici sa clé de vérification.',
  hint_mailgun:
    'Dans Mailgun, sous Webhooks : copiez la clé de signature des webhooks HTTP et collez-la ici.',
  hint_postmark:
    'Dans Postmark, sous Webhooks du flux de messages : choisissez rebond, plainte et remise. L’adresse elle-même est le secret.',
  create: 'Créer l’adresse',
  renew: 'Remplacer l’adresse',
  confirm_renew: 'Remplacer l’adresse de {provider} ? L’actuelle cesse aussitôt.',
  address_of: 'Adresse pour {provider}',
  copy_now: 'Copiez l’adresse maintenant. Elle ne sera plus affichée.',
  address_hidden:
    'L’adresse est en service et ne peut plus être affichée : remplacez-la si vous l’avez perdue.',
  key_of: 'Clé de signature de {provider}',
  save_key: 'Enregistrer la clé',
  key_known: 'Une clé est enregistrée.',
  key_missing: 'Sans la clé, tout signalement est refusé.',
  never: 'Rien n’est encore arrivé.',
  reported:
    'Dernier signalement : {time}. {count, plural, one {# retour} other {# retours}} en tout.',
  came: 'Ce qui est arrivé : {count, plural, one {# retour} other {# retours}}',
  caption: 'Les derniers retours',
  read_at: 'Lu',
  outcome: 'Retour',
  domain: 'Domaine',
  happened: 'Quand',
  reply: 'Réponse',
  source: 'Source',
  none: 'Pas encore de retour. mailvet learn les lit dans les rebonds et les exports.',
  unknown_time: 'inconnu',
  kind_delivered: 'remis',
  kind_no_mailbox: 'pas de boîte',
  kind_full: 'boîte pleine',
  kind_disabled: 'boîte désactivée',
  kind_blocked: 'bloqué',
  kind_deferred: 'différé',
  kind_complaint: 'plainte',
  kind_undecided: 'indéterminé',
  done_created: 'L’adresse est prête : collez-la chez le fournisseur.',
  done_key: 'La clé de signature a été enregistrée.',
};
