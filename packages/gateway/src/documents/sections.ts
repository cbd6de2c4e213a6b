// The headings of a Markdown text: their anchors, as GitHub writes them, and the line of each.

interface Heading {
  /** 1 for the title of a page. */
  level: number;
  /** Without marks of emphasis and code. */
  text: string;
  anchor: string;
  /** From 1. */
  line: number;
}

const HEADING = /^#{1,6}(?= )/;
const FENCE = /^\s*(`{3,}|~{3,})/;

/** Text without the marks of emphasis, code and links. Underscores stay: names of fields have them. */
export function withoutMarks(text: string): string {
  return text
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g, '$1')
    .replace(/`([^`]+)`/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!|<>-])/g, '$1');
}

/** GitHub's rule: lower case, without punctuation, hyphens for spaces. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

/** Gives the second heading with the same text the anchor `text-1`, as GitHub does. */
export function createAnchors(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const plain = anchorOf(text);
    const before = used.get(plain) ?? 0;
    used.set(plain, before + 1);
    return before === 0 ? plain : `${plain}-${before}`;
  };
}

export interface MarkdownLine {
  text: string;
  /** From 1. */
  line: number;
  /** True within a block of code, its fences included. */
  isCode: boolean;
}

export function markdownLines(markdown: string): MarkdownLine[] {
  let fence: string | null = null;
  return markdown.split('\n').map((text, at) => {
    const mark = FENCE.exec(text)?.[1];
    const isCode = fence !== null || mark !== undefined;
    if (fence === null) fence = mark ?? null;
    else if (mark?.startsWith(fence)) fence = null;
    return { text, line: at + 1, isCode };
  });
}

export function headingsOf(markdown: string): Heading[] {
  const anchor = createAnchors();
  return markdownLines(markdown).flatMap(({ text: line, line: at, isCode }) => {
    const marks = isCode ? undefined : HEADING.exec(line)?.[0];
    if (marks === undefined) return [];
    const text = withoutMarks(line.slice(marks.length).trim());
    return [{ level: marks.length, text, anchor: anchor(text), line: at }];
  });
}

/** A heading of a guide with the text up to the next one. */
export interface GuideSection {
  /** Of the guide. */
  name: string;
  guide: string;
  heading: string;
  text: string;
  /** From 1: the line of the heading, and the one after the end. */
  line: number;
  endLine: number;
  share: number;
}

/** Reference pages name everything, and "Where to go on" says nothing itself. A guide that explains it is the better answer. */
export function sectionShare(name: string, heading: string): number {
  if (heading === 'Where to go on') return 0.2;
  return name.startsWith('reference-') ? 0.6 : 1;
}

export function guideSections({
  name,
  title,
  markdown,
}: {
  name: string;
  title: string;
  markdown: string;
}): GuideSection[] {
  const headings = headingsOf(markdown);
  const lines = markdown.split('\n');
  return headings.map(({ text: heading, line }, at) => {
    const endLine = headings[at + 1]?.line ?? lines.length + 1;
    const text = withoutMarks(lines.slice(line, endLine - 1).join('\n'));
    return { name, guide: title, heading, text, line, endLine, share: sectionShare(name, heading) };
  });
}
