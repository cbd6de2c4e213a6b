import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { it } from 'vitest';
import { startTestGateway } from '../testing/test-gateway.ts';
it('starts', async () => {
  for (let i = 0; i < 5; i++) await (await startTestGateway()).close();
  const session = new Session(); session.connect();
  const post = (m: string, p?: any) => new Promise<any>((r) => session.post(m, p, (e, v) => r(v)));
  await post('Profiler.enable'); await post('Profiler.setSamplingInterval', { interval: 500 }); await post('Profiler.start');
  const N = 30; let startMs = 0;
  const before = process.cpuUsage(); const beforeT = process.threadCpuUsage(); const at = performance.now();
  for (let i = 0; i < N; i++) { const b = process.cpuUsage(); const g = await startTestGateway(); const u = process.cpuUsage(b); startMs += (u.user + u.system) / 1000; await g.close(); }
  const u = process.cpuUsage(before); const t = process.threadCpuUsage(beforeT);
  console.log('CPU ms per gateway', (u.user + u.system) / 1000 / N, 'start', startMs / N, 'main thread', (t.user + t.system) / 1000 / N, 'wall', (performance.now() - at) / N);
  writeFileSync('/tmp/start.cpuprofile', JSON.stringify((await post('Profiler.stop')).profile));
});
