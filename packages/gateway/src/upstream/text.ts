// Decodes bytes into text. It never refuses: one bad byte would lose a whole page, and what servers declare is often wrong. JSON
// is UTF-8 whatever is declared (RFC 8259, section 8.1), with a replacement character for invalid bytes. Other text, such as an
// error page for people, is read as declared, and as UTF-8 when the declared charset is unknown.

const CHARSET = /;[\t ]*charset[\t ]*=[\t ]*["']?([\w.:-]{1,40})/i;

const [TAB, LF, CR, SPACE, BRACKET, BRACE, BOM] = [0x09, 0x0a, 0x0d, 0x20, 0x5b, 0x7b, 0xfeff];

export function decodeText(bytes: Buffer, contentType: string | undefined): string {
  const label = CHARSET.exec(contentType ?? '')?.[1]?.toLowerCase();
  const isUtf8 = label === undefined || label === 'utf-8' || looksLikeJson(bytes, contentType ?? '');
  return (isUtf8 ? null : decoderOf(label)?.decode(bytes)) ?? decodeUtf8(bytes);
}

/** Whether the JSON is complete. Parses all of it: for bodies that may have been cut. */
export function isWholeJson(bytes: Buffer): boolean {
  try {
    JSON.parse(decodeUtf8(bytes));
    return true;
  } catch {
    return false;
  }
}

/** Drops a byte order mark. */
function decodeUtf8(bytes: Buffer): string {
  const text = bytes.toString();
  return text.charCodeAt(0) === BOM ? text.slice(1) : text;
}

/** Some platforms declare their JSON as text or HTML. */
function looksLikeJson(bytes: Buffer, contentType: string): boolean {
  if (/^[^;,]{0,100}json/i.test(contentType)) return true;
  const first = bytes.find((byte) => byte !== SPACE && byte !== LF && byte !== CR && byte !== TAB);
  return first === BRACE || first === BRACKET;
}

/** null for a name that is not a charset. */
function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}
