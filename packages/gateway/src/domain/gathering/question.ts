// What a call asked: its parameters, as the ledger keeps them for some days. It is for people who look at a receipt or decide a
// complaint. The fingerprint of the call, not this text, decides whether two calls ask the same.

/** Bytes of the kept text. A keyword with its filters has a hundred, and a batch of fifty ids about a thousand. */
export const QUESTION_BYTES_MAX = 2_048;

/** One parameter by name. A mounted route may take a name several times, so they are a list. */
export type AskedParameter = readonly [name: string, value: string];

export interface KeptQuestion {
  parameters: readonly AskedParameter[];
  /** The whole question was longer than `QUESTION_BYTES_MAX`: the last value ends early, and parameters may be missing after it. */
  isCut: boolean;
}

/** The text of the ledger: a list of pairs, or `{ cut: pairs }`. */
type Kept = readonly AskedParameter[] | { cut: readonly AskedParameter[] };

/** An address, or a part of one. Without these no value has anything to hide. */
const MAY_BE_ADDRESS = /=|%3d|\/\/|\\/i;

/** Written with every call, so the usual question costs one JSON text and two comparisons. */
export function writeQuestion(parameters: readonly AskedParameter[]): string {
  const whole = JSON.stringify(parameters);
  if (MAY_BE_ADDRESS.test(whole))
    return bounded(parameters.map(([name, value]) => [name, withoutSignatures(value)]));
  return isShort(whole) ? whole : bounded(parameters);
}

export function readKeptQuestion(text: string): KeptQuestion {
  const kept = JSON.parse(text) as Kept;
  return 'cut' in kept ? { parameters: kept.cut, isCut: true } : { parameters: kept, isCut: false };
}

/** UTF-8 takes at most three bytes for each code unit, so few texts have to be measured. */
const isShort = (text: string) =>
  text.length * 3 <= QUESTION_BYTES_MAX || Buffer.byteLength(text) <= QUESTION_BYTES_MAX;

function bounded(parameters: readonly AskedParameter[]): string {
  const whole = JSON.stringify(parameters);
  if (isShort(whole)) return whole;
  const cut: AskedParameter[] = [];
  for (const [name, value] of parameters) {
    const leftBytes = QUESTION_BYTES_MAX - bytesOf({ cut: [...cut, [name, '']] });
    if (leftBytes <= 0) break;
    const shown = firstBytes(value, leftBytes);
    cut.push([name, shown]);
    if (shown !== value) break;
  }
  return JSON.stringify({ cut } satisfies Kept);
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** The longest beginning that fits as JSON, to within a factor of two where characters have to be escaped. It ends at a whole character. */
function firstBytes(text: string, bytesMax: number): string {
  for (let bytes = bytesMax; ; bytes = Math.floor(bytes / 2)) {
    const cut = bytes >= Buffer.byteLength(text) ? text : decoded(text, bytes);
    if (bytesOf(cut) - '""'.length <= bytesMax) return cut;
  }
}

/** `stream` leaves out a character of which only the first bytes are there. */
const decoded = (text: string, bytes: number) =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });

/** What stands in place of a credential. */
const HIDDEN = '…';

/** The longer words anywhere in a name, the shorter ones only at its end. */
const CREDENTIAL =
  /token|secret|passw|passphrase|passcode|signature|credential|cookie|authori[sz]ation|session|sessdata|bearer|hmac|jwt|ticket|(?:api|app|auth|access|private|client|master|account)[-_]?key|(?:^|[-_.])(?:auth|key|sig|sign|pwd|pass|otp|sid)$/i;

/** Whether a parameter of this name may be a credential. Some names of other things match too, such as `pageToken`. */
export const mayBeCredential = (name: string): boolean => CREDENTIAL.test(name);

/** The value, unless the name says that it is a credential. */
export const hidden = (name: string, value: string): string => (mayBeCredential(name) ? HIDDEN : value);

/** `?name=` or `&name=`, also where an address is within another one and its marks are encoded. */
const PARAMETER = /(?:[?&;#]|%(?:3f|26|3b|23))((?:(?!%(?:3f|26|3b|23|3d))[^=?&;#\s])+)(?:=|%3d)/gi;
/** Where the value of a parameter ends. */
const VALUE_END = { plain: /[&;#\s]|$/g, encoded: /[&;#\s]|%(?:26|3b|23)|$/gi };
/** A user name and a password before the host. Browsers read `\` as `/`. */
const USER = /([\\/]{2})[^\\/?#\s@]*@/g;

/**
 * Web addresses are shared with signatures and passwords in them, with and without `https:`. The rest of the address stays: `?v=…` names
 * a video.
 */
function withoutSignatures(value: string): string {
  let shown = '';
  let from = 0;
  for (const { 0: whole, 1: name, index } of value.matchAll(PARAMETER)) {
    const start = index + whole.length;
    if (index < from || !mayBeCredential(decodedName(name!))) continue;
    const end = VALUE_END[whole.endsWith('=') ? 'plain' : 'encoded'];
    end.lastIndex = start;
    shown += value.slice(from, start) + HIDDEN;
    from = end.exec(value)!.index;
  }
  return (shown + value.slice(from)).replace(USER, `$1${HIDDEN}@`);
}

/** `t%6Fken` is `token`. A name that is no text stays as it is. */
function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
