import type { TranslatedArea } from '../../catalogue.ts';
import type { problems as english } from '../en/problems.ts';

export const problems: TranslatedArea<typeof english> = {
  dns_failure: 'DNS が応答しないため、メールサーバーを見つけられません',
  dns_untrusted: 'DNS が誤った応答を返すため、無視しています',
  port_25_closed: 'どのメールサーバーにも接続できません。送信ポート 25 が閉じています',
  blocked:
    'ほとんどのプロバイダーがこのサーバーを拒否しています。IP アドレスがブロックリストにあります',
};
