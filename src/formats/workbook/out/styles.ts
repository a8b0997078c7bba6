import type { Verdict } from '../../../contract/verdict.ts';

export type StyleName = 'plain' | 'text' | 'heading' | 'title' | 'share' | Verdict;

interface Style {
  /** ECMA-376 part 1, 18.8.30: 0 General, 3 `#,##0`, 10 `0.00%`, 49 text. */
  readonly format: number;
  readonly bold?: boolean;
  /** RGB of the letters and of the background. */
  readonly colours?: readonly [string, string];
}

const PLAIN: Style = { format: 0 };
const TEXT = 49;

/** The colours of the styles Good, Neutral and Bad of Excel. */
const LOOKS: Readonly<Record<StyleName, Style>> = {
  plain: PLAIN,
  text: { format: TEXT },
  heading: { format: TEXT, bold: true, colours: ['1F2937', 'E5E7EB'] },
  title: { format: TEXT, bold: true },
  share: { format: 10 },
  deliverable: { format: TEXT, colours: ['006100', 'C6EFCE'] },
  risky: { format: TEXT, colours: ['7F4F00', 'FFEB9C'] },
  undeliverable: { format: TEXT, colours: ['9C0006', 'FFC7CE'] },
  unknown: { format: TEXT, colours: ['374151', 'D9DDE3'] },
};

/** The number of each style in the part below. */
export const STYLES = Object.fromEntries(
  Object.keys(LOOKS).map((name, index) => [name, index]),
) as Record<StyleName, number>;

/** `xl/styles.xml`: a font and a fill for each style, so that all have the same number. */
export function stylesXml(main: string): string {
  const styles = Object.values(LOOKS);
  const fonts = styles.map(
    ({ bold, colours }) =>
      `<font>${bold ? '<b/>' : ''}<sz val="11"/>${colours ? `<color rgb="FF${colours[0]}"/>` : ''}<name val="Calibri"/><family val="2"/></font>`,
  );
  // The first two fills are reserved (18.8.21 as programs have it): none, and a pattern.
  const fills = styles.map(({ colours }) =>
    colours
      ? `<fill><patternFill patternType="solid"><fgColor rgb="FF${colours[1]}"/></patternFill></fill>`
      : '<fill><patternFill patternType="none"/></fill>',
  );
  const cells = styles.map(
    ({ format, colours }, index) =>
      `<xf numFmtId="${format}" fontId="${index}" fillId="${colours ? index + 2 : 0}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`,
  );
  return [
    `<styleSheet ${main}>`,
    `<fonts count="${fonts.length}">${fonts.join('')}</fonts>`,
    `<fills count="${fills.length + 2}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fills.join('')}</fills>`,
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('');
}
