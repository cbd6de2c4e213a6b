// The text of a cue without its tags, and a text as it is written into a file. Every pattern is linear: a match never crosses the character that it
// starts with, or it runs to the end.
import { createRequire } from 'node:module';
import { tidyText } from './cue.ts';

type Entities = typeof import('entities/decode');

const load = createRequire(import.meta.url);
let entities: Entities | null = null;

/** Loaded with the first text that has a reference: loading takes milliseconds. */
function references(): Entities {
  entities ??= load('entities/decode') as Entities;
  return entities;
}

/** HTML's break, which some converters leave in. Players ignore it, which joins two words; here it ends a line. */
const BREAK = /^<br[ \t]*\/?>$/i;
/**
 * SRT has no rule. Names and times in angle brackets on one line are tags, as are the commands of SubStation such as `{\an8}` and of MicroDVD such as
 * `{Y:i}`. The rest is text. */
const SRT_MARKS = /<(?:\/?[a-z]|\d+:)[^<>\n]*>|\{(?:\\|[cfhpsy]:)[^{}\n]*\}/gi;

/** In WebVTT every `<` starts a tag, and a tag that is not closed runs to the end. References are decoded as in the text of HTML, separately between tags. */
export function readVttText(source: string): string {
  let text = '';
  let at = 0;
  for (let open = source.indexOf('<'); open >= 0; open = source.indexOf('<', at)) {
    const close = source.indexOf('>', open);
    text += decodeText(source.slice(at, open));
    at = close < 0 ? source.length : close + 1;
    text += inPlaceOf(source.slice(open, at));
  }
  return tidyText(text + decodeText(source.slice(at)));
}

function inPlaceOf(tag: string): string {
  return BREAK.test(tag) ? '\n' : '';
}

function decodeText(text: string): string {
  return text.includes('&') ? references().decodeHTML(text) : text;
}

/** References are decoded as in attributes of HTML: `&notes` stays as it is, because SRT does not ask writers to escape `&`. */
export function readSrtText(source: string): string {
  const text = /[<{]/.test(source) ? source.replace(SRT_MARKS, inPlaceOf) : source;
  return tidyText(decodeLoosely(text));
}

function decodeLoosely(text: string): string {
  return text.includes('&') ? references().decodeHTMLAttribute(text) : text;
}

export function writeVttText(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Escapes only what would be read as something else: not every player decodes references in SRT, and `R&B` and `<3` are safe as they are. */
export function writeSrtText(text: string): string {
  let written = text;
  if (decodeLoosely(text) !== text) written = written.replace(/&(?=[#a-z])/gi, '&amp;');
  if (text.search(SRT_MARKS) >= 0)
    written = written.replace(/<(?=[/a-z\d])/gi, '&lt;').replace(/\{(?=\\|[cfhpsy]:)/gi, '&#123;');
  return written.replaceAll('-->', '--&gt;');
}
