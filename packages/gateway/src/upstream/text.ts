// Owns the step from bytes to text: UTF-8 unless the answer declares another charset, without a byte order mark, and
// never with replacement characters. Damaged text is a bad answer, not a page to sell.
import type { AttemptFailure } from '../connectors/connector.ts';
import { badResponse } from './failures.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]{1,40})"?/i;

/** Made once: it keeps nothing between two whole texts. Others are rare. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

export function decodeText(bytes: Buffer, contentType: string | undefined): string | AttemptFailure {
  const label = CHARSET.exec(contentType ?? '')?.[1] ?? 'utf-8';
  const decoder = label.toLowerCase() === 'utf-8' ? utf8 : decoderOf(label);
  if (decoder === null) return badResponse('unknown charset');
  try {
    return decoder.decode(bytes);
  } catch {
    return badResponse(`text is not valid ${decoder.encoding}`);
  }
}

function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    return null;
  }
}
