// The JSON of every command, field by field with its type. Scripts rely on it, so fields are only ever added. A command that is missing
// from the table fails the test.
// What is printed, asked and answered in full is compared with a digest.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBackground } from '../domain/in-background.ts';
import { expectTold } from '../testing/told/told.ts';
import { commands } from './commands.ts';
import { TestCli } from './testing/cli.ts';
import { CommandRecord } from './testing/command-record.ts';
import { runEveryCommand, WATCH_WORDS } from './testing/every-command.ts';

let cli: TestCli;
let server: Server;
let record: CommandRecord;

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
  '/api/status/v1': {
    ...{ request_id: 'r', measured_at: 't', refresh_seconds: 60 },
    operations: [
      {
        ...{ platform: 'p', operation: 'o', state: 'unsteady', cause: 'platform', day: null, month: null },
        hour: { success: 0.8, p95_ms: 100, refused: 0.2 },
      },
    ],
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
    questions_unasked: 1,
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
beforeAll(async () => {
  cli = new TestCli();
  record = new CommandRecord(cli);
  server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const said = JSON.stringify(ANSWERS[request.url!] ?? PAGE);
    // Answered once the whole request is on record.
    inBackground(record.saw(request).then(() => response.end(said)));
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

const ASKED = 'asked:{path:string,parameters:[{name:string,value:string}],is_cut:boolean}';

function complaint(decided: string): string {
  return (
    `{id:string,call_id:string,${ASKED},reason:string,state:string,ground:string,note:string,charged:string,refunded:string,` +
    `currency:string,filed_at:string,decided_at:${decided},account_id:string,path:string,provider:string,providers:[string],cost:string,` +
    `decided_by:${decided}}`
  );
}

function connector(platforms: string, providers: string): string {
  return `{name:string,platforms:${platforms},made_up:boolean,key_needed:boolean,resale:string,providers:${providers},website:string}`;
}

function shownOperation(items: string, sorts: string, filters: string, notes = ''): string {
  return `{operation:string,page_items_max:${items},missing:[string],sorts:${sorts},filters:${filters},coverage:{items_max:null,fresh:string,notes:[${notes}]}}`;
}

const CALL =
  'id:string,request_id:string,account_id:string,account_name:string,key_id:string,key_name:string,' +
  `project_id:null,state:string,path:string,${ASKED},group:string,platform:string,operation:string,` +
  'variant:string,catalog_version:number,price:string,charged:string,refunded:string,cost:string,' +
  'margin:string,currency:string,source:string,failure:null,provider:string,providers:[string],attempts:number,resumed:boolean,' +
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

const WATCH =
  '{id:string,name:null,platform:string,path:string,query:{keyword:string},every:string,every_seconds:number,' +
  'pages_max:number,baseline:string,state:string,paused_for:null,next_run_at:string,last_run:null,' +
  'spent:{month:string,total:string},budget:{month:null,total:null},items:number,runs:number,has_gap:boolean,feed:boolean,' +
  'created_at:string,ended_at:null,key:string,run_most_cost:string,most_cost:string,currency:string,account_id:string,late_by_s:number,failures:number}';
const LISTED_COLLECTION =
  '{id:string,name:null,platform:string,questions:number,question:number,questions_refused:number,questions_unasked:number,path:string,query:{keyword:string},state:string,waiting_for:null,next_try_at:null,end:null,failure:null,pages:number,items:number,items_max:number,charged:string,budget:string,most_cost:string,currency:string,in_flight:boolean,until:null,created_at:string,ended_at:null,expires_at:null,key:string,account_id:string,request_id:string,late_seconds:number,failures:number}';
const BY_QUESTION =
  'by_question:[{index:number,query:{keyword:string},asked:boolean,pages:number,items:number,end:null}]';
const OWN_COLLECTION =
  '{id:string,name:null,platform:string,questions:number,question:number,questions_refused:number,questions_unasked:number,path:string,query:{keyword:string},state:string,waiting_for:null,next_try_at:null,end:null,failure:null,pages:number,items:number,items_max:number,charged:string,budget:string,most_cost:string,currency:string,in_flight:boolean,until:null,created_at:string,ended_at:null,expires_at:null,key:string}';

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
  'admin watches list': `{watches:[${WATCH}]}`,
  'admin watches show': `{watch:${WATCH},runs:[]}`,
  'admin watches pause': `{watch:${WATCH.replace('paused_for:null,next_run_at:string', 'paused_for:string,next_run_at:null')}}`,
  'admin watches resume': `{watch:${WATCH}}`,
  'admin watches end': `{watch:${WATCH.replace('next_run_at:string', 'next_run_at:null').replace('ended_at:null', 'ended_at:string')}}`,
  // As the gateway answers; here it answers everything with a page.
  watch: ANSWER,
  ...Object.fromEntries(WATCH_WORDS.map((word) => [`watch ${word}`, ANSWER])),
  'admin collections list': `{collections:[${LISTED_COLLECTION}]}`,
  'admin collections show': `{collection:${LISTED_COLLECTION},${BY_QUESTION}}`,
  'admin collections stop': `{collection:${LISTED_COLLECTION.replace('end:null', 'end:string').replace('ended_at:null,expires_at:null', 'ended_at:string,expires_at:string').replace('late_seconds:number', 'late_seconds:null')}}`,
  collect: `{collection:${OWN_COLLECTION}}`,
  'collect list': `{request_id:string,collections:[${OWN_COLLECTION}],collections_max:number,running_max:number,next_cursor:null}`,
  'collect show': `{request_id:string,collection:${OWN_COLLECTION}}`,
  'collect items': '{request_id:string,items:[],next:null}',
  'collect export': '{file:string,format:string}',
  'collect cancel': `{request_id:string,collection:${OWN_COLLECTION}}`,
  'collect delete': '{request_id:string,removed:boolean}',
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
  status:
    '{request_id:string,measured_at:string,refresh_seconds:number,operations:[{platform:string,operation:string,state:string,' +
    'cause:string,day:null,month:null,hour:{success:number,p95_ms:number,refused:number}}]}',
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
  'storage accept-loss': '{accepted:boolean}',
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
  docs: '{guides:[{name:string,title:string,summary:string,audience:string}]}',
  'connectors list': `{connectors:[${connector('null', '[string]')}|${connector('[string]', '[]')}|${connector('null', '[]')}]}`,
  'connectors show':
    '{name:string,website:string,docs:string,base_url:null,platforms:null,made_up:boolean,key_needed:boolean,resale:string,keyword:string,' +
    'notes:string,cache_seconds:{min:number,max:null},keep_seconds_max:null,link_seconds:null,options:{public_url:string,nsfw:string},' +
    `operations:[${shownOperation('number', '[]', '[{platform:string,filter:string,support:string}]', 'string')}|` +
    `${shownOperation('null', '[]', '[]')}|${shownOperation('number', '[string]', '[]')}|` +
    `${shownOperation('number', '[]', '[]')}|` +
    `${shownOperation('number', '[]', '[{platform:string,filter:string,support:string}]')}],providers:[]}`,
  'connectors check':
    '{probes:[{outcome:string,items:number,end:string,duration_ms:number,provider:string,platform:string,detail:string}]}',
  'mount check':
    '{title:string,server:string,mounted:[{method:string,path:string,operation:string,name:string,tags:[],upstream_path:string,' +
    'credential:string,unit_price:string,summary:null,unchecked:[]}],skipped:[],prices:[{path:string,unit_price:string}]}',
  providers: '{now:string,currency:string,processes:number,processes_answered:number,providers:[]}',
  'providers resume': '{provider:string,resumed:boolean}',
  'providers fault': '{provider:string,fault:string}',
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
  completion: '{shell:string,script:string}',
  help:
    '{commands:[{name:string,summary:string,arguments:[{name:string,summary:string}],' +
    'options:[{flags:string,summary:string,choices:null,required:boolean,repeatable:boolean}],examples:[string]}]}',
};

async function shapesOfAll(): Promise<Record<string, string>> {
  const shapes: Record<string, string> = {};
  await runEveryCommand(cli, async (name, ...more) => {
    // Each has a time of its own, so that a list has one order.
    cli.nowMs += 1_000;
    const argv = [...name.split(' '), ...more, '--json'];
    const ran = await cli.run(...argv);
    record.add(argv, ran);
    const { out, err } = ran;
    const answer = out === '' ? `nothing: ${err}` : JSON.parse(out);
    const kind = name === 'usage' && more[1] !== 'key' ? `${name} by ${more[1]}` : name;
    shapes[kind] = shapeOf(answer);
    return answer;
  });
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
  expectTold({ by: import.meta.filename, name: 'json', text: record.text(), begins: /^\$ / });
  // About fifty commands, each of which opens files: takes seconds, longer on a busy machine.
}, 120_000);

test('the figures of library stats are those of the records', async () => {
  const { bytes, ...figures } = await cli.json('library', 'stats');
  expect(figures).toEqual({ records: 1, sample_records: 0, languages: { en: 1 } });
  expect(bytes).toBeGreaterThan(0);
});
