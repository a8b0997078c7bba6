/** Lists that are no file of anybody: addresses that somebody pastes, and a sample to try the service with. */

import { message } from '../../i18n/message.ts';
import { withoutEnd } from '../../lib/address-parts.ts';
import { PeopleError } from '../service-error.ts';

/** What is taken as a file would be. */
export interface WrittenList {
  readonly name: string;
  readonly text: string;
  /** The name of the e-mail column; empty: it is to be found. */
  readonly column: string;
}

/** Whatever stands between blanks, brackets and quotation marks. */
const WORD = /[^\s<>()[\]{}"“”„«»,;:|]+/gu;

/** The addresses in a text, as they are, a line each. */
export function addressesIn(text: string): readonly string[] {
  return (text.match(WORD) ?? [])
    .filter((word) => /[@＠]/.test(word.slice(1, -1)))
    .map((word) => withoutEnd(word.replace(/^['’]+/, ''), ".'’!?"));
}

/** The addresses of a text that was pasted at a time. Throws `refused` if it has none. */
export function pastedList(text: string, name: string): WrittenList {
  const lines = addressesIn(text);
  if (lines.length === 0)
    throw new PeopleError('refused', message('errorTexts.no_address_in_text'));
  return { name, text: `${lines.join('\n')}\n`, column: '' };
}

/** Typing errors that are no addresses cost nothing; those of a real domain would be asked about. */
const SAMPLE = `First name,Last name,E-mail,City
Ann,Archer,ann.archer@sandbox.test,Lisbon
Ben,Baker,ben.baker@sandbox.test,Oslo
Chloé,Carter,chloe@sandbox.test,Lyon
Dan,Dyer,dan.dyer@sandbox.test,Dublin
Eve,Ewing,eve@sandbox.test,Porto
Finn,Fisher,finn.fisher@sandbox.test,Bergen
Gül,Green,guel@sandbox.test,İzmir
Hugo,Hunter,greylisted@sandbox.test,Madrid
Ines,Irving,ines@slow.sandbox.test,Turin
Ann,Archer,ann.archer@sandbox.test,Lisbon
Ben,Baker,ben.baker@Sandbox.test,Oslo
Support,Acme,support@sandbox.test,Berlin
Jan,Jacobs,jan@accept-all.sandbox.test,Ghent
Kim,Kent,kim@disposable.sandbox.test,Leeds
Lea,Lang,undeliverable@sandbox.test,Graz
Max,Miller,full@sandbox.test,Basel
Nora,North,disabled@sandbox.test,Turku
Otto,Ott,otto@no-mx.sandbox.test,Bonn
Pia,Park,pia@null-mx.sandbox.test,Vilnius
Quinn,Quist,"quinn@gmail,com",Malmö
Rosa,Reyes,rosa@@gmail.com,Sevilla
Sam,Stone,sam@gmail..com,Cork
Tom,Turner,timeout@sandbox.test,Riga
Uma,Upton,blocked@sandbox.test,Tartu
Vic,Vogel,vic@sandbox.test; vicky@sandbox.test,Zürich
Wim,Wouters,not an address,Delft
Xenia,Xu,,Athens
`;

/** A list of the sandbox: each verdict, at no cost and without the network. */
export function sampleList(name: string): WrittenList {
  return { name, text: SAMPLE, column: 'E-mail' };
}
