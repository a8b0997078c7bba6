import type { TranslatedArea } from '../../catalogue.ts';
import type { accuracy as english } from '../en/accuracy.ts';

export const accuracy: TranslatedArea<typeof english> = {
  title: '精度',
  intro:
    '結果がどれだけ正しかったかを示します。各結果を、その後 30 日以内にそのアドレスへ送ったメールの配信結果と比べます。',
  nothing_known:
    '{since} 以降に検証したアドレス {count, plural, other {#}} 件について、配信結果がまだないため、精度を測れません。mailvet learn がバウンスと配信を読み取り、プロバイダーも報告します。',
  rests_on:
    '{since} 以降に検証したアドレス {verified, number} 件のうち、配信結果 {count, plural, other {#}} 件（配信 {delivered, number} 件、バウンス {bounced, number} 件）に基づきます。',
  of_outcomes: '割合は、配信結果がわかっているアドレスに対するものです。',
  of_verified:
    '割合は検証したすべてのアドレスに対するもので、配信結果がないものは配信済みとみなします。実際はこれより悪い可能性があります。',
  undated: '日付のない {count, plural, other {#}} 件は、読み取った時点のものとして数えます。',
  cut: '一度に読み取れる数より結果が多いため、最新のものだけを数えています。',
  rules: 'ルール（悪いものから順に）',
  rules_caption: 'ルール（配信結果で覆された割合順）',
  verdicts: '判定別',
  hosts: 'メールサーバー別',
  rule: 'ルール',
  outcomes: '配信結果',
  contradicted: '覆された数',
  share: '割合（95% 区間）',
  share_between: '{share}（{low}〜{high}）',
  allowed: '許容',
  no_promise: '保証なし',
  replies: '応答',
  times: '{count, number} ×',
  verified: '検証済み',
  delivered: '配信',
  bounced: 'バウンス',
  host: 'メールサーバー',
  no_rows: 'ありません。',
};
