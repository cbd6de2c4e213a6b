// The default theme without its web fonts, which would be a third of the site.
import Theme from 'vitepress/theme-without-fonts';
import './style.css';

export default Theme;
