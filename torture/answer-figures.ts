// What the client journal keeps of an answer: the figures that the checker compares, as the gateway wrote them. It never judges them.
import { digestOf, type Heard, idsIn, nonceIn } from './client.ts';
import { digestOfIds } from './gather-offers.ts';
import { BILLED, type ClientEvent, type Op, type ToldLeg } from './journal.ts';
import { describeToolAnswer } from './tool-call.ts';

type Described = Partial<ClientEvent> & Pick<ClientEvent, 'type'>;

export function describe(op: Op, heard: Heard): Described {
  if (heard.kind === 'unknown') return { type: 'info', why: heard.why };
  if (op === 'asked' && heard.status === 200) return describeToolAnswer(heard.text);
  if (op === 'export' && heard.status === 200)
    return { type: 'ok', status: 200, exported: exportedIn(heard.text) };
  const body = parse(heard.text);
  if (heard.status >= 300) return { type: 'fail', status: heard.status, ...describeRefusal(body) };
  const ok = { type: 'ok', status: heard.status } as const;
  return BILLED.includes(op) || op === 'free'
    ? { ...ok, ...describeAnswer(heard.text, heard.headers, body) }
    : { ...ok, ...describeRead(op, body) };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function describeRefusal({ code, price, cap }: Record<string, unknown>): Partial<ClientEvent> {
  return {
    code: String(code ?? ''),
    ...(price !== undefined && { price: String(price) }),
    ...(cap !== undefined && { cap: cap as NonNullable<ClientEvent['cap']> }),
  };
}

function describeAnswer(
  text: string,
  headers: Record<string, string | undefined>,
  body: Record<string, unknown>,
): Partial<ClientEvent> {
  const receipt = (body.receipt ?? {}) as Record<string, string | number>;
  const nonce = nonceIn(text);
  return {
    digest: digestOf(text),
    ...(nonce === undefined ? {} : { nonce }),
    ids: idsIn(text),
    ...(isTranscript(body.item) && { cues: body.item.cues.length }),
    charged: headers['x-reelgate-charged'] ?? '',
    balance: String(receipt.balance),
    replayed: headers['x-reelgate-replayed'] === 'true',
    source: String(receipt.source),
    version: Number(receipt.catalog_version),
    ...(Array.isArray(body.platforms) && { walk: describePage(body as unknown as AllPage) }),
  };
}

const isTranscript = (item: unknown): item is { cues: unknown[] } =>
  typeof item === 'object' && item !== null && 'cues' in item;

/** A page over many platforms. */
interface AllPage {
  items: { platform: string; id: string; title: string }[];
  platforms: ToldLeg[];
  pcursor: string;
  resumed: boolean;
}

function describePage({ items, platforms, pcursor, resumed }: AllPage): NonNullable<ClientEvent['walk']> {
  return {
    next: pcursor,
    resumed,
    shown: items.map(({ platform, id, title }) => [platform, id, title]),
    legs: platforms.map(({ platform, status, charged, end }) => ({ platform, status, charged, end })),
  };
}

function describeRead(op: Op, body: Record<string, unknown>): Partial<ClientEvent> {
  const part = (name: string) => (body[name] ?? {}) as Record<string, unknown>;
  switch (op) {
    case 'balance':
    case 'final_balance':
      return { balance: String(body.balance), held: String(body.held) };
    case 'receipt':
    case 'final_receipt':
      return { state: String(part('call').state), charged: String(part('call').charged) };
    case 'topup':
    case 'topup_again':
    case 'topup_altered':
      return { duplicate: body.duplicate === true, balance: String(part('entry').balance_after) };
    case 'key':
      return { key: String(part('key').id) };
    case 'project':
      return { project: String(part('project').id) };
    case 'quote':
      return { version: Number(body.catalog_version), price: String(body.most) };
    case 'dry':
      return {
        version: Number(body.catalog_version),
        price: String(body.price),
        would: String(body.would),
      };
    case 'complain':
    case 'decide': {
      const { state, ground, refunded } = part('complaint');
      return { state: String(state), ground: String(ground), refunded: String(refunded) };
    }
    case 'publish':
      return { version: Number(part('catalog').version) };
    case 'entries': {
      const rows = (body.entries ?? []) as { seq: number; amount: string; balance_after: string }[];
      return { entries: rows.map((row) => [row.seq, row.amount, row.balance_after]) };
    }
    case 'collect':
    case 'watch':
    case 'state':
    case 'cancel':
    case 'rebudget':
    case 'pause':
    case 'run':
      return describeGathering((body.collection ?? body.watch ?? {}) as Record<string, unknown>);
    case 'items': {
      const rows = (body.items ?? []) as { number: number; record: { id: string } }[];
      return { items: rows.map(({ number, record }) => [number, record.id]) };
    }
    default:
      return {};
  }
}

/** A collection or a watch. */
function describeGathering(shown: Record<string, unknown>): Partial<ClientEvent> {
  const stands = shown.end ?? shown.waiting_for ?? shown.paused_for;
  return {
    owner: String(shown.id),
    state: String(shown.state),
    ...(stands != null && { stands: String(stands) }),
  };
}

/** One record as sold on each line. */
function exportedIn(text: string): NonNullable<ClientEvent['exported']> {
  const lines = text.split('\n').filter((line) => line !== '');
  const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id);
  return { count: ids.length, digest: digestOfIds(ids) };
}
