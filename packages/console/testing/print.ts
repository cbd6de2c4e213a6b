// A page as text: every word, and every attribute that a reader or a program could notice. Ids that React draws are left out: a field is
// written with the words of its label instead.

const NAMELESS = /^_r_/;
/** Said by the element itself, or by its label. */
const LEFT_OUT = new Set([
  ...['id', 'for', 'role', 'scope', 'tabindex', 'data-label', 'xmlns', 'value', 'checked', 'selected'],
  ...['aria-labelledby', 'aria-describedby', 'autocomplete', 'spellcheck', 'aria-hidden'],
]);
/** Written on one line with all that they have. */
const LINES = new Set(
  'tr li p button a label dt dd h1 h2 h3 h4 option time legend summary pre code kbd svg'.split(' '),
);

/** A drawing is compared as a whole, and its words are written. */
function drawn(svg: Element): string {
  const text = svg.outerHTML.replaceAll(/ (id|clip-path|fill|href|aria-labelledby)="[^"]*_r_[^"]*"/g, '');
  let hash = 7;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0;
  const words = [...svg.querySelectorAll('text, title')].map(({ textContent }) => textContent?.trim());
  return [`drawing ${hash.toString(36)}`, svg.getAttribute('aria-label'), ...words]
    .filter(Boolean)
    .join(' | ');
}

function referred(element: Element, ids: string): string {
  const document = element.ownerDocument;
  return ids
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent?.trim() ?? 'missing')
    .join(' | ');
}

const FIELD_TAGS = new Set(['input', 'select', 'textarea']);

function fieldState(element: Element, tag: string): string[] {
  const field = element as HTMLInputElement;
  if (tag === 'option') return [`value=${field.value}`];
  if (!FIELD_TAGS.has(tag)) return [];
  const label = field.labels?.[0]?.textContent?.trim();
  const isChoice = field.type === 'radio' || field.type === 'checkbox';
  return [
    ...(isChoice || label === undefined ? [] : [`label=${label}`]),
    isChoice
      ? `${field.checked ? 'on' : 'off'}${field.type === 'radio' ? ` value=${field.value}` : ''}`
      : `value=${JSON.stringify(field.value)}`,
  ];
}

const TOLD_ROLES = /alert|status|progressbar|meter/;

function attributes(element: Element, tag: string): string {
  const all = fieldState(element, tag);
  for (const { name, value } of element.attributes) {
    if (name === 'aria-describedby') all.push(`described by: ${referred(element, value)}`);
    else if (name === 'role' && TOLD_ROLES.test(value)) all.push(value);
    else if (LEFT_OUT.has(name) || NAMELESS.test(value)) continue;
    else if (name === 'class') value !== '' && all.push(`.${value.replaceAll(' ', '.')}`);
    else all.push(value === '' ? name : `${name}=${value}`);
  }
  return all.length === 0 ? '' : `(${all.join(' ')})`;
}

const textOf = (node: Node) => (node.textContent ?? '').replaceAll(/\s+/g, ' ');

const PLAIN = new Set(['span', 'b', 'strong', 'em']);

function inline(node: Node): string {
  if (node.nodeType === 3) return textOf(node);
  if (node.nodeType !== 1) return '';
  const element = node as Element;
  const tag = element.localName;
  if (tag === 'svg') return `[${drawn(element)}]`;
  const inner = inlined(element);
  const own = attributes(element, tag);
  if (own === '' && PLAIN.has(tag)) return inner;
  return tag === 'td' ? ` | ${inner}${own}` : `<${tag}${own}${inner && ` ${inner}`}>`;
}

function inlined(element: Element): string {
  let text = '';
  for (let node = element.firstChild; node !== null; node = node.nextSibling) text += inline(node);
  return text.trim();
}

const WRAPPERS = new Set(['div', 'span', 'tbody', 'table']);

export function print(element: Element, depth = 0): string[] {
  const tag = element.localName;
  const indent = '  '.repeat(depth);
  if (LINES.has(tag) || element.firstElementChild === null) {
    const text = inline(element).trim();
    return text === '' ? [] : [indent + text];
  }
  const own = attributes(element, tag);
  const isWrapper = own === '' && WRAPPERS.has(tag);
  const lines = isWrapper ? [] : [`${indent}${tag}${own}`];
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === 1) lines.push(...print(node as Element, isWrapper ? depth : depth + 1));
    else if (textOf(node).trim() !== '') lines.push(`${indent}  ${textOf(node).trim()}`);
  }
  return lines;
}

/** More lines that went are counted: they are written where they came. */
const GONE_MAX = 4;

/** The lines that went and those that came. */
export function changes(before: readonly string[], after: readonly string[]): string[] {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from++;
  let [oldEnd, newEnd] = [before.length, after.length];
  while (oldEnd > from && newEnd > from && before[oldEnd - 1] === after[newEnd - 1])
    [oldEnd, newEnd] = [oldEnd - 1, newEnd - 1];
  const [gone, come] = [before.slice(from, oldEnd), after.slice(from, newEnd)];
  const [stayed, was] = [new Set(come), new Set(gone)];
  const lost = gone.filter((line) => !stayed.has(line)).map((line) => `- ${line.trim()}`);
  return [
    ...(lost.length > GONE_MAX ? [`- ${lost.length} lines`] : lost),
    ...come.filter((line) => !was.has(line)).map((line) => `+ ${line}`),
  ];
}
