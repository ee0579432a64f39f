import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { tryMailServer } from './mail-server-check.ts';

it('tells a refused login from a server that cannot be reached, and sends no mail', async () => {
  const commands: string[] = [];
  const server = createServer((socket) => {
    socket.write('220 mail.example\r\n');
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const line = data.toString().trim();
      commands.push(line.split(' ')[0] ?? '');
      if (line.startsWith('EHLO')) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n');
      else if (line.startsWith('AUTH'))
        socket.write(line.endsWith(encode('ada', 'right')) ? '235 ok\r\n' : '535 wrong password\r\n');
      else socket.end('221 bye\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await tryMailServer(`smtp://ada:right@127.0.0.1:${port}`)).toBeNull();
  expect(await tryMailServer(`smtp://ada:wrong@127.0.0.1:${port}`)).toMatchObject({ isLogin: true });
  expect(commands).not.toContain('MAIL');
  server.close();
  expect(await tryMailServer('smtp://127.0.0.1:1')).toMatchObject({ isLogin: false });
});

function encode(user: string, password: string): string {
  return Buffer.from(`\0${user}\0${password}`).toString('base64');
}
