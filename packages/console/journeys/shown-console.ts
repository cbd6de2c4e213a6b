// What each page and drawer of the console shows, by label, from the answers that the page was given. A page, a table or a label without an
// entry fails by its name.
import { daysAgo } from '../src/time/time.ts';
import type { Answers, Json } from './distinct.ts';
import type { Ids } from './pages.ts';
import {
  added,
  asked,
  byId,
  caps,
  collectionState,
  collectionsTable,
  columnOf,
  count,
  type Expected,
  type ExpectedTable,
  entriesTable,
  eventsTable,
  exact,
  type Facts,
  grantsTable,
  keysTable,
  ms,
  NONE,
  nothing,
  paidWith,
  percent,
  progress,
  rate,
  runsTable,
  STATES,
  STATUSES,
  sheet,
  spentOf,
  statementsTable,
  sum,
  watchesTable,
  watchSpent,
  webhooksTable,
} from './shown-words.ts';

export type Expect = (answers: Answers, ids: Ids) => Expected;

function trend(today: Json, yesterday: Json, name: string): string {
  const change = Number(today[name]) / Number(yesterday[name]) - 1;
  if (Math.abs(change) < 0.005) return 'as yesterday';
  return `${change > 0 ? '▲' : '▼'} ${percent(Math.abs(change), 0)}`;
}

function today({ today, yesterday }: Json): Facts {
  const ago = (name: string) => trend(today, yesterday, name);
  return {
    Earned: sum(today.earned),
    'Earned note': ago('earned'),
    'Cost of providers': sum(today.cost),
    'Cost of providers note': ago('cost'),
    Margin: sum(today.margin),
    'Margin note': `${percent(Number(today.margin) / Number(today.earned))} · ${ago('margin')}`,
    Calls: count(today.calls),
    'Calls note': ago('calls'),
    'Failed, not charged': percent(today.failures / (today.calls + today.failures)),
    'Failed, not charged note': `${count(today.failures)} · ${ago('failures')}`,
  };
}

const callsTable = (rows: Json[]): ExpectedTable => ({
  rows,
  id: byId,
  columns: {
    time: (row) => row.finished_at,
    account: (row) => row.account_name,
    call: (row) => `${row.platform} · ${row.operation}`,
    answer: (row) => row.source,
    provider: (row) =>
      row.attempts > row.providers.length
        ? `${row.providers.join(', ')} (${row.attempts})`
        : row.providers.join(', '),
    took: (row) => ms(row.duration_ms),
    charged: (row) => exact(row.charged),
    margin: (row) => exact(row.margin),
  },
});

const usageTable = ({ rows, totals }: Json): ExpectedTable => {
  const [charged, cost, margin] = ['charged', 'cost', 'margin'].map((name) =>
    columnOf([totals, ...rows], name),
  );
  const columns = {
    calls: (row: Json) => count(row.calls),
    failures: (row: Json) => count(row.failures),
    ...{ charged: charged!, cost: cost!, margin: margin! },
  };
  const sums = Object.entries(columns).map(([name, write]) => [name, write(totals)]);
  return {
    rows: rows.toReversed(),
    id: (row) => row.groups.join(' '),
    columns: { day: (row) => row.groups[0], ...columns },
    totals: { day: 'Total', ...Object.fromEntries(sums) },
  };
};

const earnings = ({ providers, totals }: Json): ExpectedTable => {
  const all = [totals, ...providers];
  const columns: ExpectedTable['columns'] = {
    attempts: (row) => count(row.attempts),
    failures: (row) => count(row.failures),
    mean: (row) => ms(row.average_ms),
    earned: columnOf(all, 'charged'),
    cost: columnOf(all, 'cost'),
    margin: columnOf(all, 'margin'),
  };
  const sums = Object.entries(columns).map(([name, write]) => [name, write(totals)]);
  return {
    rows: providers,
    id: (row) => row.provider,
    columns: { provider: (row) => row.provider, ...columns },
    totals: { provider: 'Total', ...Object.fromEntries(sums) },
  };
};

const quota = (of: Json) =>
  of === null || of.left === null ? NONE : `${count(of.left)} of ${count(of.units)}`;

const healthTable = (rows: Json[]): ExpectedTable => ({
  rows,
  id: (row) => row.name,
  columns: {
    name: (row) => row.name,
    health: ({ status, health }) =>
      new RegExp(`${ms(status === 'suspended' ? health.suspended_for_ms : health.ejected_for_ms)}$`),
    success: ({ health }) => (health.success_rate === null ? NONE : percent(health.success_rate)),
    p95: ({ health }) => (health.p95_ms === null ? NONE : ms(health.p95_ms)),
    attempts: ({ health }) => count(health.attempts),
    running: ({ health }) => count(health.in_flight),
    quota: (row) => quota(row.quota),
    cost: (row) => exact(row.cost),
    failure: ({ health: { last_failure: last } }) =>
      last === null ? 'none' : new RegExp(`^${last.kind} · `),
    acts: nothing,
  },
});

function sequences(providers: Json[]): Json[] {
  const platforms = [
    ...new Set<string>(providers.flatMap((one) => one.platforms.map(({ platform }: Json) => platform))),
  ];
  return platforms.map((platform) => ({ platform }));
}

function accountFigures(answers: Answers, { account }: Ids): Facts {
  const of = answers.to(`/accounts/${account}`).account;
  return {
    Available: exact(of.available),
    Balance: exact(of.balance),
    Held: exact(of.held),
    'Rate limit': count(of.rate.requests),
    'Rate limit note': rate(of.rate),
    ...(of.billing_address !== null && {
      'Address for statements': of.billing_address.replaceAll(/\s+/g, ' '),
    }),
    ...(of.tax_id !== null && { 'Tax id': of.tax_id }),
  };
}

/** A tab of an account's page has the account's figures above it. */
const tab =
  (more: Expect): Expect =>
  (answers, ids) => {
    const { facts, tables } = more(answers, ids);
    return { facts: { ...accountFigures(answers, ids), ...facts }, ...(tables && { tables }) };
  };

function accountUsage(answers: Answers, { account }: Ids): Facts {
  const { totals, rows } = answers.to('/usage/by', { by: 'day', account, from: daysAgo(29) });
  const { available } = answers.to(`/accounts/${account}`).account;
  const week = rows.filter(({ groups }: Json) => groups[0].slice(0, 10) >= daysAgo(6));
  const spent = added(...week.map(({ charged }: Json) => charged));
  const days = Math.floor((Number(available) * 7) / Number(spent));
  return {
    Answered: count(totals.calls),
    Failures: count(totals.failures),
    Earned: exact(totals.charged),
    Cost: exact(totals.cost),
    Margin: exact(totals.margin),
    'Lasts about': `${count(days)} days · at the average of the last seven days`,
  };
}

const listedKeys = (answers: Answers, query: Record<string, string>, more: ExpectedTable['columns']) =>
  keysTable(
    answers.to('/admin/v1/keys', query).keys,
    answers.to('/usage/by', { by: 'key,day', from: daysAgo(13), ...query }).rows,
    { ...more, project: (row) => row.project_name ?? NONE },
  );

/** What every place says of a call. */
const anyCallFacts = (call: Json): Facts => ({
  State: STATES[call.state],
  Path: call.path,
  Asked: asked(call.asked),
  Opened: call.opened_at,
  Took: ms(call.duration_ms),
  Source: call.source,
  Price: call.sum,
});

function callFacts(call: Json): Expected {
  return {
    facts: {
      ...anyCallFacts(call),
      Charged: exact(call.charged),
      'Charged note': new RegExp(exact(call.refunded).replaceAll(/[$.]/g, '\\$&')),
      Cost: exact(call.cost),
      'Margin of this call': exact(call.margin),
      Account: call.account_name,
      Key: call.key_name,
      Request: call.request_id,
      Ended: call.finished_at,
      'Price list': String(call.catalog_version),
      Variant: call.variant,
      'Opened again': count(call.openings - 1),
      'Answer stored': call.answer_kept ? 'Yes' : 'No',
      Node: call.node,
      'Paid with': paidWith(call, 'ordinary balance'),
    },
    tables: { Entries: entriesTable(call.entries) },
  };
}

function keyFacts({ key }: Json): Facts {
  return {
    State: STATUSES[key.status],
    Id: key.id,
    Key: `${key.prefix}…`,
    Account: key.account_id,
    Created: key.created_at,
    'Last used': key.last_used_at ?? 'never',
    Expires: key.expires_at ?? 'never',
    Answers: 'both forms',
    'Cap per call': key.max_call === null ? 'no limit' : exact(key.max_call),
    Platforms: key.platforms?.join(', ') ?? 'all',
    Operations: key.operations?.join(', ') ?? 'all',
    'May be used from': key.addresses?.join(', ') ?? 'anywhere',
    'Rate limit': rate(key.rate),
  };
}

function collectionFacts(of: Json): Facts {
  return {
    State: collectionState(of),
    Ended: 'The number of items was reached.',
    'Failures in a row': count(of.failures),
    Account: of.account_id,
    Key: of.key,
    Question: of.query.keyword,
    Path: of.path,
    Items: progress(of),
    'Spent of budget': spentOf(of.charged, of.budget),
    'It costs at most': exact(of.most_cost),
    Pages: count(of.pages),
    'Refused questions': count(of.questions_refused),
    Created: of.created_at,
    End: of.ended_at,
    'Items are kept until': of.expires_at,
    'Made by request': of.request_id,
  };
}

function watchFacts(of: Json): Facts {
  return {
    State: of.state,
    'Failures in a row': count(of.failures),
    Account: of.account_id,
    Key: of.key,
    Question: of.query.keyword,
    Path: of.path,
    Every: '1 day',
    'Next run': of.next_run_at,
    Items: count(of.items),
    Runs: count(of.runs),
    'Spent of budget': watchSpent(of),
    'A run costs at most': exact(of.run_most_cost),
    'A month costs at most': exact(of.most_cost),
    'Pages of a run': count(of.pages_max),
    Created: of.created_at,
  };
}

function providerFacts(answers: Answers): Facts {
  const { steps, coverage } = answers.to('/providers/library/history');
  const of = answers.to('/admin/v1/providers').providers.find(({ name }: Json) => name === 'library');
  const total = (name: string) => steps.reduce((all: number, step: Json) => all + step[name], 0);
  const margin = steps.flatMap(({ earned, cost }: Json) => [earned, `-${cost}`]);
  const slow = steps.flatMap(({ p95_ms }: Json) => (p95_ms === null ? [] : [p95_ms]));
  return {
    'Success rate': percent(1 - total('failures') / total('attempts')),
    Attempts: count(total('attempts')),
    p95: `≤ ${ms(Math.max(...slow))}`,
    Margin: sum(added(...margin)),
    ...Object.fromEntries(coverage.map(({ operation }: Json) => [operation, /./])),
    Connector: of.connector,
    'Requests per second': of.limits.requests_per_second !== null && count(of.limits.requests_per_second),
    Timeout: of.limits.timeout_ms !== null && ms(of.limits.timeout_ms),
  };
}

const DUTIES: ExpectedTable['columns'] = {
  kind: () => /./,
  due: (row) => count(row.due),
  late: (row) => count(row.late),
  failing: (row) => count(row.failing),
};

function system(answers: Answers): Expected {
  const status = answers.to('/status');
  return {
    facts: {
      'Time of the gateway': status.now,
      Currency: status.currency,
      'Price list': String(status.catalog_version),
      File: answers.to('/settings').file,
    },
    tables: {
      Nodes: {
        rows: status.nodes,
        id: byId,
        columns: { id: byId, pid: (row) => String(row.pid), host: (row) => row.host ?? NONE },
      },
      'Work that is due': { rows: status.duties, id: (row) => row.kind, columns: DUTIES },
      'Late work': {
        rows: answers.to('/duties').duties,
        id: (row) => `${row.kind} ${row.id}`,
        columns: {
          kind: () => /./,
          id: byId,
          due: (row) => row.due_at,
          failures: (row) => count(row.failures),
        },
      },
      Sessions: {
        rows: answers.to('/sessions').sessions,
        id: byId,
        columns: {
          name: ({ name }) => new RegExp(`^${name}`),
          ...{ kind: (row) => row.kind, role: (row) => row.role ?? NONE, by: (row) => row.opened_by },
          ...{ state: (row) => row.status, ends: (row) => row.expires_at, acts: nothing },
        },
      },
      'Admin tokens': {
        rows: answers.to('/tokens').tokens,
        id: byId,
        columns: {
          ...{ name: (row) => row.name, prefix: (row) => `${row.prefix}…`, made: (row) => row.created_at },
          ...{ status: (row) => STATUSES[row.status], acts: nothing },
        },
      },
      Settings: {
        rows: answers.to('/settings').settings,
        id: (row) => row.name,
        columns: {
          name: (row) => row.name,
          value: (row) => (row.variable === null ? (row.value ?? 'hidden') : `\${${row.variable}}`),
        },
      },
    },
  };
}

/** Pages by route, then the tabs of an account, then drawers. */
export const CONSOLE_SHOWN: Record<string, Expect> = {
  '/': (answers) => ({
    facts: today(answers.to('/overview')),
    tables: { 'Latest calls': callsTable(answers.to('/calls', { limit: '8' }).calls) },
  }),
  '/calls': (answers) => {
    const { calls, totals } = answers.to('/calls', { totals: 'true' });
    const answered = `${count(totals.calls)} answered, ${count(totals.failures)} failed`;
    const sums = { charged: exact(totals.charged), margin: exact(totals.margin) };
    return {
      tables: { Calls: { ...callsTable(calls), totals: { time: 'Total', call: answered, ...sums } } },
    };
  },
  '/providers': (answers) => {
    const { providers } = answers.to('/admin/v1/providers');
    return {
      tables: {
        Health: healthTable(providers),
        'Fail-over sequence': {
          rows: sequences(providers),
          id: (row) => row.platform,
          columns: { platform: (row) => row.platform, order: () => /^1 · / },
        },
        'Cost against earnings': earnings(answers.to('/usage/providers', { from: daysAgo(29) })),
      },
    };
  },
  '/accounts': (answers) => ({
    tables: {
      Accounts: {
        rows: answers.to('/admin/v1/accounts').accounts,
        id: byId,
        columns: {
          name: (row) => row.name,
          status: (row) => STATUSES[row.status],
          available: (row) => exact(row.available),
          held: (row) => exact(row.held),
          made: (row) => row.created_at,
        },
      },
    },
  }),
  '/accounts?show=invites': (answers) => ({
    tables: {
      Invites: {
        rows: answers.to('/invites').invites,
        id: byId,
        columns: {
          whom: (row) => row.title,
          state: () => 'Open',
          credit: (row) => exact(row.credit),
          account: (row) => row.account_id ?? NONE,
          until: (row) => row.expires_at,
          by: (row) => row.created_by,
          actions: nothing,
        },
      },
    },
  }),
  '/first-customer': () => ({}),
  '/accounts/$account': tab((answers, { account }) => ({
    tables: {
      Entries: entriesTable(answers.to(`/accounts/${account}/entries`).entries, {
        actor: (row) => row.actor.replace(/^key:.*/, 'key'),
      }),
    },
  })),
  '/accounts/$account/requests/$request': (answers, { account, request }) => {
    const { call } = answers.to(`/accounts/${account}/requests/${request}`);
    const money = { Charged: exact(call.charged), Refunded: exact(call.refunded) };
    return { facts: { ...anyCallFacts(call), ...money } };
  },
  '/statements/$statement': (answers, { statement }) =>
    sheet(answers.to(`/statements/${statement}`).statement),
  '/collections': (answers) => ({
    fields: { State: 'any', 'Late ones only': 'false' },
    tables: {
      Collections: collectionsTable(answers.to('/admin/v1/collections').collections, {
        account: (row) => row.account_id,
        state: (row) => new RegExp(`^${row.state}`),
      }),
    },
  }),
  '/watches': (answers) => ({
    fields: { State: 'any', 'Late ones only': 'false' },
    tables: {
      Watches: watchesTable(answers.to('/admin/v1/watches').watches, {
        account: (row) => row.account_id,
        state: (row) => new RegExp(`^${row.state}`),
      }),
    },
  }),
  '/watches?late=true&state=paused': () => ({ fields: { State: 'paused', 'Late ones only': 'true' } }),
  '/complaints': (answers) => ({
    tables: {
      Complaints: {
        rows: answers.to('/complaints').complaints,
        id: byId,
        columns: {
          filed: (row) => row.filed_at,
          state: (row) => row.state,
          account: (row) => row.account_id,
          reason: (row) => `${row.reason} ${row.asked.parameters[0].value}`,
          note: (row) => row.note,
          charged: (row) => exact(row.charged),
          acts: nothing,
        },
      },
    },
  }),
  '/keys': (answers) => ({
    tables: { Key: listedKeys(answers, {}, { account: (row) => row.account_name }) },
  }),
  '/catalog': (answers) => ({
    tables: {
      Prices: {
        rows: answers.to('/catalog').catalog.endpoints,
        id: (row) => row.path,
        columns: {
          path: (row) => row.path,
          price: (row) => exact(row.unit_price),
          unit: () => /^(an?|each) /,
        },
      },
      History: {
        rows: answers.to('/catalog/versions').versions,
        id: (row) => String(row.version),
        columns: {
          version: (row) => String(row.version),
          state: () => 'in force',
          from: () => 'the first start',
          published: (row) => row.published_at,
          by: (row) => row.published_by,
          routes: (row) => count(row.endpoint_count),
          note: (row) => row.note ?? NONE,
        },
      },
    },
  }),
  '/notices': (answers) => ({ tables: { Webhooks: webhooksTable(answers.to('/webhooks').webhooks) } }),
  '/usage': (answers) => {
    const answer = answers.to('/usage/by', { by: 'day' });
    const { calls, failures, charged, cost, margin } = answer.totals;
    return {
      facts: {
        ...{ Answered: count(calls), Earned: sum(charged), Cost: sum(cost), Margin: sum(margin) },
        'Margin note': percent(Number(margin) / Number(charged)),
        Failures: count(failures),
        'Failures note': percent(failures / (calls + failures)),
      },
      tables: { 'Usage and margin': usageTable(answer) },
    };
  },
  '/audit': (answers) => ({
    tables: {
      Audit: {
        rows: answers.to('/audit').rows,
        id: (row) => String(row.id),
        // The sentences have tests of their own, console/audit/sentence.test.ts.
        columns: { time: (row) => row.at, what: () => /./, subject: (row) => row.subject },
      },
    },
  }),
  '/system': system,
  '/accounts/$account?tab=keys': tab((answers, { account }) => ({
    tables: {
      Key: listedKeys(answers, { account }, {}),
      Projects: {
        rows: answers.to('/projects', { account }).projects,
        id: byId,
        columns: {
          name: (row) => row.name,
          spent: (row) => caps(answers.to(`/projects/${row.id}`).caps),
          acts: nothing,
        },
      },
    },
  })),
  '/accounts/$account?tab=usage': tab((answers, ids) => ({ facts: accountUsage(answers, ids) })),
  '/accounts/$account?tab=payments': tab((answers, { account }) => ({
    tables: {
      'Top-up orders': {
        rows: answers.to('/topups', { account }).topups,
        id: byId,
        columns: {
          time: (row) => row.created_at,
          amount: (row) => exact(row.amount),
          state: () => 'Waiting for payment',
          way: () => 'by hand',
          reference: (row) => row.reference ?? row.id,
          actions: nothing,
        },
      },
    },
  })),
  '/accounts/$account?tab=grants': tab((answers, { account }) => ({
    tables: { Grants: grantsTable(answers.to(`/accounts/${account}/grants`).grants) },
  })),
  '/accounts/$account?tab=statements': tab((answers, { account }) => ({
    tables: { Statements: statementsTable(answers.to('/statements', { account }).statements) },
  })),
  '/accounts/$account?tab=notices': tab((answers, { account }) => ({
    tables: {
      Notices: eventsTable(answers.to('/events', { account }).events),
      Webhooks: webhooksTable(answers.to('/webhooks', { account }).webhooks),
    },
  })),
  '/calls?open=$call': (answers, { call }) => callFacts(answers.to(`/calls/${call}`).call),
  '/keys?open=$key': (answers, { key }) => ({ facts: keyFacts(answers.to(`/keys/${key}`)) }),
  '/collections?open=$collection': (answers, { collection }) => ({
    facts: collectionFacts(answers.to(`/collections/${collection}`).collection),
  }),
  '/watches?open=$watch': (answers, { watch }) => {
    const { watch: of, runs } = answers.to(`/watches/${watch}`);
    return { facts: watchFacts(of), tables: { Runs: runsTable(runs) } };
  },
  '/providers?open=library': (answers) => ({ facts: providerFacts(answers) }),
};
