// Decides which request bodies are read: plain JSON in UTF-8. Any content coding is refused before a decoder could
// run, and keys that would change an object's prototype are refused while parsing.
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Failure, failure } from '../../domain/failure.ts';
import { badBody, Refused } from '../answers/error-failure.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

/** Decides by the headers alone, before a byte of the body is read. */
export function bodyRefusal(headers: IncomingHttpHeaders): Failure | null {
  if (headers['content-encoding'] !== undefined) {
    return failure('UNSUPPORTED_MEDIA_TYPE', 'Send the body without content-encoding.');
  }
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') {
    return failure('UNSUPPORTED_MEDIA_TYPE', 'Send the body in UTF-8.');
  }
  return null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Node makes no stream for a request without a body (`optimizeEmptyRequests`), so whoever listens for its end would wait for ever. An absent body is
 * read as an empty one. A GET has no reader.
 */
export function readAbsentBodies(app: FastifyInstance): void {
  app.addHook('preParsing', ({ method, raw }, _reply, payload, next) => {
    next(null, method !== 'GET' && raw.readableEnded ? Readable.from([]) : payload);
  });
}

/** Like acceptOnlyJson, but the body stays text: a text, a failure that is reported later, or undefined. */
export function acceptJsonText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes: Buffer, done) => {
    const text = decode(bytes);
    done(null, text === '' ? undefined : (text ?? badBody('must be UTF-8')));
  });
}

/** From here on `application/json` is the only type with a parser; every other type is refused. */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    const text = decode(bytes);
    if (text === null) return done(new Refused(badBody('must be UTF-8')));
    // An empty body counts as none: verbs without fields need no body.
    if (text === '') return done(null, undefined);
    return parse(request, text, done);
  });
}
