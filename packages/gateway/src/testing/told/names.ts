// Names for what is drawn or dated: a text tells an id or a time by the exchange that told it first, and not as it is, so that an exchange
// which is put between two others changes no line but its own. In its own exchange an id is `key_1` and a time `now+1h`; later they are
// `key_1 of <exchange>` and `<exchange>+1h`.

/** Ids, secrets and cursors. */
const IDS =
  /\b(req|acc|key|tok|adm|prj|whk|wat|col|cmp|top|inv|ses|lgc|gra|pbk|evt|grt|rg[a-z]_live|rg[a-z]|whsec|cur|fed)_[A-Za-z0-9_-]{16,}/g;
/** Hashes, signatures and what is sealed follow from ids and times. */
const SEALED = [
  /(?<=etag: (?:W\/)?")[^"]+/g,
  // What is left of a limit on free requests depends on how many were asked before.
  /(?<="(?:reads|writes)";r=)\d+/g,
  /(?<=\bv1[=,])[A-Za-z0-9+/=]{43,}/g,
  /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[A-Za-z0-9_-]{43,}(?![\w-])/g,
  /(?<=\/feeds\/v1\/)[\w-]{27}/g,
  // At the end of a cursor.
  /(?<=cursor"?[:=] ?["']?[^"'\s&]{1,90}\.)[a-z0-9]{5,8}\b/g,
];
const ISO = /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g;
const MS = /(?<![\d.])1[789]\d{11}(?!\d)/g;
const SECONDS = /(?<![\d.])1[789]\d{8}(?:\.\d{1,3})?(?!\d)/g;
/** Ids of events end in the time at which they happened. */
const HEX_MS = /(?<=_\d+_)1[0-9a-f]{10}\b/g;

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
/** Times that are further from now were fixed by the story. */
const NEAR_MS = 400 * DAY_MS;
/** Where clocks cut time: answers tell seconds, figures are kept by ten seconds and longer. */
const CUTS_MS = [1_000, 10_000, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS];
const CUT = 'cut to';
/** The name of an exchange is what stands before its input. */
const TITLE = /^[^{[("]{1,80}/;

function distance(ms: number): string {
  if (ms === 0) return '';
  const size = Math.abs(ms);
  const unit = [['d', DAY_MS] as const, ['h', HOUR_MS] as const, ['s', 1_000] as const].find(
    ([, each]) => size % each === 0,
  );
  return `${ms < 0 ? '-' : '+'}${unit === undefined ? `${size}ms` : `${size / unit[1]}${unit[0]}`}`;
}

interface Exchange {
  title: string;
  nowMs: number;
  counts: Map<string, number>;
}

export class Names {
  #now: Exchange = { title: 'the beginning', nowMs: 0, counts: new Map() };
  readonly #exchanges: Exchange[] = [];
  /** By the part of a time within its hour. */
  readonly #hours = new Map<number, number>();
  readonly #ids = new Map<string, readonly [string, Exchange]>();
  readonly #times = new Map<number, readonly [string, Exchange]>();
  /** Of exchanges with one title, those that something is named by are numbered. */
  readonly #numbered = new Map<string, Exchange[]>();

  /** `line`: the first of the exchange. `endMs`: what the clock shows when it is told. */
  begin(line: string, nowMs: number, endMs = nowMs): void {
    const title = TITLE.exec(line.replace(/^\W+/, ''))?.[0].trim() ?? 'an exchange';
    this.#now = { title, nowMs, counts: new Map() };
    this.#exchanges.push(this.#now);
    for (const ms of [endMs, nowMs]) this.#tell(ms, distance(ms - nowMs));
  }

  named(text: string): string {
    const sealed = SEALED.reduce((so, each) => so.replaceAll(each, (one) => this.#id(one, 'sealed')), text);
    return sealed
      .replaceAll(IDS, (drawn, kind: string) => this.#id(drawn, kind))
      .replaceAll(HEX_MS, (hex) => `<${this.time(Number.parseInt(hex, 16))}>`)
      .replaceAll(ISO, (iso) => this.time(Date.parse(iso)))
      .replaceAll(MS, (ms) => `ms ${this.time(Number(ms))}`)
      .replaceAll(SECONDS, (seconds) => `seconds ${this.time(Math.round(Number(seconds) * 1_000))}`);
  }

  /** Days begin and end at a fixed time, whatever was asked before. */
  time(ms: number): string {
    if (ms % DAY_MS === 0 || Math.abs(ms - this.#now.nowMs) > NEAR_MS) return new Date(ms).toISOString();
    const told = this.#times.get(ms);
    if (told === undefined || told[1] === this.#now)
      return this.#cut(ms) ?? this.#before(ms) ?? this.#after(ms) ?? new Date(ms).toISOString();
    if (ms === this.#now.nowMs) return 'now';
    return told[0].includes(CUT) ? (this.#cut(ms) ?? this.#named(told)) : this.#named(told);
  }

  #tell(ms: number, since: string, exchange = this.#now): readonly [string, Exchange] {
    const told = [since, exchange] as const;
    this.#times.set(ms, told);
    this.#hours.set(ms % HOUR_MS, ms);
    return told;
  }

  #cut(ms: number): string | null {
    const { nowMs } = this.#now;
    const each = CUTS_MS.find((one) => ms % one === 0 && (ms - nowMs + (nowMs % one)) % MINUTE_MS === 0);
    if (each === undefined || ms === nowMs) return null;
    return this.#named(this.#tell(ms, `${distance(ms - nowMs + (nowMs % each))} ${CUT} ${each / 1_000}s`));
  }

  /** What was not told when it happened is told by the exchange before it. */
  #before(ms: number): string | null {
    if (ms >= this.#now.nowMs) return null;
    const last = this.#exchanges.findLast(({ nowMs }) => nowMs <= ms);
    if (last === undefined || ms - last.nowMs > HOUR_MS) return null;
    return this.#named(this.#tell(ms, distance(ms - last.nowMs), last));
  }

  /** What is due later is named by what it is whole hours after. A time of no known minute was fixed by something else, such as an id. */
  #after(ms: number): string | null {
    const away = ms - this.#now.nowMs;
    if (away % MINUTE_MS === 0 || Math.abs(away) < HOUR_MS)
      return this.#named(this.#tell(ms, distance(away)));
    const same = this.#hours.get(ms % HOUR_MS);
    if (same === undefined) return null;
    const [since, exchange] = this.#times.get(same)!;
    return this.#named([`${since}${distance(ms - same)}`, exchange]);
  }

  #named([since, exchange]: readonly [string, Exchange]): string {
    return `${exchange === this.#now ? 'now' : this.#titleOf(exchange)}${since}`;
  }

  #id(drawn: string, kind: string): string {
    const known = this.#ids.get(drawn);
    if (known !== undefined)
      return known[1] === this.#now ? known[0] : `<${known[0]} of ${this.#titleOf(known[1])}>`;
    const number = (this.#now.counts.get(kind) ?? 0) + 1;
    this.#now.counts.set(kind, number);
    this.#ids.set(drawn, [`${kind}_${number}`, this.#now]);
    return `${kind}_${number}`;
  }

  #titleOf(exchange: Exchange): string {
    const all = this.#numbered.get(exchange.title) ?? [];
    if (!all.includes(exchange)) all.push(exchange);
    this.#numbered.set(exchange.title, all);
    const at = all.indexOf(exchange);
    return at === 0 ? exchange.title : `${exchange.title} (${at + 1})`;
  }
}
