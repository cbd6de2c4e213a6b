// An answer for the ledger to store: about as long as a page of twenty videos, and as easy to compress.

/** A page of twenty videos, as text. */
const ANSWER_BYTES = 8_000;

function write(): string {
  let text = '{"items":[';
  for (let i = 0; text.length < ANSWER_BYTES; i++) {
    text += `{"id":"v${i * 7919}","title":"A title of video number ${i * 31}","plays":${i * 104_729}},`;
  }
  return `${text}],"balance":"`;
}

export const pageAnswer = { kind: 'text' as const, head: [Buffer.from(write())], tail: '"}' };
