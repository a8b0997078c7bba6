import type { TranslatedArea } from '../../catalogue.ts';
import type { verdictsMeaning as english } from '../en/verdicts-meaning.ts';

export const verdictsMeaning: TranslatedArea<typeof english> = {
  deliverable: 'メールボックスが存在し、メールを受信できます。',
  risky:
    '受信されても読まれない、または後からバウンスする可能性があります（キャッチオールドメイン、使い捨てアドレス、代表アドレス）。送信除外リストにあるため検証していない場合も含まれます。',
  undeliverable:
    'メールはバウンスします。メールボックスまたはドメインが存在しないか、アドレスではありません。',
  unknown: '今回は判定できませんでした。メールサーバーから明確な応答がないか、結果がありません。',
};
