// What of a page can be pressed, filled and sent, and what of it is of one kind, so that one stands for all of them.

/** In a dialog each button is tried, whatever was tried on the page. */
export const dialogsOf = (tried: ReadonlySet<string>) =>
  new Set([...tried].filter((one) => one.startsWith('dialog ')));

export const BUTTON = new Set(['button']);
export const PRESSED = new Set(['button', 'tr', 'input']);

/** The elements of these names inside, in their order. Selectors take several times as long. */
export function* within(root: Element, names: ReadonlySet<string>): Generator<Element> {
  for (let child = root.firstElementChild; child !== null; child = child.nextElementSibling) {
    if (names.has(child.localName)) yield child;
    yield* within(child, names);
  }
}

/** Not of a dialog inside. */
export const isOf = (element: Element, top: Element) =>
  element.closest('dialog') === (top.localName === 'dialog' ? top : null);

/** A choice among many stays, because the rest of the form depends on it. */
export const isOfMany = (field: HTMLInputElement) =>
  field.type === 'radio' &&
  (field.closest('[role=radiogroup]')?.getElementsByTagName('input').length ?? 0) > CHOICES_MAX + 1;

/** Of a choice among many, so many are made. */
const CHOICES_MAX = 3;

export function isEnough(key: string, tried: ReadonlySet<string>): boolean {
  const group = key.startsWith('choose ') ? key.slice(0, key.indexOf(':') + 1) : null;
  return group !== null && [...tried].filter((one) => one.startsWith(group)).length >= CHOICES_MAX;
}

const kinds = new WeakMap<Element, string>();

/** Buttons that send nothing, rows that open something, and choices that are not made. */
export function isPressed(element: Element): boolean {
  if (element.localName === 'tr') return element.hasAttribute('data-opens');
  const field = element as HTMLInputElement;
  if (field.disabled) return false;
  if (element.localName === 'input') return field.type === 'radio' && !field.checked;
  return !isSending(element) && !(isClosing(element) && element.closest('dialog') !== null);
}

/** Sends what was filled in, or does what a dialog asks about. */
export function isSending(element: Element): boolean {
  if (element.tagName !== 'BUTTON') return false;
  if ((element as HTMLButtonElement).type === 'submit' && element.closest('form') !== null) return true;
  return element.closest('[data-actions]') !== null && element.matches('.primary, .danger');
}

export const hasActions = (dialog: Element | null) => dialog?.querySelector('[data-actions]') != null;
const CLOSES = /^(?:Cancel|Done|Close|取消|完成|关闭)$/;

const isClosing = (element: Element) =>
  element.matches('.icon') ||
  (hasActions(element.closest('dialog')) && CLOSES.test(element.textContent ?? ''));

/** Buttons of one column are of one kind. */
export function keyOf(element: Element): string {
  const key = kinds.get(element) ?? newKeyOf(element);
  kinds.set(element, key);
  return key;
}

function newKeyOf(element: Element): string {
  const table = element.closest('[role=group]')?.getAttribute('aria-label');
  if (element.matches('tr')) return `press a row of ${table}`;
  if (element.querySelector('[aria-live]') !== null) return 'press a copy';
  const cell = element.closest('td');
  const place = element.closest('td, dd, li, div, form')?.querySelectorAll('button') ?? [];
  if (cell !== null)
    return `press ${table} ${cell.getAttribute('data-column')} ${[...place].indexOf(element as HTMLButtonElement)}`;
  const group = element.closest('[role=radiogroup]')?.getAttribute('aria-label');
  const words =
    element.textContent?.trim() ||
    element.getAttribute('aria-label') ||
    element.closest('label')?.textContent;
  const head = element.closest('th') === null ? '' : `${table} by `;
  return group === undefined || group === null ? `press ${head}${words}` : `choose ${group}: ${words}`;
}
