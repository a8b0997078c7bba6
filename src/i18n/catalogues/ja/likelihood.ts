import type { TranslatedArea } from '../../catalogue.ts';
import type { likelihood as english } from '../en/likelihood.ts';

export const likelihood: TranslatedArea<typeof english> = {
  range: '{value, number}（95%：{low, number}～{high, number}）',
  unknown: '不明：{fault}',
  nothing_known:
    'このドメインについても、同じプロバイダーの他のドメインについても、配信結果は知られていません',
  domain_unknown: 'このドメインの配信結果は知られていません',
  domain:
    'このドメイン：アドレス {count, plural, other {#}} 件のうち {delivered, number} 件にメールが届きました。最新の結果は {days, plural, other {#}} 日前のものです',
  provider:
    'プロバイダー：アドレス {count, plural, other {#}} 件のうち {delivered, number} 件にメールが届きました',
  pair: 'ゲートウェイとホストが同じドメイン：アドレス {count, plural, other {#}} 件のうち {delivered, number} 件にメールが届きました',
  behind: 'ゲートウェイの背後では、メールは {host} に届きます（SPF による）',
  form_known:
    '{fault}：このドメインのアドレス {count, plural, other {#}} 件のうち {delivered, number} 件にメールが届きました',
  form_unknown: '{fault}：この形式のアドレスは、このドメインでは知られていません',
  form: '形式 {form}',
  role: '担当部署のアドレス',
  random: 'ランダムな文字列',
  digits: '数字を含む名前',
  word: '一語',
  several: '複数の語',
};
