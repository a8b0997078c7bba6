/**
 * The colours of every page, light and dark. A text has at least 4.5:1 against what is behind it
 * (WCAG 2.2, 1.4.3).
 */
export const PALETTE = `:root {
  color-scheme: light dark;
  --ground: #f7f8f9;
  --card: #ffffff;
  --ink: #16191d;
  --faint: #5b636d;
  --line: #dce0e4;
  --edge: #c3c9d0;
  --accent: #0f766e;
  --accent-ink: #ffffff;
  --accent-soft: #e3f3f1;
  --good: #17693a;
  --good-soft: #e2f4e8;
  --warn: #8a5300;
  --warn-soft: #fdf0d9;
  --bad: #b3261e;
  --bad-soft: #fce8e6;
  --none: #4d5560;
  --none-soft: #eaecef;
  --deliverable: #2a8f5b;
  --risky: #d99a12;
  --undeliverable: #cb4239;
  --unknown: #8b94a0;
  --radius: 10px;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #101317;
    --card: #181c21;
    --ink: #e8ebee;
    --faint: #9aa4af;
    --line: #2d343c;
    --edge: #46505b;
    --accent: #4fc9bd;
    --accent-ink: #06201d;
    --accent-soft: #143230;
    --good: #7fd8a0;
    --good-soft: #14301f;
    --warn: #efbf6b;
    --warn-soft: #352710;
    --bad: #ff9d94;
    --bad-soft: #3b1a18;
    --none: #b4bdc7;
    --none-soft: #262c33;
    --deliverable: #3fae75;
    --risky: #dfa93a;
    --undeliverable: #e0645b;
    --unknown: #7c8692;
  }
}
`;
