// The page of each error code, and the list of all codes. Made from the table of codes, their statuses and error-texts.ts.
import { escapeHtml } from '../../documents/shell.ts';
import { FAILURES, type FailureCode } from '../../domain/failure.ts';
import { DOCS_PAGE, errorPage } from '../answers/problem.ts';
import { STATUS, STATUS_CODES } from '../answers/status.ts';
import { problemExample } from '../openapi/openapi-problem.ts';
import { proseHtml, table } from './docs-fields.ts';
import { AT_FAULT, ERROR_TEXTS } from './error-texts.ts';

/** By status, then in the sequence of the table. */
export const ERROR_CODES = (Object.keys(FAILURES) as FailureCode[]).sort((a, b) => STATUS[a] - STATUS[b]);

const NEXT_TEXT = {
  retry: 'Try again.',
  wait: 'Wait, then try again.',
  top_up: 'Top up, then try again.',
  fix: 'Change the request.',
  switch: 'Use another key, id or platform.',
};

const NOTHING_CHARGED = 'Nothing. The body says so: `charged` is `0.000000`.';

const nextText = (code: FailureCode) => NEXT_TEXT[FAILURES[code].next];
const chargedText = (code: FailureCode) => ERROR_TEXTS[code].charged ?? NOTHING_CHARGED;
/** One word for tables. */
const chargedWord = (code: FailureCode) => (ERROR_TEXTS[code].charged === undefined ? 'no' : 'not now');

/** What a page says, as pairs of heading and text with code between backticks. */
function partsOf(code: FailureCode): [string, string][] {
  const { fault, means, advice } = ERROR_TEXTS[code];
  return [
    ['What it means', `${FAILURES[code].title} ${means}`],
    ['Who is at fault', AT_FAULT[fault]],
    ['What was charged', chargedText(code)],
    ['What to do next', advice],
  ];
}

const exampleOf = (code: FailureCode) => JSON.stringify(problemExample(code, DOCS_PAGE.public), null, 2);
const statusText = (code: FailureCode) => `${STATUS[code]} ${STATUS_CODES[STATUS[code]]}`;

export function errorHtml(code: FailureCode): string {
  const parts = partsOf(code).map(([title, text]) => `<h2>${title}</h2><p>${proseHtml(text)}</p>`);
  return `<div class="guide"><h1><code>${code}</code></h1><p class="lead">HTTP status ${statusText(code)}; in the body <code>next</code> is <code>${FAILURES[code].next}</code>.</p>
${parts.join('')}<h2>Example</h2><pre tabindex="0" data-language="json"><code>${escapeHtml(exampleOf(code))}</code></pre></div>`;
}

export function errorMarkdown(code: FailureCode): string {
  const parts = partsOf(code).map(([title, text]) => `## ${title}\n\n${text}\n`);
  return `# ${code}

HTTP status ${statusText(code)}; in the body \`next\` is \`${FAILURES[code].next}\`.

${parts.join('\n')}
## Example

\`\`\`json
${exampleOf(code)}
\`\`\`
`;
}

const LIST_TEXT =
  'An answer that is not a success is `application/problem+json` (RFC 9457) with a stable `code`, and is never charged. Its `type` leads to the page of the code.';
const HEADS = ['Status', 'Code', 'Meaning', 'Charged', 'What to do'];

interface CodesTable {
  /** Its rows are targets of links on the same page. */
  isAnchored?: boolean;
  /** False on the admin listener, which serves no pages of codes. */
  hasPages?: boolean;
}

export function codesTable(
  codes: readonly FailureCode[],
  { isAnchored = false, hasPages = true }: CodesTable = {},
): string {
  const rows = codes.map((code) => {
    const id = isAnchored ? ` id="${code}"` : '';
    const name = `<code>${code}</code>`;
    const link = hasPages ? `<a href="${errorPage(code)}">${name}</a>` : name;
    const cells = [STATUS[code], link, proseHtml(FAILURES[code].title), chargedWord(code), nextText(code)];
    return `<tr${id}>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  return `<div class="codes">${table(HEADS, rows)}</div>`;
}

export function errorListHtml(): string {
  return `<div class="guide"><h1>Error codes</h1><p class="lead">${proseHtml(LIST_TEXT)}</p>${codesTable(ERROR_CODES)}</div>`;
}

/** `base`: what goes before the paths of links. */
export function errorListMarkdown(base = ''): string {
  const rows = ERROR_CODES.map(
    (code) =>
      `| ${STATUS[code]} | [${code}](${base}${errorPage(code)}.md) | ${FAILURES[code].title} | ${chargedWord(code)} | ${nextText(code)} |`,
  );
  return `# Error codes

${LIST_TEXT}

| ${HEADS.join(' | ')} |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
