import type { TranslatedArea } from '../../catalogue.ts';
import type { verdictsAdvice as english } from '../en/verdicts-advice.ts';

export const verdictsAdvice: TranslatedArea<typeof english> = {
  deliverable: '送信できます。',
  risky:
    '除外するか、理由に応じて判断してください。試す価値があるのはキャッチオールドメインだけで、まず少数のアドレスから始めます。',
  undeliverable: '削除してください。バウンスのたびに送信者の評価が下がります。',
  unknown: '後でもう一度検証してください。アドレスに問題があるという意味ではありません。',
};
