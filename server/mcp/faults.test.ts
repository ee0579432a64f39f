import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { expect, it, vi } from 'vitest';
import { createMcpServer } from './mcp-server.ts';

it('an error of our own is reported, and an assistant gets a plain message without it', async () => {
  const fault = new TypeError("Cannot read properties of undefined (reading 'secret')");
  const onFault = vi.fn();
  const server = createMcpServer({ invoke: () => Promise.reject(fault) }, onFault);
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  expect(await client.callTool({ name: 'lists', arguments: {} })).toMatchObject({
    isError: true,
    content: [
      {
        type: 'text',
        text: 'Something went wrong in Leadwell. Try again later, or ask its operator to check the log.',
      },
    ],
  });
  expect(onFault).toHaveBeenCalledExactlyOnceWith(fault, 'lists');
  await client.close();
});
