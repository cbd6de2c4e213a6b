// Feeds as they were last written, in memory, so that many readers cost one rendering. Bounded in bytes: what was not read for longest goes first.

export interface RenderedFeed {
  /** Of the text: another tag is another text. */
  tag: string;
  bytes: Uint8Array;
  gzip: Uint8Array;
}

/** Some hundred feeds with long descriptions, or many thousand ordinary ones. */
const RENDERED_BYTES_MAX = 32 * 1024 * 1024;

export class RenderedFeeds {
  /** By feed and form, least recently read first. */
  readonly #kept = new Map<string, RenderedFeed>();
  /** Readers who ask at the same time wait for one rendering: at most as many as there are connections. */
  readonly #underWay = new Map<string, Promise<RenderedFeed>>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number = RENDERED_BYTES_MAX) {
    this.#bytesMax = bytesMax;
  }

  /** The feed of this name with this tag; `render` writes it when it is not kept. */
  async get(name: string, tag: string, render: () => Promise<RenderedFeed>): Promise<RenderedFeed> {
    const kept = this.#kept.get(name);
    if (kept?.tag === tag) {
      this.#keep(name, kept);
      return kept;
    }
    const rendering = this.#underWay.get(tag) ?? this.#render(name, tag, render);
    return rendering;
  }

  #render(name: string, tag: string, render: () => Promise<RenderedFeed>): Promise<RenderedFeed> {
    const rendering = render()
      .then((feed) => this.#keep(name, feed))
      .finally(() => this.#underWay.delete(tag));
    this.#underWay.set(tag, rendering);
    return rendering;
  }

  #keep(name: string, feed: RenderedFeed): RenderedFeed {
    this.#drop(name);
    this.#kept.set(name, feed);
    this.#bytes += sizeOf(feed);
    for (const [oldest] of this.#kept) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#drop(oldest);
    }
    return feed;
  }

  #drop(name: string): void {
    const feed = this.#kept.get(name);
    if (feed === undefined) return;
    this.#kept.delete(name);
    this.#bytes -= sizeOf(feed);
  }
}

const sizeOf = ({ bytes, gzip }: RenderedFeed) => bytes.length + gzip.length;
