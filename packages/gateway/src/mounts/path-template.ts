// Paths of mounts: a template of the document as segments, its path at the gateway, and how a caller's values are put
// into the upstream's path. Each value stays inside its own segment, so no value can leave the base path.
import { type Failure, invalid } from '../domain/failure.ts';
import type { DocumentProblem } from './document.ts';

/** A fixed text, or the name of a path parameter. */
type Segment = { literal: string } | { param: string };

export interface PathTemplate {
  segments: readonly Segment[];
  /** True when the upstream's path ends in a slash; the path at the gateway never does. */
  endsInSlash: boolean;
}

/** What the price catalog can name. */
const LITERAL = /^[A-Za-z0-9._~-]+$/;
const PARAM = /^\{([^{}]{1,64})\}$/;
/** The longest path in the price catalog, less its first segments. */
const TEMPLATE_CHARS_MAX = 140;

export function readTemplate(text: string): PathTemplate | DocumentProblem {
  if (!text.startsWith('/')) return { problem: 'its path does not begin with a slash' };
  if (text.length > TEMPLATE_CHARS_MAX)
    return { problem: `its path is longer than ${TEMPLATE_CHARS_MAX} characters` };
  const endsInSlash = text.endsWith('/');
  const parts = text.slice(1, endsInSlash ? -1 : undefined).split('/');
  if (text === '/') return { problem: 'it has no path' };
  const segments: Segment[] = [];
  for (const part of parts) {
    const param = PARAM.exec(part)?.[1];
    if (param !== undefined) segments.push({ param });
    else if (LITERAL.test(part) && part !== '.' && part !== '..') segments.push({ literal: part });
    else
      return {
        problem: part.includes('{')
          ? 'a path parameter shares its segment with other text'
          : 'its path has unusual characters',
      };
  }
  return { segments, endsInSlash };
}

export const isLiteral = (segment: Segment): segment is { literal: string } => 'literal' in segment;

/** `/items/{id}`, as the price list and the reference show it. */
export function templatePath({ segments }: PathTemplate): string {
  return segments
    .map((segment) => `/${isLiteral(segment) ? segment.literal : `{${safeName(segment.param)}}`}`)
    .join('');
}

/** Templates of the same form have the same path. */
export function templateForm({ segments }: PathTemplate): string {
  return segments.map((segment) => (isLiteral(segment) ? segment.literal : '*')).join('/');
}

function safeName(name: string): string {
  return name.replace(/[^\w-]/g, '_');
}

/** Also matches texts that become one of these when an upstream decodes twice. */
const FORBIDDEN = /[\u0000-\u001f\u007f/\\]|%(?:2f|5c|2e|00)/i;

/** Decodes a segment of the caller's path. */
export function readSegment(raw: string, name: string): string | Failure {
  let text: string;
  try {
    text = decodeURIComponent(raw);
  } catch {
    return invalid(name, 'is not percent-encoded UTF-8');
  }
  if (text === '' || text === '.' || text === '..' || FORBIDDEN.test(text)) {
    return invalid(name, 'must be one path segment, without slashes or control characters');
  }
  return text;
}

/** Values must come from `readSegment`. */
export function buildPath(template: PathTemplate, values: Readonly<Record<string, string>>): string {
  const path = template.segments
    .map((segment) => `/${isLiteral(segment) ? segment.literal : encodeURIComponent(values[segment.param]!)}`)
    .join('');
  return template.endsInSlash ? `${path}/` : path;
}
