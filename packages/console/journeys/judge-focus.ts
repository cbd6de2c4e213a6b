// Checks the focus when a dialog opens: typing must go into the dialog.
import type { Checks } from './checks.ts';
import type { Visit } from './visit.ts';

/** The first field of the top dialog; without fields, an element on which Enter does not close the dialog. */
const HAS_FOCUS = `(() => {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const fields = [...dialog.querySelectorAll('input, select, textarea')];
  const first = fields.find((one) => !one.disabled && (one.type !== 'radio' || one.checked) && one.checkVisibility());
  const has = document.activeElement;
  const isDrawer = dialog.getBoundingClientRect().height >= innerHeight;
  const isRight = first === undefined || isDrawer
    ? dialog.contains(has) && has !== dialog && has.getAttribute('aria-label') !== 'Close'
    : has === first;
  return isRight ? '' : has.outerHTML.slice(0, 120);
})()`;

export async function judgeFirstFocus({ page }: Visit, where: string, checks: Checks): Promise<void> {
  checks.equal(`${where}: opens with the focus where one begins`, await page.evaluate<string>(HAS_FOCUS), '');
}
