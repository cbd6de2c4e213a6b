// Mistakes inside SQL. A condition that is lost keeps its placeholder: without it the driver would refuse the query, which proves nothing.
import type { Node } from './syntax.ts';

interface Found {
  start: number;
  end: number;
  replacement: string;
  what: string;
}

const IS_SQL = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|ORDER BY)\b/;
const VALUE = String.raw`(?:\$\d+|\?\d*|'[^']*'|\d+|NULL|NOT NULL|\$\{\w+\}|[a-z_][\w.]*)(?![\w(.])`;
const CONDITION = new RegExp(
  String.raw`(?<=\b(?:WHERE|AND|ON) )[a-z_][\w.]* (?:=|<>|<=|>=|<|>|IS) ${VALUE}`,
  'g',
);
const COUNT = /(?<=\bLIMIT )(?:\$\{\w+\}|\$\d+|\?\d*|\d+)/g;
const ORDER = /(?<=\bORDER BY [^()`']*?[a-z]\w*)(?<! (?:ASC|DESC))(?=[,\s`')]|$)/g;

const RULES: [pattern: RegExp, (found: string) => string[]][] = [
  [/ >= /g, () => [' > ']],
  [/ <= /g, () => [' < ']],
  [/ > /g, () => [' >= ']],
  [/ < /g, () => [' <= ']],
  [/ \+ /g, () => [' - ']],
  [/ - (?=[?$a-z])/g, () => [' + ']],
  [CONDITION, (found) => [`(${found} OR TRUE)`]],
  [COUNT, (found) => [`(${found} + 1)`, `(${found} - 1)`]],
  [/ DESC\b/g, () => ['']],
  [ORDER, () => [' DESC']],
  [/ FOR NO KEY UPDATE| FOR UPDATE(?: SKIP LOCKED)?/g, () => ['']],
  [/\b(?:max|min)\(/g, (found) => [found === 'max(' ? 'min(' : 'max(']],
  [/ DISTINCT(?= )/g, () => ['']],
];
const INSERTED = /\bINSERT INTO \w+(?: AS \w+)? \(([^)$]*)\)/dg;
/** Two columns of one type, side by side. */
const TWINS = /\b(\w+_(ms|micros|id|seq|hash)), (\w+_\2)\b/g;
const SET_TWINS = /\b(\w+_(ms|micros|id|seq|hash) = )(\$\d+)(, \w+_\2 = )(\$\d+)/g;

export function sqlMutantsOf(node: Node, source: string): Found[] {
  const isText =
    node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
  const text = isText ? source.slice(node.start, node.end) : '';
  if (!IS_SQL.test(text)) return [];
  const rules = RULES.flatMap(([pattern, replacementsOf]) =>
    [...text.matchAll(pattern)].flatMap(({ index, 0: found }) =>
      replacementsOf(found).map((replacement) => ({ index, found, replacement })),
    ),
  );
  return [...rules, ...swappedColumns(text)].map(({ index, found, replacement }) => ({
    start: node.start + index,
    end: node.start + index + found.length,
    replacement,
    what: `SQL: ${found.trim() || 'ascending'} → ${replacement.trim() || 'nothing'}`,
  }));
}

function swappedColumns(text: string): { index: number; found: string; replacement: string }[] {
  const inserted = [...text.matchAll(INSERTED)].flatMap((insert) => {
    const [from] = insert.indices![1]!;
    return [...insert[1]!.matchAll(TWINS)].map(({ index, 0: found, 1: one, 3: other }) => ({
      index: from + index,
      found,
      replacement: `${other}, ${one}`,
    }));
  });
  const set = [...text.matchAll(SET_TWINS)].map(
    ({ index, 0: found, 1: one, 3: first, 4: other, 5: second }) => ({
      index,
      found,
      replacement: `${one}${second}${other}${first}`,
    }),
  );
  return [...inserted, ...set];
}
