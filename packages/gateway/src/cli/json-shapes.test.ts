// The JSON of every command, field by field with its type. Scripts rely on it, so fields are only ever added. A command that is missing
// from the table fails the test.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toMicros, ZERO } from '../domain/money.ts';
import type { Payments } from '../domain/payment-port.ts';
import { NO_ENTRIES_YET, StatementSums } from '../domain/statement.ts';
import { makeCall, makeKey } from '../verb/testing/account.ts';
import { commands } from './commands.ts';
import { TestCli } from './testing/cli.ts';

/** A card provider that makes every refund. */
const CARDS = {
  way: 'stripe',
  bounds: { minMicros: ZERO, maxMicros: ZERO, stepMicros: 1 },
  cards: { refund: async () => ({ kind: 'made' }) },
} as unknown as Payments;

const SELLER = { name: 'S', address: null, taxId: null, taxNote: null };

let cli: TestCli;
let server: Server;

const PAGE = {
  request_id: 'r',
  items: [],
  pcursor: 'no_more',
  receipt: { charged: '0.1', currency: 'USD', source: 'live', balance: '9' },
};
const ANSWERS: Record<string, object> = {
  '/livez': { status: 'live' },
  '/readyz': { status: 'ready' },
  '/api/pricing/v1/quote?path=%2Fp': {
    ...{ request_id: 'r', path: '/p', unit: 'call', unit_price: '0.1', minimum: null, most: '0.1' },
    ...{ most_per_call: '0.1', free_per_day: null, currency: 'USD', catalog_version: 1, balance: '9' },
    ...{ balance_after: '8.9', calls_affordable: 90, caps: [], quote: 'q', valid_until: 't' },
  },
  '/admin/v1/providers': {
    request_id: 'r',
    now: 'n',
    currency: 'USD',
    processes: 1,
    processes_answered: 1,
    providers: [],
  },
};
/** As the gateway shows it to its owner. */
const OWN = {
  ...{
    id: 'col_1',
    name: null,
    platform: 'library',
    questions: 1,
    question: 0,
    questions_refused: 0,
    path: '/p',
  },
  ...{
    query: { keyword: 'x' },
    state: 'queued',
    waiting_for: null,
    next_try_at: null,
    end: null,
    failure: null,
  },
  ...{
    pages: 0,
    items: 0,
    items_max: 1,
    charged: '0',
    budget: '1',
    most_cost: '1',
    currency: 'USD',
    in_flight: false,
  },
  ...{ until: null, created_at: 't', ended_at: null, expires_at: null, key: 'k' },
};
const COLLECTIONS = '/api/collections/v1';
Object.assign(ANSWERS, {
  [COLLECTIONS]: { request_id: 'r', collection: OWN, created: true },
  [`${COLLECTIONS}?limit=500`]: {
    ...{ request_id: 'r', collections: [OWN], collections_max: 1, running_max: 1, next_cursor: null },
  },
  [`${COLLECTIONS}/col_1`]: { request_id: 'r', collection: OWN },
  [`${COLLECTIONS}/gone`]: { request_id: 'r', removed: true },
  [`${COLLECTIONS}/col_1/cancel`]: { request_id: 'r', collection: OWN },
  [`${COLLECTIONS}/col_1/items?after=0&limit=100`]: { request_id: 'r', items: [], next: null },
  [`${COLLECTIONS}/col_1/export?format=jsonl`]: {},
});
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Other', version: '1' },
  servers: [{ url: 'https://other.example' }],
  paths: {
    '/a': { get: { operationId: 'a', responses: {} } },
    '/b': { trace: { operationId: 'b', responses: {} } },
  },
};

beforeAll(async () => {
  cli = new TestCli();
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(ANSWERS[request.url!] ?? PAGE));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  cli.write(
    'reelgate.yaml',
    `service: { public: "127.0.0.1:${port}", admin: "localhost:${port}" }\n` +
      'signup: { mode: invite }\n' +
      'prices: { endpoints: [{ path: "/api/*/v1/*/app/*", unit_price: "0.5" }] }\n',
  );
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await cli.close();
});

/** `{ a: 1, b: [null] }` becomes `{a:number,b:[null]}`; a list shows the distinct shapes of its items. */
function shapeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].join('|')}]`;
  if (typeof value !== 'object') return typeof value;
  const fields = Object.entries(value as object).map(([name, field]) => `${name}:${shapeOf(field)}`);
  return `{${fields.join(',')}}`;
}

const GRANT =
  '{id:string,kind:string,amount:string,remaining:string,currency:string,priority:number,expires_at:null,reference:string,reason:string,created_at:string}';
const INVITE =
  '{id:string,state:string,title:null,contact:null,credit:string,currency:string,created_by:string,created_at:string,expires_at:string,used_at:null,account_id:null}';
const RATE = '{requests:number,per_seconds:number,concurrent:number}';
const ACCOUNT = `{id:string,name:string,status:string,currency:string,balance:string,held:string,available:string,rate:${RATE},title:null,contact:null,billing_address:null,tax_id:null,low_balance:null,created_at:string,closed_at:null}`;
const KEY = `{id:string,account_id:string,name:string,prefix:string,groups:[string],status:string,created_at:string,expires_at:null,last_used_at:null,addresses:null,rate:${RATE},daily_cap:string,monthly_cap:null,total_cap:null,max_call:null,platforms:null,operations:null,project_id:null,currency:string}`;
const STATEMENT =
  'number:number,account_id:string,month:string,opening:string,movements:string,closing:string,currency:string,closed_at:string';
const MARGIN = 'calls:number,failures:number,charged:string,cost:string,margin:string';
const PROJECT =
  '{project:{id:string,account_id:string,name:string,created_at:string,daily_cap:string,monthly_cap:null,total_cap:null,' +
  'currency:string},caps:[{scope:string,window:string,limit:string,spent:string,left:string,resets_at:string}]}';
const TOKEN =
  '{id:string,name:string,role:string,prefix:string,status:string,created_at:string,revoked_at:null}';
const CATALOG =
  '{version:number,currency:string,effective_from:string,published_at:string,published_by:string,note:null,' +
  'endpoints:[{path:string,unit:string,unit_price:string,tiers:null,minimum:null,free_per_day:null,summary:null,deprecated:boolean,sunset_at:null,successor:null}],overrides:[]}';
const CALLS = 'calls:number,failures:number,charged:string';
const ATTEMPTS =
  'attempts:number,failures:number,average_ms:number,cost:string,charged:string,margin:string,' +
  'complaints:number,refunded:string,claim:string';
const LEDGER = '{clean:boolean,accounts:number,entries:number,calls:number,balance:string}';
const MOVED_TABLE = '{table:string,rows:number,sha256:string}';
const WHOLE_LIBRARY = `{records:number,discussions:number,comments:number,tables:[${MOVED_TABLE}]}`;
const RECEIPT =
  '{page:number,request_id:string,charged:string,currency:string,source:string,is_replay:boolean,balance:string}';
const ANSWER =
  '{request_id:string,items:[],pcursor:string,receipt:{charged:string,currency:string,source:string,balance:string}}';
const PAGES_BOUGHT = `receipts:[${RECEIPT}],total_charged:string,problem:null,pages:[${ANSWER}]`;
const CALLS_BOUGHT = `receipts:[${RECEIPT.replace('page', 'call')}],total_charged:string,problems:[],answers:[${ANSWER}]`;

const LIBRARY_RECORD = '{id:string,title:string,language:string}';

function entry(requestId: string, reference: string, reason: string): string {
  return (
    '{id:string,seq:number,kind:string,amount:string,balance_after:string,currency:string,at:string,' +
    `request_id:${requestId},reference:${reference},reason:${reason},account_id:string,actor:string}`
  );
}
const TOPUP = entry('null', 'string', 'null');
const ADJUSTMENT = entry('null', 'string', 'string');
const CHARGE = entry('string', 'null', 'null');
const REFUND = entry('string', 'null', 'string');

const WEBHOOK =
  '{id:string,url:string,state:string,last_sequence:number,created_at:string,failures:number,failing_since:null,' +
  'next_attempt_at:null,last_status:null,last_answer_at:null,last_took_ms:null}';

function complaint(decided: string): string {
  return (
    '{id:string,call_id:string,reason:string,state:string,ground:string,note:string,charged:string,refunded:string,' +
    `currency:string,filed_at:string,decided_at:${decided},account_id:string,path:string,provider:string,providers:[string],cost:string,` +
    `decided_by:${decided}}`
  );
}

function connector(platforms: string, providers: string): string {
  return `{name:string,platforms:${platforms},key_needed:boolean,resale:string,providers:${providers},website:string}`;
}

function shownOperation(items: string, sorts: string, filters: string): string {
  return `{operation:string,page_items_max:${items},missing:[string],sorts:${sorts},filters:${filters}}`;
}

const CALL =
  'id:string,request_id:string,account_id:string,account_name:string,key_id:string,key_name:string,' +
  'project_id:null,state:string,path:string,group:string,platform:string,operation:string,' +
  'variant:string,catalog_version:number,price:string,charged:string,refunded:string,cost:string,' +
  'margin:string,currency:string,source:string,failure:null,provider:string,providers:[string],attempts:number,' +
  'opened_at:string,finished_at:string,duration_ms:number';

const CALL_SHOW =
  `{call:{${CALL},unit:string,unit_price:string,items:null,sum:string,answer_kept:boolean,openings:number,` +
  'node:string,tried:[{provider:string,platform:null,started_ms:number,duration_ms:number,outcome:string,bytes:number,cost:string}],' +
  'entries:[{id:string,seq:number,kind:string,amount:string,balance_after:string,currency:string,at:string,' +
  'request_id:string,reference:null,reason:null,account_id:string,actor:string}],refundable:string,' +
  `complaint:${complaint('null')}}}`;

const PAYBACK =
  '{id:string,account_id:string,payment:string,amount:string,currency:string,state:string,reference:null,' +
  'reason:string,failure:null,wanted_at:string,ended_at:string}';

const WATCH_WORDS = ['list', 'show', 'items', 'runs', 'pause', 'resume', 'run', 'feed', 'end', 'create'];
const WATCH =
  '{id:string,name:null,platform:string,path:string,query:{keyword:string},every:string,every_seconds:number,' +
  'pages_max:number,baseline:string,state:string,paused_for:null,next_run_at:string,last_run:null,' +
  'spent:{month:string,total:string},budget:{month:null,total:null},items:number,runs:number,has_gap:boolean,feed:boolean,' +
  'created_at:string,ended_at:null,key:string,most_cost:string,currency:string,account_id:string,late_by_s:number,failures:number}';
const LISTED_COLLECTION =
  '{id:string,name:null,platform:string,questions:number,question:number,questions_refused:number,path:string,query:{keyword:string},state:string,waiting_for:null,next_try_at:null,end:null,failure:null,pages:number,items:number,items_max:number,charged:string,budget:string,most_cost:string,currency:string,in_flight:boolean,until:null,created_at:string,ended_at:null,expires_at:null,key:string,account_id:string,request_id:string,late_seconds:number,failures:number}';
const OWN_COLLECTION =
  '{id:string,name:null,platform:string,questions:number,question:number,questions_refused:number,path:string,query:{keyword:string},state:string,waiting_for:null,next_try_at:null,end:null,failure:null,pages:number,items:number,items_max:number,charged:string,budget:string,most_cost:string,currency:string,in_flight:boolean,until:null,created_at:string,ended_at:null,expires_at:null,key:string}';

const SHAPES: Record<string, string> = {
  'account create': `{account:${ACCOUNT},entry:${TOPUP}}`,
  'account list': `{accounts:[${ACCOUNT}]}`,
  'account show': `{account:${ACCOUNT}}`,
  'account topup': `{entry:${TOPUP},duplicate:boolean}`,
  'account refund': `{entry:${REFUND},duplicate:boolean}`,
  'account adjust': `{entry:${ADJUSTMENT},duplicate:boolean}`,
  'account statement': `{entries:[${REFUND}|${CHARGE}|${ADJUSTMENT}|${TOPUP}]}`,
  'account update': `{account:${ACCOUNT.replace('low_balance:null', 'low_balance:string')}}`,
  'account enable': `{account:${ACCOUNT}}`,
  'account disable': `{account:${ACCOUNT}}`,
  'account close': `{account:${ACCOUNT.replace('closed_at:null', 'closed_at:string')}}`,
  'account reopen': `{account:${ACCOUNT}}`,
  'key create': `{key:${KEY},secret:string}`,
  'key list': `{keys:[${KEY.slice(0, -1)},account_name:string,project_name:null,caps:[{scope:string,window:string,limit:string,spent:string,left:string,resets_at:string}]}]}`,
  'key show': `{key:${KEY},caps:[{scope:string,window:string,limit:string,spent:string,left:string,resets_at:string}]}`,
  'key update': `{key:${KEY}}`,
  'key rotate': `{key:${KEY},secret:string,previous_valid_until:string}`,
  'key revoke': `{key:${KEY}}`,
  'key check':
    '{valid:boolean,key:{id:string,name:string,prefix:string,groups:[string],status:string,created_at:string,expires_at:null},' +
    'account:{id:string,name:string,balance:string,available:string,currency:string}}',
  'project create': PROJECT,
  'project list': `{projects:[${PROJECT.slice('{project:'.length, PROJECT.indexOf(',caps:'))}]}`,
  'project show': PROJECT,
  'project update': PROJECT,
  'call list': `{calls:[{${CALL}}]}`,
  'call show': CALL_SHOW,
  lookup: '{found:[{kind:string,id:string,name:string,account_id:string,account_name:string,state:string}]}',
  'complaint list': `{complaints:[${complaint('null')}]}`,
  'payments topups':
    '{topups:[{id:string,amount:string,currency:string,way:string,state:string,address:null,instructions:null,' +
    'save_card:boolean,reference:null,created_at:string,ended_at:null,account_id:string}]}',
  'payments disputes': '{disputes:[]}',
  'payments recharges': '{recharges:[]}',
  'account payback': `{payback:${PAYBACK},duplicate:boolean}`,
  'payments paybacks': `{paybacks:[${PAYBACK}]}`,
  'complaint show': `{complaint:${complaint('null')}}`,
  'complaint decide': `{complaint:${complaint('string')}}`,
  'webhook create': `{webhook:${WEBHOOK},secret:string}`,
  'webhook list': `{webhooks:[${WEBHOOK}],webhooks_max:number}`,
  'webhook test': `{webhook:${WEBHOOK}}`,
  'webhook replay': `{webhook:${WEBHOOK}}`,
  'webhook rotate': `{webhook:${WEBHOOK},secret:string,previous_valid_until:string}`,
  'webhook remove': '{removed:boolean}',
  'watches list': `{watches:[${WATCH}]}`,
  'watches show': `{watch:${WATCH}}`,
  'watches pause': `{watch:${WATCH.replace('paused_for:null,next_run_at:string', 'paused_for:string,next_run_at:null')}}`,
  'watches resume': `{watch:${WATCH}}`,
  'watches end': `{watch:${WATCH.replace('next_run_at:string', 'next_run_at:null').replace('ended_at:null', 'ended_at:string')}}`,
  // As the gateway answers; here it answers everything with a page.
  ...Object.fromEntries(WATCH_WORDS.map((word) => [`watch ${word}`, ANSWER])),
  'collection list': `{collections:[${LISTED_COLLECTION}]}`,
  'collection show': `{collection:${LISTED_COLLECTION}}`,
  'collection stop': `{collection:${LISTED_COLLECTION.replace('end:null', 'end:string').replace('ended_at:null,expires_at:null', 'ended_at:string,expires_at:string').replace('late_seconds:number', 'late_seconds:null')}}`,
  collect: `{collection:${OWN_COLLECTION}}`,
  'collections list': `{request_id:string,collections:[${OWN_COLLECTION}],collections_max:number,running_max:number,next_cursor:null}`,
  'collections show': `{request_id:string,collection:${OWN_COLLECTION}}`,
  'collections items': '{request_id:string,items:[],next:null}',
  'collections export': '{file:string,format:string}',
  'collections cancel': `{request_id:string,collection:${OWN_COLLECTION}}`,
  'collections delete': '{request_id:string,removed:boolean}',
  'events list':
    '{events:[{id:string,sequence:number,type:string,timestamp:string,' +
    'data:{amount:string,balance:string,entry_seq:number,reference:string,reason:null}}],last_sequence:number}',
  'catalog show': `{catalog:${CATALOG}}`,
  'catalog apply':
    `{catalog:${CATALOG},diff:{added:[{path:string,to:string}],removed:[],changed:[],reworded:[],` +
    'overrides:{added:[],removed:[],changed:[]}},scheduled:[],unpriced:[string],unused:[]}',
  'catalog history':
    '{versions:[{version:number,currency:string,effective_from:string,published_at:string,published_by:string,note:null,' +
    'endpoint_count:number,override_count:number,state:string}]}',
  price:
    '{path:string,group:string,platform:string,variant:string,account_id:string,unit:string,unit_price:string,tiers:null,minimum:null,free_per_day:null,list_price:string,' +
    'currency:string,catalog_version:number,deprecated:boolean}',
  search: `{platform:string,keyword:string,${PAGES_BOUGHT}}`,
  'video get': `{asked:[{platform:string,id:string}],${CALLS_BOUGHT}}`,
  'author get': `{asked:[{platform:string,author_id:string}],${CALLS_BOUGHT}}`,
  'author videos': `{platform:string,author_id:string,${PAGES_BOUGHT}}`,
  'author search': `{platform:string,keyword:string,${PAGES_BOUGHT}}`,
  popular: `{platform:string,${PAGES_BOUGHT}}`,
  'video related': `{platform:string,id:string,${PAGES_BOUGHT}}`,
  'playlist get': `{asked:[{platform:string,playlist_id:string}],${CALLS_BOUGHT}}`,
  'playlist videos': `{platform:string,playlist_id:string,${PAGES_BOUGHT}}`,
  'transcript get': `{asked:[{platform:string,id:string}],${CALLS_BOUGHT}}`,
  'comments list': `{platform:string,id:string,${PAGES_BOUGHT}}`,
  'comments replies': `{platform:string,id:string,comment_id:string,${PAGES_BOUGHT}}`,
  quote:
    '{request_id:string,path:string,unit:string,unit_price:string,minimum:null,most:string,most_per_call:string,' +
    'free_per_day:null,currency:string,catalog_version:number,balance:string,balance_after:string,' +
    'calls_affordable:number,caps:[],quote:string,valid_until:string}',
  resolve:
    '{platform:string,kind:string,id:string,alt:{start_ms:number},canonical_url:string,needs:null,served_as:[string]}',
  usage: `{from:string,to:string,by:string,currency:string,rows:[{group:string,name:string,${CALLS}}],totals:{${CALLS}}}`,
  'statements list': `{statements:[{${STATEMENT}}]}`,
  'statements show':
    `{statement:{${STATEMENT},seller:{name:string,address:null,tax_id:null,tax_note:null},` +
    'buyer:{name:string,title:null,contact:null,address:null,tax_id:null},' +
    'lines:[{kind:string,path:null,catalog_version:null,tier:null,count:number,amount:string}],' +
    'first_entry:number,last_entry:number,digest:string}}',
  'usage by account':
    '{from:string,to:string,by:[string],currency:string,rows:[{groups:[string],names:[string],' +
    `${MARGIN}}],totals:{${MARGIN}},is_cut:boolean}`,
  'usage by provider':
    `{from:string,to:string,currency:string,rows:[{path:string,provider:string,${ATTEMPTS}}],` +
    `providers:[{provider:string,${ATTEMPTS}}],totals:{${ATTEMPTS}}}`,
  audit:
    '{rows:[{id:string,at:string,actor:string,action:string,subject:string,detail:{sessions_ended:number}}]}',
  duties:
    '{duties:[{kind:string,id:string,account_id:string,' +
    'due_at:string,running:boolean,late:boolean,failures:number}]}',
  'ledger verify':
    '{clean:boolean,since:string,checked_entries:number,checked_calls:number,accounts:number,entries:number,' +
    'calls:number,balance:string,held:string,currency:string,difference_count:number,differences:[]}',
  'storage backup': `{tables:[],ledger:${LEDGER},library:${WHOLE_LIBRARY}}`,
  'storage drill': `{backup_ms:number,restore_ms:number,duration_ms:number,backup_bytes:number,ledger:${LEDGER},library:${WHOLE_LIBRARY}}`,
  'storage archive': '{batches:number,entries:number,digest:string}',
  'storage catch-up':
    '{batches:number,known:number,missing:number,diverged:number,written:boolean,clean:boolean,entries:[]}',
  'storage copy': `{tables:[${MOVED_TABLE}],ledger:${LEDGER},library:${WHOLE_LIBRARY}}`,
  'library import':
    '{read:number,imported:number,updated:number,unchanged:number,failed:number,duration_ms:number,' +
    'problems:[{file:string,line:number,reason:string}],problems_omitted:number,doubles:[]}',
  'library create': '{created:boolean}',
  'library list': `{records:[${LIBRARY_RECORD}],next:null}`,
  'library show': `{record:${LIBRARY_RECORD}}`,
  'library remove': '{removed:[string]}',
  'library export': '{file:string,records:number,without_comments:number,without_transcripts:number}',
  'library stats': '{records:number,sample_records:number,bytes:number,languages:{en:number}}',
  'library remove-sample': '{removed:number}',
  'connectors list': `{connectors:[${connector('null', '[string]')}|${connector('[string]', '[]')}|${connector('null', '[]')}]}`,
  'connectors show':
    '{name:string,website:string,docs:string,base_url:null,platforms:null,key_needed:boolean,resale:string,keyword:string,' +
    'notes:string,cache_seconds:{min:number,max:null},keep_seconds_max:null,link_seconds:null,options:{public_url:string,nsfw:string},' +
    `operations:[${shownOperation('number', '[]', '[{platform:string,filter:string,support:string}]')}|` +
    `${shownOperation('null', '[]', '[]')}|${shownOperation('number', '[string]', '[]')}|` +
    `${shownOperation('number', '[]', '[]')}],providers:[]}`,
  'connectors check':
    '{probes:[{outcome:string,items:number,end:string,duration_ms:number,provider:string,platform:string,detail:string}]}',
  'mount check':
    '{title:string,server:string,mounted:[{method:string,path:string,operation:string,name:string,tags:[],upstream_path:string,' +
    'credential:string,unit_price:string,summary:null,unchecked:[]}],skipped:[],prices:[{path:string,unit_price:string}]}',
  providers: '{now:string,currency:string,processes:number,processes_answered:number,providers:[]}',
  'providers resume': '{provider:string,resumed:boolean}',
  top:
    '{now:string,currency:string,nodes:number,calls:{per_second:number,failed_per_second:number,running:number,waiting:number,p50_ms:null,' +
    'p95_ms:null,p99_ms:null},money:{charged_per_hour:number,cost_per_hour:number,held:number,differences:number},' +
    'storage:{up:boolean,commits_per_second:number,verbs_per_commit:null,p95_ms:null},providers:[]}',
  'config check':
    '{ok:boolean,file:string,public:string,admin:string,data:string,platforms:[string],price_count:number}',
  'config reload': '{nodes:[{id:string,pid:number,host:null,told:boolean}]}',
  doctor: '{ok:boolean,checks:[{check:string,state:string,detail:string}]}',
  'account recharge':
    '{recharge:{below:null,up_to:null,month_max:null,month_used:string,paused_by:null,has_card:boolean,owed:string,currency:string}}',
  'account grant': `{grant:${GRANT},duplicate:boolean}`,
  'account grants': `{grants:[${GRANT}]}`,
  'invites create': `{invite:${INVITE},url:string}`,
  'invites list': `{invites:[${INVITE}]}`,
  'invites revoke': `{invite:${INVITE}}`,
  'token create': `{token:${TOKEN},secret:string}`,
  'token list': `{tokens:[${TOKEN}]}`,
  'token revoke': `{token:${TOKEN.replace('revoked_at:null', 'revoked_at:string')}}`,
  console: '{code:string,url:string,expires_at:string}',
  'secret rotate': '{forgotten:boolean}',
};

async function shapesOfAll(): Promise<Record<string, string>> {
  const shapes: Record<string, string> = {};
  const run = async (name: string, ...more: string[]) => {
    const { out, err } = await cli.run(...name.split(' '), ...more, '--json');
    const answer = out === '' ? `nothing: ${err}` : JSON.parse(out);
    shapes[name] = shapeOf(answer);
    return answer;
  };
  await run('catalog apply', `${cli.folder}/reelgate.yaml`, '--yes');
  await run('account create', 'acme', '--top-up', '25', '--reference', 'r-1', '--rate', '600/60:5');
  await run('account topup', 'acme', '1', '--reference', 'r-2');
  await run('account adjust', 'acme', '1', '--reference', 'r', '--reason', 'x');
  await run('account update', 'acme', '--low-balance', '5');
  await cli.run('account', 'update', 'acme', '--low-balance', 'none');
  await run('account disable', 'acme');
  await run('account enable', 'acme');
  await run('account close', 'acme');
  await run('account reopen', 'acme');
  await run('account show', 'acme');
  await run('account list');
  const { key, secret } = await run('key create', 'acme', '--daily-cap', '5', '--rate', '1/2');
  await run('key check', secret);
  await run('key update', key.id, '--name', 'laptop');
  await run('key rotate', key.id);
  await run('key show', key.id);
  await run('key list');

  const { project } = await run('project create', 'acme', 'crawl', '--daily-cap', '5');
  await run('project list');
  await run('project show', project.id);
  await run('project update', project.id, '--name', 'night');

  const node = await cli.open(true);
  const account = await node.accounts.find({ idOrName: 'acme' });
  const { holder } = await makeKey(node, account!.id);
  await makeCall(node, holder, 'call-1', '0.5');
  await node.collections.create({
    ...{
      actor: 'test',
      id: 'col_cli',
      accountId: account!.id,
      keyId: holder.key.id,
      requestId: 'r',
      name: null,
    },
    ...{
      fingerprint: 'f',
      platform: 'library',
      itemsMax: 1,
      budgetMicros: toMicros(1),
      mostMicros: toMicros(1),
    },
    ...{ untilMs: null, keptMax: 1, questions: [{ path: '/p', query: { keyword: 'x' } }] },
  });
  const of = { accountId: account!.id, toSeq: 1 };
  const sums = new StatementSums({ digest: NO_ENTRIES_YET, closingMicros: 0 });
  for (const entry of await node.statements.entries({ ...of, afterSeq: 0 })) sums.add(entry);
  await node.statements.keep({
    ...{ ...of, month: '2026-10', fromSeq: 1, openingMicros: ZERO, seller: SELLER },
    ...{ closingMicros: toMicros(sums.closingMicros), digest: sums.digest, lines: sums.lines() },
  });
  await node.complaints.file({
    ...{ actor: 'x', id: 'cmp_1', accountId: account!.id, requestId: 'call-1', reason: 'x', rule: null },
    ...{ provider: null, costMicros: ZERO, allowanceMicros: ZERO, automaticPerDay: 0 },
  });
  await node.payments.order({
    ...{ actor: 'x', id: 'top_1', accountId: account!.id, way: 'manual', savesCard: false },
    ...{ amountMicros: toMicros(5_000_000), openMax: 5 },
  });
  await node.watches.create({
    ...{ actor: 'x', id: 'wat_1', accountId: account!.id, keyId: key.id, requestId: 'w', fingerprint: 'f' },
    ...{
      name: null,
      platform: 'library',
      path: '/p',
      query: { keyword: 'x' },
      everyMs: 900_000,
      isAuto: false,
    },
    ...{
      pagesMax: 1,
      baseline: 'mark',
      runMostMicros: ZERO,
      monthBudgetMicros: null,
      totalBudgetMicros: null,
      max: 1,
    },
  });
  await run('config reload');
  await run('providers');
  await run('top');
  await run('doctor');
  await node.close();

  await run('call list', '--state', 'settled');
  await run('call show', 'call-1');
  await run('lookup', 'acme');
  const { webhook } = await run('webhook create', 'https://a.example/', '--account', 'acme');
  await run('webhook list', '--account', 'acme');
  await run('webhook test', webhook.id);
  await run('webhook replay', webhook.id, '--after', '0');
  await run('webhook rotate', webhook.id);
  await run('webhook remove', webhook.id);
  await run('watches list', '--late');
  await run('watches list', '--account', 'acme');
  await run('watches show', 'wat_1');
  await run('watches pause', 'wat_1');
  await run('watches resume', 'wat_1');
  await run('watches end', 'wat_1');
  for (const word of WATCH_WORDS.slice(0, -1))
    await run(`watch ${word}`, ...(word === 'list' ? [] : ['wat_1']), '--key', 'k');
  await run('watch create', '/p', 'keyword=x', '--every', '6h', '--key', 'k');
  await run('collection list');
  await run('collection show', 'col_cli');
  await run('collection stop', 'col_cli');
  await run('events list', 'acme', '--limit', '1');
  await run('payments topups');
  await run('payments disputes');
  await run('payments recharges');
  await run('complaint list');
  await run('complaint show', 'cmp_1');
  await run('complaint decide', 'cmp_1', 'refuse', '--reason', 'x');
  await run('account refund', 'acme', '--request-id', 'call-1', '--reason', 'x');
  await run('account statement', 'acme');
  await run('account topup', 'acme', '1', '--reference', 'stripe:pi_1');
  cli.payments = CARDS;
  await run('account payback', 'acme', '--payment', 'stripe:pi_1', '--reason', 'x');
  await run('payments paybacks');
  await run('usage', '--by', 'key');
  await run('statements list');
  await run('statements show', '1');
  shapes['usage by account'] = shapeOf(await cli.json('usage', '--by', 'account'));
  shapes['usage by provider'] = shapeOf(await cli.json('usage', '--by', 'provider'));
  await run('ledger verify');
  await run('key revoke', key.id);
  await run('catalog show');
  await run('catalog history');
  await run('price', '/api/u1/v1/library/app/search_video_v2', '--account', 'acme');
  await run('console', '--role', 'viewer');
  await run('account grant', 'acme', '1', '--kind', 'promo', '--reason', 'x');
  await run('account grants', 'acme');
  await run('account recharge', 'acme');
  const { invite } = await run('invites create');
  await run('invites list');
  await run('invites revoke', invite.id);
  await run('token create', 'one');
  const { token } = await run('token create', 'two');
  await run('token list');
  await run('token revoke', token.id);
  await run('audit', '--limit', '1');
  await run('duties', '--kind', 'statements');
  await run('providers resume', 'library');

  await run(
    'library import',
    cli.write(
      'v.jsonl',
      '{"id":"1","title":"x","language":"en"}\n{"id":"2","title":"x","language":"en"}\n{"id":\n',
    ),
  );
  await run('library create');
  await run('library list');
  await run('library remove', '2', '--reason', 'x');
  await run('library show', '1');
  await run('library export', `${cli.folder}/records.jsonl`);
  await run('library stats');
  await run('library remove-sample');
  await run('storage backup', `${cli.folder}/backup.db`);
  await run('storage drill');
  await run('storage archive', `${cli.folder}/archive`, '--once');
  await run('storage catch-up', `${cli.folder}/archive`);
  await run('storage copy', '--to', `sqlite:${cli.folder}/copy.db`);
  await run('secret rotate');

  await run('search', 'library', 'x', '--key', 'k');
  await run('video get', 'v', '--platform', 'library', '--key', 'k');
  await run('author get', 'a', '--platform', 'library', '--key', 'k');
  await run('author videos', 'a', '--platform', 'library', '--key', 'k');
  await run('author search', 'library', 'a', '--key', 'k');
  await run('popular', 'library', '--key', 'k');
  await run('video related', 'a', '--platform', 'library', '--key', 'k');
  await run('playlist get', 'a', '--platform', 'library', '--key', 'k');
  await run('playlist videos', 'a', '--platform', 'library', '--key', 'k');
  await run('transcript get', 'v', '--platform', 'library', '--key', 'k');
  await run('comments list', 'v', '--platform', 'library', '--key', 'k');
  await run('comments replies', 'library', 'v', 'c', '--key', 'k');
  await run('collect', 'library', 'x', '--budget', '1', '--key', 'k');
  await run('collections list', '--key', 'k');
  await run('collections show', 'col_1', '--key', 'k');
  await run('collections items', 'col_1', '--key', 'k');
  await run('collections export', 'col_1', '--out', `${cli.folder}/x.jsonl`, '--key', 'k');
  await run('collections cancel', 'col_1', '--key', 'k');
  await run('collections delete', 'gone', '--key', 'k');
  await run('quote', '/p', '--key', 'k');
  await run('resolve', 'https://youtu.be/dQw4w9WgXcQ?t=9');
  await run('config check');
  await run('connectors list');
  await run('connectors show', 'peertube');
  await run('connectors check', 'library');
  await run('mount check', cli.write('other.json', JSON.stringify(DOCUMENT)), '--unit-price', '0.1');
  return shapes;
}

test('the JSON of every command has exactly these fields and types', async () => {
  const shapes = await shapesOfAll();
  const listed = Object.keys(shapes).filter((name) => commands.some((command) => command.name === name));
  // These serve until stopped and print no JSON.
  expect(listed.sort()).toEqual(
    commands
      .map(({ name }) => name)
      .filter((name) => !['serve', 'mcp'].includes(name))
      .sort(),
  );
  expect(shapes).toEqual(SHAPES);
  // About fifty commands, each of which opens files: takes seconds, longer on a busy machine.
}, 120_000);

test('the figures of library stats are those of the records', async () => {
  const { bytes, ...figures } = await cli.json('library', 'stats');
  expect(figures).toEqual({ records: 1, sample_records: 0, languages: { en: 1 } });
  expect(bytes).toBeGreaterThan(0);
});
