// Runs the suite on workerd: a request with `proxy` and `key` is answered with the verdicts.
import { runSuite } from './suite.ts';

const worker = {
  async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    // Beside this file, as it is published.
    const client = await import('../lib/index.js' as string);
    const ground = {
      client,
      proxyUrl: searchParams.get('proxy')!,
      apiKey: searchParams.get('key')!,
      inspect: String,
    };
    return Response.json(await runSuite(ground));
  },
};

export default worker;
