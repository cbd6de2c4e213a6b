// Serves the documents of the public listener: guides, error codes, and the texts for language models. They need no key. The paths are a
// closed map that follows from the guides of this release; each document is made when it is first requested, and again when the title,
// the address or the prices change.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Guide } from '../../documents/guides.ts';
import { PAGE_SCRIPT } from '../../documents/page-script.ts';
import { policyOf } from '../../documents/shell.ts';
import { failure } from '../../domain/failure.ts';
import { DOCS_PAGE, ERRORS_PAGE } from '../answers/problem.ts';
import { type ServedFile, sendFile, servedFile } from '../answers/served-file.ts';
import { rawPathOf } from '../route-table.ts';
import type { Server } from '../server.ts';
import {
  type DocumentForms,
  type DocumentList,
  documentForms,
  MODEL_TEXTS,
  noDocumentHtml,
} from './document-pages.ts';
import { fullText, type ModelFacts, shortText } from './model-texts.ts';

/** Asked again each time: prices may change at any moment, and an answer 304 is short. */
const ASK_AGAIN = 'public, no-cache';
const PAGE = {
  type: 'text/html; charset=utf-8',
  headers: { 'cache-control': ASK_AGAIN, 'content-security-policy': policyOf(PAGE_SCRIPT) },
};
const MARKDOWN = {
  type: 'text/markdown; charset=utf-8',
  headers: { 'cache-control': ASK_AGAIN },
};
const PLAIN = { type: 'text/plain; charset=utf-8', headers: { 'cache-control': ASK_AGAIN } };

export interface DocumentSource {
  /** Changes whenever a document may have changed. */
  version(): string;
  facts(): Promise<ModelFacts>;
  /** Guides that are shown to callers of this gateway. */
  guides(): Promise<readonly Guide[]>;
  title(): string;
}

/** The documents of one version. */
class Documents {
  readonly version: string;
  #forms: ReadonlyMap<string, DocumentForms> | null = null;
  #missing: Uint8Array | null = null;
  readonly #made = new Map<string, ServedFile>();
  readonly #source: DocumentSource;

  constructor(source: DocumentSource) {
    this.#source = source;
    this.version = source.version();
  }

  /** null for a path that is no document. `isMarkdown`: the caller wants that form of a page. */
  async file(path: string, isMarkdown: boolean): Promise<ServedFile | null> {
    const forms = await this.#all();
    const isWritten = path.endsWith('.md');
    const form = forms.get(isWritten ? path.slice(0, -'.md'.length) : path);
    if (form === undefined) return null;
    // Only a path without an ending has two forms.
    const vary = { vary: isWritten ? 'origin' : 'accept, origin' };
    return isWritten || isMarkdown
      ? this.#once(`md ${path}`, form.markdown, MARKDOWN, vary)
      : this.#once(path, form.html, PAGE, vary);
  }

  /** The page for a browser that asked for a document that does not exist. */
  async missing(): Promise<Uint8Array> {
    this.#missing ??= Buffer.from(noDocumentHtml(await this.#list()));
    return this.#missing;
  }

  async #list(): Promise<DocumentList> {
    return { title: this.#source.title(), guides: await this.#source.guides() };
  }

  async #all(): Promise<ReadonlyMap<string, DocumentForms>> {
    this.#forms ??= documentForms(await this.#list());
    return this.#forms;
  }

  async modelText(path: string): Promise<ServedFile> {
    const facts = await this.#source.facts();
    const write = path === MODEL_TEXTS.full ? fullText : shortText;
    return this.#once(path, () => write(facts), PLAIN, { vary: 'origin' });
  }

  /** At most one entry for each form of each document. */
  #once(
    key: string,
    write: () => string,
    { type, headers }: Pick<ServedFile, 'type' | 'headers'>,
    more: Record<string, string>,
  ): ServedFile {
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const file = servedFile(write(), { type, headers: { ...headers, ...more } });
    this.#made.set(key, file);
    return file;
  }
}

/** A client that names Markdown before HTML, or without it, gets Markdown. */
function prefersMarkdown({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const [markdown, html] = ['text/markdown', 'text/html'].map((type) => headers.accept?.indexOf(type) ?? -1);
  return markdown! >= 0 && (html! < 0 || markdown! < html!);
}

/** Browsers name HTML. Programs, which accept anything, get the problem document. */
const wantsPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false;

const NO_PAGE = failure(
  'NOT_FOUND',
  `There is no such document. ${DOCS_PAGE.public} and ${MODEL_TEXTS.short} list all of them, ${ERRORS_PAGE} the error codes.`,
);

export function serveDocuments({ app, answers }: Server, source: DocumentSource): void {
  let last: Documents | null = null;
  const now = () => {
    if (last?.version !== source.version()) last = new Documents(source);
    return last!;
  };
  const document = async (request: FastifyRequest, reply: FastifyReply) => {
    const file = await now().file(rawPathOf(request.raw.url ?? ''), prefersMarkdown(request));
    if (file !== null) return sendFile(answers, request, reply, file);
    if (!wantsPage(request)) return answers.failure(reply, NO_PAGE);
    const headers = { ...PAGE.headers, 'cache-control': 'no-store', vary: 'accept, origin' };
    return answers.bytes(reply, { status: 404, type: PAGE.type, bytes: await now().missing(), headers });
  };
  const options = { exposeHeadRoute: true };
  app.get(`${DOCS_PAGE.public}/:name`, options, document);
  app.get(`${ERRORS_PAGE}/:code`, options, document);
  for (const path of Object.values(MODEL_TEXTS)) {
    app.get(path, options, async (request, reply) =>
      sendFile(answers, request, reply, await now().modelText(path)),
    );
  }
}
