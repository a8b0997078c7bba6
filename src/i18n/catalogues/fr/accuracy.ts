import type { TranslatedArea } from '../../catalogue.ts';
import type { accuracy as english } from '../en/accuracy.ts';

export const accuracy: TranslatedArea<typeof english> = {
  title: 'Fiabilité',
  intro:
    'Combien de fois les résultats étaient justes : chaque résultat comparé à ce que sont devenus les e-mails envoyés à cette adresse dans les 30 jours suivants.',
  nothing_known:
    'Aucun résultat d’envoi n’est encore connu pour {count, plural, one {# adresse vérifiée} other {# adresses vérifiées}} (depuis : {since}) : la fiabilité ne peut pas encore être mesurée. mailvet learn lit les rebonds et les remises, et les fournisseurs les signalent.',
  rests_on:
    'Repose sur {count, plural, one {# résultat d’envoi} other {# résultats d’envoi}} ({delivered, number} remis, {bounced, number} rebonds) pour {verified, number} adresses vérifiées depuis : {since}.',
  of_outcomes: 'Les pourcentages portent sur les adresses dont le résultat d’envoi est connu.',
  of_verified:
    'Les pourcentages portent sur toutes les adresses vérifiées ; celles sans résultat d’envoi comptent comme remises : les chiffres réels peuvent être moins bons.',
  undated:
    '{count, plural, one {# résultat d’envoi n’a pas de date : il compte à partir de sa lecture.} other {# résultats d’envoi n’ont pas de date : ils comptent à partir de leur lecture.}}',
  cut: 'Il y a plus de résultats qu’il n’en est lu à la fois : seuls les plus récents comptent.',
  rules: 'Règles, les pires d’abord',
  rules_caption: 'Règles, de la plus souvent contredite',
  verdicts: 'Par verdict',
  hosts: 'Par serveur de messagerie',
  rule: 'Règle',
  outcomes: 'Résultats d’envoi',
  contradicted: 'Contredites',
  share: 'Part (intervalle à 95 %)',
  share_between: '{share} ({low} à {high})',
  allowed: 'Permis',
  no_promise: 'ne promet rien',
  replies: 'Réponses',
  times: '{count, number} ×',
  verified: 'Vérifiées',
  delivered: 'Remis',
  bounced: 'Rebonds',
  host: 'Serveur de messagerie',
  no_rows: 'Aucune donnée.',
};
