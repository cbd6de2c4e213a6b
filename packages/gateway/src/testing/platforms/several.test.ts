// Several videos in one exchange, on every simulated platform whose API supports it: each id gets its own video, a missing one is absent,
// and an answer that is broken or about other videos is a failure.
import { describe, expect, test } from 'vitest';
import type { Connector, Provider, SeveralInput, UpstreamResponse } from '../../connectors/connector.ts';
import { connectors } from '../../connectors/index.ts';
import { simulations } from './index.ts';
import type { Simulation } from './simulation.ts';

const TOTAL = 60;

const connectorOf = ({ connector }: Simulation): Connector =>
  connectors.find(({ name }) => name === connector)!;

function providerOf({ connector, settings }: Simulation): Provider {
  const { token = null, user_agent = 'Reelgate/0.1', options = {} } = settings as Record<string, never>;
  const where = { baseUrl: 'http://platform.example', publicUrl: 'https://gateway.example', timeoutMs: null };
  return { name: connector, connector, token, userAgent: user_agent, options, ...where };
}

const able = simulations.filter((one) => connectorOf(one).operations['video.get']?.several !== undefined);

test('the expected number of platforms supports it', () => {
  const names = able.map(({ connector }) => connector).sort();
  expect(names).toEqual(['archive', 'commons', 'dailymotion', 'niconico', 'peertube', 'vimeo', 'youtube']);
});

describe.each(able.map((simulation) => [simulation.connector, simulation] as const))(
  '%s',
  (_name, simulation) => {
    const { several } = connectorOf(simulation).operations['video.get']!;
    const { idsMax, takes, request, parse } = several!;
    const provider = providerOf(simulation);
    const inputOf = (ids: readonly string[]): SeveralInput => ({
      platform: simulation.platform,
      wantsRaw: false,
      ids,
    });

    function answerTo(input: SeveralInput): UpstreamResponse {
      const { method, url, headers, body = '' } = request(input, provider);
      const lowerCase = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const answer = simulation.answer({ method, url: new URL(url), headers: lowerCase, body }, TOTAL);
      return { kind: 'response', headers: {}, receivedAtMs: Date.UTC(2026, 10, 15, 12), ...answer };
    }

    /** In short: the id of the record, or why there is none. */
    function look(ids: readonly string[], response?: UpstreamResponse) {
      const input = inputOf(ids);
      const parsed = parse(response ?? answerTo(input), input, provider);
      if (parsed.kind !== 'records') return parsed.kind;
      return [...parsed.found].map(([id, said]) => [id, said.kind === 'record' ? said.record.id : said]);
    }

    const few = [7, TOTAL + 1, 3, 0].map(simulation.idOf);
    const gone = { kind: 'absent', reason: 'unknown' };

    test('gives each id its own video, and reports which are missing', () => {
      expect(look(few)).toEqual(few.map((id, i) => [id, i === 1 ? gone : id]));
    });

    test('accepts as many ids as it states, and the ids of its own videos', () => {
      const ids = Array.from({ length: Math.min(idsMax, TOTAL) }, (_, n) => simulation.idOf(n));
      expect(ids.every(takes)).toBe(true);
      expect(look(ids)).toEqual(ids.map((id) => [id, id]));
    });

    test('finding none of the ids is not a failure', () => {
      expect(look([simulation.idOf(TOTAL + 1), simulation.idOf(TOTAL + 2)])).toEqual([
        [simulation.idOf(TOTAL + 1), gone],
        [simulation.idOf(TOTAL + 2), gone],
      ]);
    });

    test('an answer about others is a failure', () => {
      const others = answerTo(inputOf([10, 11, 12, 13].map(simulation.idOf)));
      expect(look(few, others)).toBe('bad_response');
    });

    test('a body that is cut anywhere is a failure, never an absence', () => {
      const response = answerTo(inputOf(few));
      for (let part = 0; part < 40; part += 1) {
        const body = response.body.slice(0, Math.floor((response.body.length * part) / 40));
        expect(look(few, { ...response, body }), body.slice(-60)).toBe('bad_response');
      }
    });

    test.each(['null', '0', '"text"', '[]', '{}', '{"error":"x"}', '<html>'])('%s is a failure', (body) => {
      expect(look(few, { ...answerTo(inputOf(few)), body })).toMatch(/^(bad_response|refused|unavailable)$/);
    });

    test.each(simulation.faults)('$name is a failure', ({ answer }) => {
      const response = { ...answerTo(inputOf(few)), headers: {}, ...answer };
      expect(look(few, response)).toEqual(expect.any(String));
    });
  },
);
