// What each page of the portal shows, by label, from the answers that the page was given.
import { daysAgo } from '../src/time/time.ts';
import type { Answers, Json } from './distinct.ts';
import type { Expect } from './shown-console.ts';
import {
  asked,
  byId,
  collectionsTable,
  columnOf,
  count,
  type Expected,
  entriesTable,
  eventsTable,
  exact,
  type Facts,
  grantsTable,
  keysTable,
  ms,
  NONE,
  paidWith,
  runsTable,
  STATES,
  sheet,
  spentOf,
  statementsTable,
  sum,
  watchesTable,
  watchSpent,
  webhooksTable,
} from './shown-words.ts';

const aboutOf = (row: Json) => row.asked.parameters.find(({ name }: Json) => name === 'keyword').value;
const OWN = '/api/account/v1';
/** Longer estimates are written in words. */
const LONG_DAYS = 365;

function balanceFacts(answers: Answers): Facts {
  const { available, held } = answers.to(`${OWN}/balance`);
  const { days, spent_per_day } = answers.to(`${OWN}/runway`);
  return {
    Available: exact(available),
    'Held for running calls': exact(held),
    'Lasts about': days > LONG_DAYS ? 'More than a year' : `${count(days)} days`,
    'Lasts about note': `at ${sum(spent_per_day)} a day, the average of the last seven days`,
  };
}

/** An amount as a person would type it. */
const typed = (decimal: string) => decimal.replace(/\.?0+$/, '');

function paying(answers: Answers): Pick<Expected, 'fields' | 'says'> {
  const { below, up_to, month_max, month_used } = answers.to(`${OWN}/recharge`).recharge;
  const { min, max } = answers.to(`${OWN}/topups`).payable;
  return {
    fields: {
      'When the balance falls below (USD)': typed(below),
      'Recharge up to (USD)': typed(up_to),
      'Limit per month (USD)': typed(month_max),
    },
    says: [`${sum(month_used)} of ${sum(month_max)} this month`, `${sum(min)} to ${sum(max)}`],
  };
}

/** The form of a question that nobody has typed. */
const NO_QUESTION = {
  Platform: 'library',
  'Sort by': 'Default',
  ...{ Length: 'Any', Licence: 'Any', 'Safe search': 'Any', Picture: 'Any', 'Minimum resolution': 'Any' },
  'Ignore filters that the platform does not support': '–',
  Variant: 'Stable',
  'Key that pays for these calls': /^first key · /,
};
/** A question in the address, and where the form shows each part of it. */
const QUESTION = new URLSearchParams({
  ...{ platform: 'tube', about: 'harbour', sort: 'newest', duration: 'medium', language: 'de', region: 'AT' },
  ...{ published_after: '2026-01-02', published_before: '2026-03-04', license: 'cc', safe: 'strict' },
  ...{ orientation: 'portrait', min_height: '720', filters: 'best_effort' },
});
const ASKED = {
  ...NO_QUESTION,
  ...{ Platform: 'tube', 'Keyword, or paste an address': 'harbour', 'Sort by': 'Newest' },
  ...{ Length: '4 to 20 min', Language: 'de', Country: 'AT' },
  ...{ 'Published after': '2026-01-02', 'Published before': '2026-03-04', Licence: 'Creative Commons' },
  ...{ 'Safe search': 'strict', Picture: 'portrait', 'Minimum resolution': '720p' },
  'Ignore filters that the platform does not support': 'best_effort',
};
const OF_CALL = { 'What to ask for': 'Search', Items: '20', Answer: 'Unified' };
const OF_COLLECTION = { 'Kind of list': 'Search', 'Items at most': '100' };
const OF_WATCH = {
  ...{ 'Kind of list': 'Search', 'Ask every': '6 hours', 'Pages of a run': '3' },
  'What the list shows now': 'counts as seen',
};

const callsTable = (answers: Answers) => ({
  rows: answers.to(`${OWN}/requests`).calls,
  id: (row: Json) => row.request_id,
  columns: {
    time: (row: Json) => row.opened_at,
    request: (row: Json) => row.request_id,
    call: (row: Json) => `${row.platform} · ${row.operation} ${aboutOf(row)}`,
    state: (row: Json) => STATES[row.state],
    charged: (row: Json) => exact(row.charged),
    refunded: (row: Json) => exact(row.refunded),
  },
});

function receiptFacts(call: Json): Facts {
  return {
    State: STATES[call.state],
    'Who paid': `You paid ${exact(call.charged)}. ${exact(call.refunded)} was refunded.`,
    'Paid with': paidWith(call, 'your balance'),
    Key: `first key · ${call.key_id}`,
    Path: call.path,
    Asked: `${asked(call.asked)} Open in playground`,
    Time: call.opened_at,
    Took: ms(call.duration_ms),
    'Price list': `version ${call.catalog_version}`,
    Source: call.source,
    Price: call.sum,
  };
}

function collectionFacts(of: Json): Facts {
  return {
    Question: of.query.keyword,
    Platform: of.platform,
    'Spent of budget': spentOf(of.charged, of.budget),
    'It costs at most': exact(of.most_cost),
    Pages: count(of.pages),
    'Refused questions': count(of.questions_refused),
    Created: of.created_at,
    Ended: of.ended_at,
    'Items are kept until': of.expires_at,
  };
}

function watchFacts(of: Json): Facts {
  return {
    Question: of.query.keyword,
    Platform: of.platform,
    Every: '1 day',
    'Next run': `${of.next_run_at} · ${of.next_run_at}`,
    Items: count(of.items),
    'Spent of budget': watchSpent(of),
    'A run costs at most': exact(of.run_most_cost),
    'A month costs at most': exact(of.most_cost),
    'Pages of a run': count(of.pages_max),
    'First run': 'delivers what is there',
    Created: of.created_at,
  };
}

const isCovered = (one: Json) => one.coverage !== null;
const coveredId = (one: Json) => `${one.platform} ${one.operation}`;

const prices: Expect = (answers) => {
  const { endpoints } = answers.to('/pricing/v1/endpoints');
  return {
    tables: {
      Prices: {
        rows: endpoints,
        id: (row) => row.path,
        columns: {
          path: (row) => row.path,
          price: (row) => exact(row.unit_price),
          unit: () => /^(an?|each) /,
          from: () => NONE,
          open: () => /^(Open in playground)?$/,
        },
      },
      Coverage: {
        rows: [...new Map(endpoints.filter(isCovered).map((one: Json) => [coveredId(one), one])).values()],
        id: coveredId,
        columns: {
          platform: (row) => row.platform,
          operation: (row) => row.operation,
          notes: ({ coverage }) =>
            new RegExp(coverage.items_max === null ? '.' : `\\b${count(coverage.items_max)}\\b`),
        },
      },
    },
  };
};

const usage: Expect = (answers) => {
  const { rows, totals } = answers.to(`${OWN}/usage`, { by: 'day', from: daysAgo(29) });
  const columns = {
    calls: (row: Json) => count(row.calls),
    failures: (row: Json) => count(row.failures),
    charged: columnOf([totals, ...rows], 'charged'),
  };
  const sums = Object.entries(columns).map(([name, write]) => [name, write(totals)]);
  return {
    tables: {
      Usage: {
        rows: rows.toReversed(),
        id: (row) => row.group,
        columns: { group: (row) => row.group, ...columns },
        totals: { group: 'Total', ...Object.fromEntries(sums) },
      },
    },
  };
};

export const PORTAL_SHOWN: Record<string, Expect> = {
  '/': () => ({ fields: { ...OF_CALL, ...NO_QUESTION } }),
  [`/?${QUESTION}&count=50`]: () => ({
    fields: { ...OF_CALL, ...ASKED, Items: '50', 'This call as code': 'curl' },
  }),
  '/balance': (answers) => ({
    ...paying(answers),
    facts: balanceFacts(answers),
    tables: {
      Grants: grantsTable(answers.to(`${OWN}/grants`).grants),
      'Your top-ups': {
        rows: answers.to(`${OWN}/topups`).topups,
        id: byId,
        columns: {
          time: (row) => row.created_at,
          amount: (row) => exact(row.amount),
          state: () => 'Waiting for payment',
          how: (row) => row.instructions,
        },
      },
      Entries: entriesTable(answers.to(`${OWN}/entries`).entries),
    },
  }),
  '/balance?show=statements': (answers) => ({
    ...paying(answers),
    facts: balanceFacts(answers),
    tables: {
      Grants: grantsTable(answers.to(`${OWN}/grants`).grants),
      'Your top-ups': PORTAL_SHOWN['/balance']!(answers, {} as never).tables!['Your top-ups']!,
      Statements: statementsTable(answers.to(`${OWN}/statements`).statements),
    },
  }),
  '/statements/$statement': (answers, { statement }) =>
    sheet(answers.to(`${OWN}/statements/${statement}`).statement),
  '/usage': usage,
  '/receipts': (answers) => ({ tables: { 'Your latest calls': callsTable(answers) } }),
  '/receipts/$request': (answers, { request }) => ({
    fields: { 'Request id': request },
    facts: receiptFacts(answers.to(`${OWN}/requests/${request}`).call),
    tables: { 'Your latest calls': callsTable(answers) },
  }),
  '/keys': (answers) => ({
    tables: {
      Key: keysTable(
        answers.to(`${OWN}/keys`).keys,
        answers.to(`${OWN}/usage/by`, { by: 'key,day', from: daysAgo(13) }).rows,
      ),
    },
  }),
  '/prices': prices,
  '/notices': (answers) => ({
    tables: {
      Notices: eventsTable(answers.to(`${OWN}/events`).events),
      Webhooks: webhooksTable(answers.to(`${OWN}/webhooks`).webhooks),
    },
  }),
  // A young gateway has measured too little to tell; the status journey compares the figures.
  '/status': () => ({
    tables: {
      Status: {
        rows: [{ platform: 'library' }, { platform: 'tube' }],
        id: (row) => `${row.platform} *`,
        columns: {
          what: (row) => `${row.platform} All operations`,
          state: () => '– Unknown',
          ...{ hour: () => NONE, day: () => NONE, month: () => NONE },
        },
      },
    },
  }),
  '/collections': (answers) => ({
    tables: {
      Collections: collectionsTable(answers.to('/collections/v1').collections),
    },
  }),
  '/collections/new': () => ({ fields: { ...OF_COLLECTION, ...NO_QUESTION } }),
  '/collections/$collection': (answers, { collection }) => ({
    facts: collectionFacts(answers.to(`/collections/v1/${collection}`).collection),
  }),
  '/watches': (answers) => ({
    tables: {
      Watches: watchesTable(answers.to('/watches/v1').watches, {
        platform: (row) => row.platform,
        every: () => '1 day',
      }),
    },
  }),
  '/watches/new': () => ({ fields: { ...OF_WATCH, ...NO_QUESTION } }),
  [`/collections/new?${QUESTION}`]: () => ({ fields: { ...OF_COLLECTION, ...ASKED } }),
  [`/watches/new?${QUESTION}`]: () => ({ fields: { ...OF_WATCH, ...ASKED } }),
  '/watches/$watch': (answers, { watch }) => ({
    facts: watchFacts(answers.to(`/watches/v1/${watch}`).watch),
    tables: { Runs: runsTable(answers.to(`/watches/v1/${watch}/runs`).runs) },
  }),
};
