// Describes a problem document in OpenAPI: its fields, and an example for each code.

import { ABSENCE_REASONS, FAILURES, type FailureCode } from '../../domain/failure.ts';
import { TrackView } from '../../domain/transcript/record.ts';
import { TRANSCRIPT_REASONS } from '../../domain/transcript/tracks.ts';
import { CapView } from '../../features/caps/cap-views.ts';
import { problemOf, relativeDocs } from '../answers/problem.ts';
import { type JsonSchema, plainSchema } from '../requests/schema.ts';
import { exampleFailure } from './problem-examples.ts';
import { sampleOf } from './schema-sample.ts';

export const PROBLEM_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'Why the request was not successful (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id', 'next'],
  properties: {
    type: {
      type: 'string',
      format: 'uri-reference',
      description:
        'Where the code is explained: an absolute address where the operator set `service.public_url`, otherwise a path.',
    },
    title: { type: 'string', description: 'The meaning of the code, in words.' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What was wrong this time.' },
    instance: {
      type: 'string',
      format: 'uri-reference',
      description:
        'The record of this call, to be read with the same key. Absent when the request was refused before its call began, so that there is no record.',
    },
    code: { type: 'string', enum: Object.keys(FAILURES) },
    request_id: { type: 'string' },
    charged: {
      type: 'string',
      enum: ['0.000000'],
      description:
        'Always present, except when the connection to the ledger was lost during the commit: then repeat the request with the same request id to learn it.',
    },
    retry_after_ms: { type: 'integer', description: 'Milliseconds to wait before trying again.' },
    price: {
      type: 'string',
      description: 'With PRICE_CEILING and INSUFFICIENT_BALANCE: the most that the call can cost.',
    },
    reason: {
      type: 'string',
      enum: [...ABSENCE_REASONS, ...TRANSCRIPT_REASONS],
      description:
        'With a code such as VIDEO_NOT_FOUND: the reason that the platform gives, or `unknown`. With TRANSCRIPT_NOT_FOUND: there is no transcript at all (`none`), none in these languages, none of this kind, none with times (`untimed`), or the owner switched them off (`disabled`).',
    },
    tracks: {
      type: 'array',
      description: 'With TRANSCRIPT_NOT_FOUND: the tracks that exist.',
      items: plainSchema(TrackView),
    },
    upstream_status: {
      type: 'integer',
      description: 'The status that the upstream of a pass-through route answered with.',
    },
    available: {
      type: 'string',
      description: 'With INSUFFICIENT_BALANCE: what the account may still spend.',
    },
    cap: plainSchema(CapView),
    next: {
      type: 'string',
      enum: ['retry', 'wait', 'top_up', 'fix', 'switch'],
      description:
        'What to do: try again, wait, top up, change the request, or use another key, id or platform.',
    },
    errors: {
      type: 'array',
      description: 'The fields that were wrong.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

export function problemExample(code: FailureCode, docs: string): object {
  return problemOf(
    exampleFailure(code),
    String(sampleOf({ type: 'string' }, 'request_id')),
    relativeDocs(docs),
  );
}
