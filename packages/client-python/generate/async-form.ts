// Makes the asyncio form of a Python file from its form for threads, so that each method is written once. A function that waits for the
// runner becomes a coroutine, and so do its overloads.

const NAMES: [RegExp, string][] = [
  // What reads files does not wait.
  [/^from \._file import .*\n/m, ''],
  [/\bBytesFile, /g, ''],
  [/\bRunner\b/g, 'AsyncRunner'],
  [/\bReelgate\b/g, 'AsyncReelgate'],
  [/\bWalk\b/g, 'AsyncWalk'],
  [/\bItems\b/g, 'AsyncItems'],
  [/\bExportBytes\b/g, 'AsyncExportBytes'],
  [/\bIterator\b/g, 'AsyncIterator'],
  [/\bStopIteration\b/g, 'StopAsyncIteration'],
  [/__(iter|next|enter|exit)__/g, '__a$1__'],
  [/\bfrom \._run\b/g, 'from ._arun'],
  [/\bthreading\b/g, 'asyncio'],
  [/\bwith self\._lock\b/g, 'async with self._lock'],
  [
    /\b(self\._(?:runner\.(?:run|call|read|close)|answer|get|send|ask|read|of_call|items\.__anext__)|self\.(?:close|update|with_response))\(/g,
    'await $1(',
  ],
];

const indentOf = (line: string) => line.length - line.trimStart().length;

/** The lines of the function that begins at `start`, up to the first line that does not belong to it. */
function bodyOf(lines: readonly string[], start: number): string {
  const indent = indentOf(lines[start]!);
  let end = start + 1;
  while (
    end < lines.length &&
    (lines[end] === '' || indentOf(lines[end]!) > indent || /^\s*\)/.test(lines[end]!))
  )
    end++;
  return lines.slice(start, end).join('\n');
}

/** Also the overloads above a coroutine are coroutines. */
function withCoroutines(text: string): string {
  const lines = text.split('\n');
  let isOwn = false;
  for (let i = lines.length - 1; i >= 0; i--) {
    const found = /^(\s*)def (\w+)/.exec(lines[i]!);
    if (found === null) continue;
    const isOverload = lines[i - 1]?.trim() === '@overload';
    if (!isOverload) isOwn = /\bawait |\basync with |def __aenter__/.test(bodyOf(lines, i));
    if (isOwn) lines[i] = lines[i]!.replace('def ', 'async def ');
  }
  return lines.join('\n');
}

/** Names that are defined in the same file, since the asyncio form is one file. */
const FROM_SAME_FILE = /^from \._(nouns|data|free) import .*\n/gm;
const IMPORT_BLOCK =
  /^(?:# Made by.*\n)?(?<doc>"""[\s\S]*?"""\n)\n(?<imports>from __future__[\s\S]*?)\n\n(?=\n|(?:if|[A-Z]\w* = ))(?:if TYPE_CHECKING:\n(?<typing>(?: .*\n|\n(?= ))+))?/;

/** Each module once, with all names that are taken from it. */
function mergedImports(text: string): string {
  const names = new Map<string, Set<string>>();
  for (const [, module = '', taken = ''] of text.matchAll(/^from (\S+) import (.*)$/gm))
    names.set(module, new Set([...(names.get(module) ?? []), ...taken.split(', ')]));
  const plain = [...new Set(text.match(/^import .*$/gm))];
  const from = [...names].map(([module, taken]) => `from ${module} import ${[...taken].sort().join(', ')}`);
  // The one of the future must come first.
  return [from[0], '', ...plain, ...from.slice(1)].join('\n');
}

/** The asyncio form of several files in one: their imports, then what they define. */
export function asyncText(sources: Readonly<Record<string, string>>): string {
  const parts = Object.values(sources).map((text) => {
    const { groups, 0: head } = IMPORT_BLOCK.exec(text)!;
    return {
      ...(groups as { doc: string; imports: string; typing?: string }),
      body: text.slice(head.length),
    };
  });
  const imports = mergedImports(parts.map((part) => part.imports.replace(FROM_SAME_FILE, '')).join('\n'));
  const typing = new Set(parts.map((part) => part.typing ?? ''));
  const head = `${parts.at(-1)!.doc}\n${imports}\n\nif TYPE_CHECKING:\n${[...typing].join('')}`;
  const bodies = parts.map(({ body }) => body.trim()).join('\n\n\n');
  return renamed(`${head}\n${bodies}\n`, Object.keys(sources).join(', '));
}

function renamed(text: string, source: string): string {
  let changed = text;
  for (const [pattern, to] of NAMES) changed = changed.replace(pattern, to);
  changed = changed.replace(
    /The client for threads\. `aio\.py` is made from this file\./,
    'The client for asyncio.',
  );
  changed = changed.replace(
    'It may be used by several threads; `close` or a `with` block',
    '`close` or an `async with` block',
  );
  return `# Made by \`npm run openapi\` from ${source}; do not edit.\n${withCoroutines(changed)}`;
}
