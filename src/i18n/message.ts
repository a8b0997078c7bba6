import type { Message, MessageValue } from '../lib/errors.ts';
import type { MessageOf } from './catalogue.ts';
import { errorTexts } from './english/errors.ts';
import { ENGLISH_FORMATS } from './format.ts';
import type { MessageValues } from './message-values.ts';
import type { Texts } from './texts.ts';

export type { Message };

export type ErrorTextId = `errorTexts.${keyof typeof errorTexts}`;

type ValuesOf<Id extends ErrorTextId> = {
  readonly [Name in keyof MessageValues<MessageOf<Id>>]: string extends MessageValues<
    MessageOf<Id>
  >[Name]
    ? Exclude<MessageValue, number>
    : number;
};

type GivenValues<Id extends ErrorTextId> = keyof ValuesOf<Id> extends never
  ? readonly []
  : readonly [values: ValuesOf<Id>];

export function message<Id extends ErrorTextId>(id: Id, ...given: GivenValues<Id>): Message {
  const [values = {}]: readonly Message['values'][] = given;
  return { id, values, english: inEnglish(id, values) };
}

/** Without the parser of messages: errors of the command line are made of them too. */
function inEnglish(id: ErrorTextId, values: Message['values']): string {
  const english = errorTexts[id.slice('errorTexts.'.length) as keyof typeof errorTexts];
  return english.replace(ARGUMENT, (_, name: string) => {
    const value = values[name] ?? '';
    if (typeof value === 'number') return ENGLISH_FORMATS.number(value);
    if (typeof value === 'string') return value;
    return 'bytes' in value ? ENGLISH_FORMATS.size(value.bytes) : value.english;
  });
}

/** `{name}` and `{count, number}`: these messages have no others. */
const ARGUMENT = /\{(\w{1,40})(?:, number)?\}/g;

/** In the language of a reader. */
export function sayMessage(text: Texts, { id, values }: Message): string {
  const said = Object.entries(values).map(([name, value]) => [name, sayValue(text, value)]);
  // The type of an id that is found at run time says nothing of its values.
  return (text as unknown as (id: string, values: object) => string)(id, Object.fromEntries(said));
}

function sayValue(text: Texts, value: MessageValue): string | number {
  if (typeof value !== 'object') return value;
  return 'bytes' in value ? text.size(value.bytes) : sayMessage(text, value);
}
