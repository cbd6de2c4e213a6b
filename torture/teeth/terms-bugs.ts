// Planted bugs of prices, caps and complaints: limits that are not kept, or kept a little too loosely.
import type { PlantedBug } from './planted-bug.ts';

const OPEN = 'storage/ledger/calls-open.ts';
const ALLOWANCES = 'storage/ledger/allowances.ts';
const COMPLAINTS = 'storage/nouns/complaints.ts';
const CAPS = 'domain/spend-cap.ts';
const ceiling = (tests: string) => [{ file: 'call/prices/ceiling.test.ts', tests }];
const quotes = (tests: string) => [{ file: 'call/prices/quotes.test.ts', tests }];
const rules = (tests: string) => [{ file: 'storage/ledger/calls-open.test.ts', tests }];
const sqliteCaps = (tests: string) => [{ file: 'storage/sqlite/caps.test.ts', tests }];
const sqliteContracts = (tests: string) => [{ file: 'storage/sqlite/contracts.test.ts', tests }];
const postgresCaps = (tests: string) => [{ file: 'storage/postgres/caps.test.ts', tests }];

export const termsBugs: PlantedBug[] = [
  {
    number: 23,
    name: "a caller's ceiling is ignored",
    breaks: 'never more than the caller said',
    edits: [
      {
        file: OPEN,
        find: "if (ceilingMicros !== undefined && priceMicros > ceilingMicros) return 'caller';",
        replace: 'void ceilingMicros;',
      },
    ],
    watches: ceiling('may cost more is refused'),
  },
  {
    number: 23,
    name: "a key's highest price of one call is one micro-unit too high",
    breaks: 'never more than the key may pay',
    edits: [
      {
        file: OPEN,
        find: 'priceMicros > key.maxCallMicros',
        replace: 'priceMicros > key.maxCallMicros + 1',
      },
    ],
    watches: sqliteContracts('the highest price of one call'),
  },
  {
    number: 24,
    name: 'a cap is one micro-unit too wide',
    breaks: 'never over a cap',
    edits: [
      {
        file: CAPS,
        find: 'if (priceMicros <= state.leftMicros) continue;',
        replace: 'if (priceMicros <= state.leftMicros + 1) continue;',
      },
    ],
    watches: rules('under a cap'),
  },
  {
    number: 24,
    name: 'a cap is one micro-unit too narrow',
    breaks: 'a cap can be spent whole',
    edits: [
      {
        file: CAPS,
        find: 'if (priceMicros <= state.leftMicros) continue;',
        replace: 'if (priceMicros < state.leftMicros) continue;',
      },
    ],
    watches: rules('under a cap'),
  },
  {
    number: 25,
    name: 'what is held does not count for caps',
    breaks: 'never over a cap, under any concurrency',
    edits: [
      {
        file: CAPS,
        find: 'spent.charged[window] + spent.heldMicros',
        replace: 'spent.charged[window]',
      },
    ],
    watches: sqliteCaps('200 calls on three nodes'),
  },
  {
    number: 25,
    name: 'the hold of a call is not one of its project',
    breaks: 'never over a cap, under any concurrency',
    edits: [
      {
        file: 'storage/ledger/ledger.ts',
        find: 'if (project !== undefined) project.heldMicros += direction * call.priceMicros;',
        replace: 'void project;',
      },
    ],
    watches: sqliteCaps('200 calls on three nodes'),
  },
  {
    number: 26,
    name: 'a free call is counted twice',
    breaks: 'an allowance is what the rule grants',
    edits: [{ file: ALLOWANCES, find: 'change: counted + change', replace: 'change: counted + 2 * change' }],
    watches: sqliteContracts('is given back by a call that fails|is counted over all paths'),
  },
  {
    number: 26,
    name: 'an allowance grants one call more',
    breaks: 'an allowance is never exceeded',
    edits: [{ file: ALLOWANCES, find: '>= allowance.callsPerDay', replace: '> allowance.callsPerDay' }],
    watches: sqliteContracts('covers its number of calls per day'),
  },
  {
    number: 27,
    name: 'a complaint is refunded twice (SQLite)',
    breaks: 'one refund for a complaint',
    edits: [
      {
        file: COMPLAINTS,
        find: "if (earlier !== null) return { kind: 'exists', complaint: earlier };",
        replace: 'void earlier;',
      },
      {
        file: COMPLAINTS,
        find: 'c.charged_micros - ${REFUNDED} AS left_micros, a.balance_micros',
        replace: 'c.charged_micros AS left_micros, a.balance_micros',
      },
      {
        file: 'storage/sqlite/migrations/0002-0010.ts',
        find: 'INTEGER NOT NULL UNIQUE REFERENCES calls (seq)',
        replace: 'INTEGER NOT NULL REFERENCES calls (seq)',
      },
    ],
    watches: sqliteContracts('a dozen at the same time about one call'),
  },
  {
    number: 27,
    name: 'complaints are decided without a lock (PostgreSQL)',
    breaks: 'the allowance of a month is never exceeded',
    edits: [
      {
        file: COMPLAINTS,
        find: 'yield { lockAccount: accountId };\n  const earlier',
        replace: 'const earlier',
      },
    ],
    watches: postgresCaps('of complaints on all of them at once'),
  },
  {
    number: 28,
    name: 'a quote holds a second too long',
    breaks: 'a quote holds for its time',
    edits: [
      {
        file: 'call/prices/quoted-price.ts',
        find: 'quoted.validUntilMs < clock.nowMs()',
        replace: 'quoted.validUntilMs + 1_000 < clock.nowMs()',
      },
    ],
    watches: quotes('not a millisecond longer'),
  },
  {
    number: 28,
    name: 'a quote is paid at the price of now',
    breaks: 'a quote holds for its time',
    edits: [
      {
        file: 'call/prices/quoted-price.ts',
        find: 'priceBook.quoteOf(quoted.catalogVersion, of, accountId)',
        replace: 'priceBook.quote(of, accountId)',
      },
    ],
    watches: quotes('keeps its price when the catalog changes'),
  },
  {
    number: 28,
    name: 'a node refuses a quote of a version that it does not know yet',
    breaks: 'a quote holds on every node',
    edits: [
      {
        file: 'call/prices/quoted-price.ts',
        find: 'if (quoted !== null && !priceBook.knows(quoted.catalogVersion)) await priceBook.refresh();',
        replace: 'void [quoted, priceBook];',
      },
    ],
    watches: quotes('does not know yet'),
  },
  {
    number: 29,
    name: 'a dry run is written down (SQLite)',
    breaks: 'a dry run changes no row',
    edits: [
      {
        file: 'storage/sqlite/calls-preview.ts',
        find: 'previewCall(readLedger(context, { opens: [input], calls: [input] }), input),',
        replace: `{
      const ledger = readLedger(context, { opens: [input], calls: [input] });
      const result = previewCall(ledger, input);
      writeLedger(context.db, ledger);
      return result;
    },`,
      },
      {
        file: 'storage/sqlite/calls-preview.ts',
        find: "import type { VerbContext } from './verb-context.ts';",
        replace:
          "import { writeLedger } from './ledger-write.ts';\nimport type { VerbContext } from './verb-context.ts';",
      },
    ],
    watches: quotes('changes no row'),
  },
  {
    number: 30,
    name: 'what was asked for is charged, not what was delivered',
    breaks: 'the charge follows from what was delivered',
    edits: [
      {
        file: 'domain/terms.ts',
        find: 'itemsCharge(terms, delivered.items)',
        replace: 'itemsCharge(terms, terms.itemsMax)',
      },
    ],
    watches: [{ file: 'call/prices/item-prices.test.ts', tests: 'costs its number of items' }],
  },
  {
    number: 37,
    name: 'a charge is not counted towards the next tier',
    breaks: 'the price of a unit follows from what was charged in the month',
    edits: [
      {
        file: 'storage/ledger/calls-resolve.ts',
        find: '  countTiers(ledger, call);\n',
        replace: '',
      },
    ],
    watches: sqliteContracts('each call costs what its tier says'),
  },
  {
    number: 37,
    name: 'a tier holds one unit later than the price list says',
    breaks: 'the price of a unit follows from what was charged in the month',
    edits: [{ file: 'domain/tiers.ts', find: 'from <= used', replace: 'from < used' }],
    watches: sqliteContracts('each call costs what its tier says'),
  },
];
