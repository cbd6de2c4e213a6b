// Types into a field something that it takes, another text into each.
import type { Tab } from './tab.ts';

type Window = Tab['window'];

/** As a hand does it: React listens to the events and asks the element for its value. */
export function fillField(
  field: HTMLInputElement,
  at: number,
  window: Window,
  amount = `${at}.250000`,
): void {
  if (field.type === 'checkbox' || field.type === 'radio') {
    if (field.type === 'checkbox' || !field.checked) field.click();
    return;
  }
  const options = [...((field as unknown as HTMLSelectElement).options ?? [])];
  const last = options.findLast(({ disabled }) => !disabled)?.value ?? '';
  setField(field, field.tagName === 'SELECT' ? last : valueFor(field, at, amount), window);
}

function setField(field: HTMLInputElement, value: string, window: Window): void {
  const kind = { INPUT: 'HTMLInputElement', SELECT: 'HTMLSelectElement', TEXTAREA: 'HTMLTextAreaElement' }[
    field.tagName
  ];
  const { prototype } = window[kind as 'HTMLInputElement'];
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value);
  const name = field.tagName === 'SELECT' ? 'change' : 'input';
  field.dispatchEvent(new window.Event(name, { bubbles: true }) as unknown as Event);
}

/** Says whether there was something to take away. */
export function emptyField(field: HTMLInputElement, window: Window): boolean {
  const options = [...((field as unknown as HTMLSelectElement).options ?? [])];
  const canBeEmpty = field.tagName !== 'SELECT' || options.some(({ value }) => value === '');
  const isChoice = field.type === 'checkbox' || field.type === 'radio';
  if (isChoice || field.required || field.value === '' || !canBeEmpty) return false;
  setField(field, '', window);
  return true;
}

/** The first that the field takes. */
function valueFor(field: HTMLInputElement, at: number, amount: string): string {
  const texts = [
    `typed-${at}`,
    `${at}.250000`,
    `${at}`,
    `2026-12-${10 + at}`,
    `https://typed-${at}.test/`,
    `typed-${at}@mail.test`,
  ];
  if (field.type === 'date') return `2026-12-${10 + at}`;
  if (field.type === 'month') return '2026-10';
  if (field.type === 'url') return `https://typed-${at}.test/`;
  if (field.type === 'email') return `typed-${at}@mail.test`;
  const { pattern, min, max, maxLength } = field;
  if (field.type === 'number')
    return String(Math.min(Number(max || 1e6), Math.max(Number(min || 0), at + 3)));
  if (field.inputMode === 'decimal' || field.getAttribute('inputmode') === 'decimal') return amount;
  if (field.getAttribute('inputmode') === 'numeric') return `${at + 3}`;
  const takes = (text: string) =>
    (maxLength < 0 || text.length <= maxLength) &&
    (!pattern || new RegExp(`^(?:${pattern})$`, 'v').test(text));
  return texts.find(takes) ?? `${at}`;
}
