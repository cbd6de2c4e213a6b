// What every simulated platform can be in, as samples of each of its operations: a fault, a thing that is not there, an empty list. Their
// bodies are those of the simulation, so a file of samples holds only what is special to its platform.
import {
  type Absent,
  type AttemptFailure,
  FOLLOW_UPS_MAX,
  type FoundRecord,
  type Implementation,
  type OperationName,
  type Page,
  type ParsedRecord,
  type Provider,
  type Question,
  type UpstreamRequest,
  type UpstreamResponse,
} from '../../connectors/connector.ts';
import { connectors } from '../../connectors/index.ts';
import { answersAs, RECEIVED_AT_MS } from '../../connectors/samples/answer.ts';
import { type AnySample, providerOf, replay } from '../replay-sample.ts';
import { simulations } from './index.ts';
import type { SimulatedAnswer, Simulation } from './simulation.ts';

export type Said = Page<ParsedRecord> | FoundRecord<ParsedRecord> | Absent | AttemptFailure;
type Asking = Implementation<Question, Page<ParsedRecord> | FoundRecord<ParsedRecord> | Absent> & {
  sorts?: readonly string[];
  pageItemsMax?: number;
};

export function simulatedProvider({ connector, settings }: Simulation): Provider {
  const {
    token = null,
    options = {},
    user_agent = 'Reelgate/0.1',
  } = settings as { token?: string; options?: Record<string, string>; user_agent?: string };
  const own = { name: connector, connector, baseUrl: 'https://upstream.example', token, options };
  return { ...own, timeoutMs: null, userAgent: user_agent, publicUrl: 'https://gateway.example' };
}

const connectorOf = (simulation: Simulation) => connectors.find(({ name }) => name === simulation.connector)!;

export function askingOf(simulation: Simulation, name: OperationName): Asking {
  return connectorOf(simulation).operations[name] as unknown as Asking;
}

/** The simulation's answer to a request of its connector; redirects are followed. */
export function send(simulation: Simulation, wanted: UpstreamRequest, total: number): UpstreamResponse {
  const { method, url, headers, body = '' } = wanted;
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const request = { method, url: new URL(url), headers: Object.fromEntries(given), body };
  const answer = simulation.answer(request, total);
  if (answer.status === 302)
    return send(simulation, { ...wanted, url: new URL(answer.headers!.location!, url).href }, total);
  return received(answer);
}

const received = ({ status, headers = {}, body }: SimulatedAnswer): UpstreamResponse => ({
  ...answersAs('text/plain')(status, body),
  headers,
  receivedAtMs: RECEIVED_AT_MS,
});

/** One call: the answers of the platform, first that of the request and then those of the follow-ups, and what is made of them. */
export function exchange(simulation: Simulation, name: OperationName, question: object, total: number) {
  const { request, parse } = askingOf(simulation, name);
  const provider = simulatedProvider(simulation);
  const input = { platform: simulation.platform, wantsRaw: false, ...question };
  const answers = [send(simulation, request(input, provider), total)];
  let said = parse(answers[0]!, input, provider);
  while (said.kind === 'follow_up') {
    if (answers.length > FOLLOW_UPS_MAX) throw new Error('too many follow-ups');
    answers.push(send(simulation, said.request, total));
    said = said.parse(answers.at(-1)!);
  }
  return { input, answers, said: said as Said };
}

/** How a caller asks for it, and for one that is not there. */
function asksOf(simulation: Simulation, name: OperationName): { ask: object; absent?: object | undefined } {
  if (name === 'video.search') return { ask: { keyword: 'cat' } };
  const { idOf, lists = {}, things = {} } = simulation;
  if (name === 'video.get') return things[name] ?? { ask: { id: idOf(0) }, absent: { id: idOf(TOTAL) } };
  return (name in lists ? lists[name] : things[name])!;
}

const TOTAL = 3;

/** What it comes to; the digests of outcomes say more. A page with items is never expected here. */
function expected(said: ReturnType<typeof replay>): AnySample['expect'] {
  if (said.kind === 'absent' && said.what === 'transcript') throw new Error('no transcript is no situation');
  if (said.kind === 'absent') return { absent: said.reason, ...(said.what && { what: said.what }) };
  if (said.kind === 'page' && said.items.length === 0) return { items: 0, end: said.end };
  if (said.kind === 'page' || said.kind === 'record') throw new Error('the situation gives records');
  return { failure: said.kind };
}

function situationsOf(simulation: Simulation, name: OperationName): AnySample[] {
  const { platform, lists = {}, faults } = simulation;
  const { sorts: [sort] = [] } = askingOf(simulation, name);
  const list = name === 'video.search' ? simulation : lists[name];
  const page = list && { count: 2, cursor: null, position: 0, ...(sort !== undefined && { sort }) };
  const { ask, absent } = asksOf(simulation, name);
  const provider = providerOf(connectorOf(simulation));
  const situation = (what: string, asked: object, total: number, answer?: SimulatedAnswer): AnySample => {
    const faulty = answer === undefined ? simulation : { ...simulation, answer: () => answer };
    const { input, answers } = exchange(faulty, name, { ...asked, ...page }, total);
    const [response, ...followUps] = answers as [UpstreamResponse, ...UpstreamResponse[]];
    const sample = { name: `${platform} simulated: ${what}`, input, response, followUps };
    return { ...sample, expect: expected(replay(askingOf(simulation, name), provider, sample)) };
  };
  return [
    ...faults.map(({ name: what, answer }) => situation(what, ask, TOTAL, answer)),
    ...(absent === undefined ? [] : [situation('not there', absent, TOTAL)]),
    ...(list === undefined ? [] : [situation('nothing', ask, 0)]),
  ];
}

/** Of all platforms that the connector serves. */
export function simulatedSituations(connector: string, name: OperationName): AnySample[] {
  return simulations
    .filter((one) => one.connector === connector)
    .filter((one) => askingOf(one, name).platforms?.includes(one.platform) ?? true)
    .flatMap((one) => situationsOf(one, name));
}
