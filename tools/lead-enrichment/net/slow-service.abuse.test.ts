import { expect, it } from 'vitest';
import { startService } from '#server/lists/steps/test-service.ts';
import { createServiceSender } from './service-sender.ts';

const get = (url: string) => ({ method: 'GET', url, headers: {}, secretHeaders: {}, body: null });
const signal = new AbortController().signal;

it('an account with 5,000 rows for a slow service has a few connections, and others have room', async () => {
  const waiting: (() => void)[] = [];
  const service = await startService(({ path }, _request, response) => {
    if (path === '/ada') waiting.push(() => response.end('late'));
    else response.end('at once');
  });
  const sender = createServiceSender({ dnsServers: null, allowPrivateNetwork: true });
  const abort = new AbortController();
  const rows = Array.from({ length: 5000 }, () =>
    sender.send(get(`${service.url}/ada`), 'ada', abort.signal).catch(() => null),
  );
  await expect.poll(() => waiting.length).toBe(4);
  expect(await sender.send(get(`${service.url}/bob`), 'bob', signal)).toMatchObject({
    response: { text: 'at once' },
  });
  // A canceled run asks no more.
  abort.abort();
  for (const end of waiting) end();
  await Promise.all(rows);
  expect(service.asked.filter(({ path }) => path === '/ada')).toHaveLength(4);
  await sender.close();
  await service.close();
});

it('5,000 rows for a service that is down end after a few requests', async () => {
  const service = await startService((_one, _request, response) => {
    response.writeHead(500).end();
  });
  const sender = createServiceSender({ dnsServers: null, allowPrivateNetwork: true, now: () => 0 });
  const answers = await Promise.all(
    Array.from({ length: 5000 }, () => sender.send(get(service.url), 'ada', signal)),
  );
  // Those that were on their way when it was the eighth time.
  expect(service.asked.length).toBeLessThan(13);
  expect(
    answers.filter((answer) => !answer.ok && answer.problem.includes('in a row')).length,
  ).toBeGreaterThan(4980);
  await sender.close();
  await service.close();
});
