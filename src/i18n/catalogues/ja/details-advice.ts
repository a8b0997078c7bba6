import type { TranslatedArea } from '../../catalogue.ts';
import type { detailsAdvice as english } from '../en/details-advice.ts';

export const detailsAdvice: TranslatedArea<typeof english> = {
  accepted: '送信できます。',
  exists_busy: '送信できます。',
  accept_all: '大規模な配信からは除外してください。まず少数で試し、バウンスしたものを外します。',
  accepts_all_until_data:
    '大規模な配信からは除外してください。まず少数で試し、バウンスしたものを外します。',
  suppressed: '送信しないでください。',
  syntax: '修正するか、削除してください。',
  no_mx: '削除してください。',
  null_mx: '削除してください。',
  no_mailbox: '削除してください。',
  full: '数週間後にもう一度検証し、まだ満杯なら削除してください。',
  bounced: 'メールボックスの再開を確認できない限り、削除してください。',
  disabled: '削除してください。',
  opted_out: '残しておいてください。それ以上はドメイン側にしかわかりません。',
  dns_failure: '後でもう一度検証してください。`mailvet doctor` で DNS サーバーを確認できます。',
  dns_untrusted: '管理者が DNS を修正した後、もう一度検証してください。',
  no_connection: '後でもう一度検証してください。`mailvet doctor` でポート 25 を確認できます。',
  no_answer: '後でもう一度検証してください。',
  out_of_step: '後でもう一度検証してください。',
  greylisted: '示された時刻の後にもう一度検証してください。',
  deferred: '後でもう一度検証してください。',
  unproven: '後でもう一度検証してください。',
  blocked: '別の IP アドレスからもう一度検証してください（管理者に相談してください）。',
  refused_network: 'そのネットワーク内から検証するか、削除してください。',
  unclear: '後でもう一度検証してください。',
  internal: 'もう一度検証し、再発する場合は報告してください。',
};
