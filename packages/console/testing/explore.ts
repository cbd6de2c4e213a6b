// Uses a page as a reader would who tries everything once: presses each button, opens each row, fills each form and sends it, first over a
// broken line, then refused, then accepted. It writes down what the page asked for and what changed on it.
import {
  BUTTON,
  dialogsOf,
  hasActions,
  isEnough,
  isOf,
  isOfMany,
  isPressed,
  isSending,
  keyOf,
  PRESSED,
  within,
} from './controls.ts';
import { emptyField, fillField } from './fill.ts';
import { changes, print } from './print.ts';
import type { Answer, Network, Request, Tab } from './tab.ts';

/** After this time an answer that nobody shows is forgotten. */
const GARBAGE = 'after 300000 ms';
/** A search waits until nobody has typed for this time. */
const TYPED_MS = 1_000;
const LETTER_MS = 50;
/** A minute. */
const STEPS = 12;
const STEP_MS = 5_000;
/** A dialog of a dialog of a page. */
const DEPTH_MAX = 3;
const FIELDS = 'input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';
const TEXTS = 'input:not(:disabled, [type=radio], [type=checkbox]), textarea:not(:disabled)';
/** Another text than that of any field before. */
const CHANGED = 8;

/** A change, a call that is paid, or a file: what a reader wants done, and not what the page shows. */
const isWork = ({ method, path, query }: Request) =>
  method !== 'GET' || /^\/api\/u[12]\//.test(path) || query.get('format') === 'csv';

interface Tried {
  key: string;
  element: Element;
}

const REFUSED: Answer = {
  status: 409,
  body: {
    ...{
      type: '/errors/conflict',
      title: 'Conflict of the test',
      status: 409,
      detail: 'Refused by the test.',
    },
    ...{ code: 'CONFLICT', request_id: 'req_of_refusal', next: 'Do as the test says.' },
  },
};

const answeringWork =
  (answer: Answer | null, network: Network): Network =>
  (asked) =>
    isWork(asked) ? answer : network(asked);

export class Explorer {
  readonly #tab: Tab;
  readonly #network: Network;
  readonly #lines: string[] = [];
  readonly #home: string;
  /** What was seen of the page, and of each dialog. */
  readonly #before = new WeakMap<Element, string[]>();
  readonly #root: string;

  /** Typed into every field of money, in place of one that is different in each. */
  readonly #amount: string | undefined;

  constructor(tab: Tab, network: Network, root = 'main', amount?: string) {
    this.#amount = amount;
    this.#tab = tab;
    this.#network = network;
    this.#root = root;
    this.#home = tab.window.location.hash;
  }

  get #document(): Document {
    return this.#tab.window.document as unknown as Document;
  }

  get #main(): Element {
    return this.#document.querySelector(this.#root) ?? this.#document.body;
  }

  #dialogs(): Element[] {
    return this.#tab.dialogs();
  }

  /** What is used now: the dialog above all others, or the page. */
  #top(): Element {
    return this.#dialogs().at(-1) ?? this.#main;
  }

  /** Under an open dialog the page is not looked at: what changed there is written when the dialog has closed. */
  #seen(): string[] {
    return print(this.#top());
  }

  #changed(): string[] {
    const top = this.#top();
    const before = this.#before.get(top);
    const seen = this.#seen();
    this.#before.set(top, seen);
    return before === undefined ? seen : changes(before, seen);
  }

  /** Writes what has happened since it wrote before. */
  #note(what: string): void {
    const changed = this.#changed();
    const told = this.#tab.told();
    const { hash } = this.#tab.window.location;
    this.#lines.push(
      '',
      `## ${what}`,
      ...(hash === this.#home ? [] : [`at ${hash}`]),
      ...told.map((line) => `> ${line}`),
      ...changed,
    );
  }

  #fillField(field: HTMLInputElement, at: number): void {
    fillField(field, at, this.#tab.window, this.#amount);
  }

  async #press(element: Element): Promise<void> {
    (element as HTMLElement).click();
    await this.#tab.settle();
  }

  /** `tried`: what has been tried at another address of the same page. */
  async page(tried = new Set<string>()): Promise<string[]> {
    await this.#tab.settle();
    this.#note(this.#home);
    await this.#tryAll(0, tried);
    return this.#lines;
  }

  async #tryAll(depth: number, tried = new Set<string>()): Promise<void> {
    // A button may close the dialog.
    if (depth > 0) await this.#tryFields(depth, tried);
    for (;;) {
      const next = this.#dialogs().length < depth ? null : this.#untried(tried);
      if (next === null) break;
      tried.add(next.key);
      await this.#pressRefused(next, depth);
      await this.#goOn(depth, tried);
    }
    if (this.#dialogs().length < depth) return;
    if (depth === 0) await this.#tryFields(depth, tried);
    await this.#sendForms(depth);
  }

  /** What a button sends is refused first, and then accepted. */
  async #pressRefused({ key, element }: Tried, depth: number): Promise<void> {
    const what = `${'#'.repeat(depth)}${key}`;
    let isRefused = false;
    this.#tab.answerBy((asked) => {
      isRefused ||= isWork(asked);
      return isWork(asked) ? REFUSED : this.#network(asked);
    });
    await this.#press(element);
    this.#tab.answerBy(this.#network);
    this.#note(isRefused ? `${what} and be refused` : what);
    if (!isRefused) return;
    if (this.#untried(new Set(), key) === null) await this.#comeBack(depth);
    const again = this.#untried(new Set(), key);
    if (again === null) return;
    await this.#press(again.element);
    this.#note(what);
  }

  /** Filters, choices and fields that are no part of a form: what the page does while one types. */
  async #tryFields(depth: number, tried: Set<string>): Promise<void> {
    const top = this.#top();
    const labels = [...top.querySelectorAll<HTMLInputElement>(FIELDS)]
      .filter(
        (field) =>
          field.type !== 'radio' && field.closest('form') === null && (depth === 0 || !hasActions(top)),
      )
      .map(({ labels }) => labels?.[0]?.textContent ?? '');
    for (const label of labels) {
      const field = [...this.#top().querySelectorAll<HTMLInputElement>(FIELDS)].find(
        ({ labels }) => (labels?.[0]?.textContent ?? '') === label,
      );
      if (field === undefined || tried.has(`field ${label}`)) continue;
      tried.add(`field ${label}`);
      // Two letters one after the other: a search waits for the second.
      this.#fillField(field, 0);
      await this.#tab.clock.advance(LETTER_MS);
      if (field.isConnected) this.#fillField(field, tried.size);
      await this.#tab.clock.advance(TYPED_MS);
      this.#note(`${'#'.repeat(depth)}choose ${label}`);
      await this.#comeBack(depth);
    }
  }

  /** Tries what has opened, unless the same has opened elsewhere, and comes back. */
  async #goOn(depth: number, tried: Set<string>): Promise<void> {
    const open = this.#dialogs().length;
    if (open > depth && depth < DEPTH_MAX) {
      const dialog = `dialog ${[...within(this.#top(), PRESSED)].map(keyOf).join()}`;
      if (!tried.has(dialog)) await this.#tryAll(open, dialogsOf(tried.add(dialog)));
    }
    await this.#comeBack(depth);
  }

  async #comeBack(depth: number): Promise<void> {
    for (let tries = 0; this.#dialogs().length > depth && tries < 4; tries++) {
      const close = this.#top().querySelector('button.icon');
      if (close === null) break;
      await this.#press(close);
    }
    if (this.#dialogs().length > depth) this.#lines.push('a dialog does not close');
    if (depth === 0 && this.#tab.window.location.hash !== this.#home) {
      this.#tab.go(this.#home);
      await this.#tab.settle();
    }
    const left = [...this.#tab.told().map((line) => `> ${line}`), ...this.#changed()];
    if (left.length > 0) this.#lines.push('back:', ...left);
  }

  /** A button or a row that stands for others of its kind: of several rows the second, which a wrong row would show. */
  #untried(tried: ReadonlySet<string>, wanted?: string): Tried | null {
    const top = this.#top();
    const found = new Map<string, Element>();
    const again = new Set<string>();
    for (const element of within(top, PRESSED)) {
      if (!isPressed(element) || !isOf(element, top)) continue;
      const key = keyOf(element);
      if (tried.has(key) || again.has(key) || isEnough(key, tried)) continue;
      if (wanted !== undefined && key !== wanted) continue;
      if (found.has(key)) again.add(key);
      found.set(key, element);
    }
    for (const [key, element] of found) return { key, element };
    return null;
  }

  async #sendForms(depth: number): Promise<void> {
    const sending = () => {
      const top = this.#top();
      return [...within(top, BUTTON)].filter((one) => isSending(one) && isOf(one, top));
    };
    for (let at = 0; at < sending().length; at++) {
      const button = sending()[at]!;
      const what = `${'#'.repeat(depth)}send ${button.textContent}`;
      await this.#sendInVain(() => sending()[at], `${what} as it is`);
      const form = button.closest('form');
      // It does what the form has shown: filling the form again would take that away.
      if (form !== null && (button as HTMLButtonElement).type !== 'submit') {
        await this.#sendOver(() => sending()[at], what, this.#network);
        continue;
      }
      const fields = form ?? button.closest('dialog') ?? this.#main;
      await this.#sendEmptied(fields, () => sending()[at], what);
      await this.#fill(fields);
      this.#note(`${'#'.repeat(depth)}filled`);
      await this.#send(() => sending()[at], what);
      if (this.#dialogs().length < depth) return;
      if (form?.isConnected) await this.#changeSent(form, () => sending()[at], what);
    }
  }

  /** What is sent when everything is taken away that can be. */
  async #sendEmptied(form: Element, named: () => Element | undefined, what: string): Promise<void> {
    const fields = [...form.querySelectorAll<HTMLInputElement>(FIELDS)];
    if (fields.filter((field) => emptyField(field, this.#tab.window)).length === 0) return;
    await this.#tab.settle();
    await this.#sendOver(
      named,
      `${what} with empty fields and be refused`,
      answeringWork(REFUSED, this.#network),
    );
  }

  /** A form that stays shows an answer to what was sent: what of it is left when one types on, and what is sent then. */
  async #changeSent(form: Element, named: () => Element | undefined, what: string): Promise<void> {
    const field = form.querySelector<HTMLInputElement>(TEXTS);
    if (field === null) return;
    this.#fillField(field, CHANGED);
    await this.#tab.settle();
    this.#note(`${what}, and type on`);
    await this.#sendOver(named, `${what} once more`, this.#network);
  }

  async #send(named: () => Element | undefined, what: string): Promise<void> {
    await this.#sendInVain(named, what);
    await this.#sendOver(named, what, this.#network);
  }

  /** Over a line that breaks, and refused. */
  async #sendInVain(named: () => Element | undefined, what: string): Promise<void> {
    await this.#sendOver(named, `${what} over a broken line`, answeringWork(null, this.#network));
    await this.#sendOver(named, `${what} and be refused`, answeringWork(REFUSED, this.#network));
  }

  async #sendOver(named: () => Element | undefined, what: string, network: Network): Promise<void> {
    const button = named();
    if (button === undefined) return;
    this.#tab.answerBy(network);
    await this.#press(button);
    this.#tab.answerBy(this.#network);
    this.#note(what);
  }

  /** Twice, because a choice may bring other fields. */
  async #fill(form: Element): Promise<void> {
    const filled = new Set<Element>();
    for (let round = 0; round < 2; round++) {
      const fields = [...form.querySelectorAll<HTMLInputElement>(FIELDS)].filter(
        (one) => !filled.has(one) && !isOfMany(one),
      );
      for (const field of fields) {
        if (!field.isConnected) continue;
        filled.add(field);
        this.#fillField(field, filled.size);
        await this.#tab.settle();
      }
    }
  }

  /** What it asks for and shows at an address with another id. */
  async beside(): Promise<void> {
    const sibling = this.#home.replaceAll('_2', '_1');
    if (sibling === this.#home) return;
    this.#tab.go(sibling);
    await this.#tab.settle();
    this.#note('another id');
    await this.#comeBack(0);
  }

  /** What an open page reads again in a minute, when things change in the middle of it, and what it leaves behind when it is left. */
  async leave(later: Network): Promise<void> {
    const running = () => this.#tab.running().filter((one) => one !== GARBAGE);
    this.#lines.push('', '## in a minute');
    for (let step = 1; step <= STEPS; step++) {
      if (step === STEPS / 2) this.#tab.answerBy(later);
      await this.#tab.clock.advance(STEP_MS);
      this.#lines.push(...this.#tab.told().map((line) => `${(step * STEP_MS) / 1_000} s > ${line}`));
    }
    this.#tab.answerBy(this.#network);
    this.#note('what changed');
    this.#tab.go('#/nowhere');
    await this.#tab.settle();
    this.#lines.push('', '## after it was left', ...running(), ...print(this.#main).slice(0, 4));
    this.#tab.told();
    await this.#tab.clock.advance(STEPS * STEP_MS);
    this.#lines.push(...this.#tab.told().map((line) => `> ${line}`));
  }
}
