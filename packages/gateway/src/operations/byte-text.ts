// Written records as they are sent: the bytes of their UTF-8, each as one character of a string. A page is cut apart and put together
// in this form. It is half as large in memory as a text with characters of other scripts, and turning it into bytes copies memory.

declare const brand: unique symbol;

/** Every character is one byte. JSON stays JSON: its punctuation, our field names, numbers and times read the same. */
export type ByteText = string & { readonly [brand]: 'bytes' };

/** Beyond ASCII, the two forms of a text differ. */
const BEYOND_ASCII = /[^\0-\x7f]/;

export function byteText(text: string): ByteText {
  return (BEYOND_ASCII.test(text) ? Buffer.from(text).toString('latin1') : text) as ByteText;
}

/** The text that people read. */
export function readableText(bytes: ByteText): string {
  return BEYOND_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes;
}
