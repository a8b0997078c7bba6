import Theme from 'vitepress/theme-without-fonts';
import './style.css';

/** The default theme with the fonts of the reader's machine. */
export default Theme;
