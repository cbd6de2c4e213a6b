// Runs the suite on workerd. A request names the proxy and the key in its query; the response holds the verdicts.
import { runSuite } from './suite.ts';

const worker = {
  async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    // The published package lies beside this file.
    const client = await import('./client/lib/index.js' as string);
    const input = {
      client,
      proxyUrl: searchParams.get('proxy')!,
      apiKey: searchParams.get('key')!,
      inspect: String,
    };
    return Response.json(await runSuite(input));
  },
};

export default worker;
