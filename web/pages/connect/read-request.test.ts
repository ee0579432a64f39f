import { expect, it } from 'vitest';
import { readRequest } from './read-request.ts';

it('reads what it knows of an address, and nothing that comes twice', () => {
  const read = (query: string) => readRequest(new URLSearchParams(query));
  expect(read('client_id=a&state=x%20y&prompt=consent&scope=')).toEqual({ client_id: 'a', state: 'x y' });
  expect(read('client_id=a&client_id=b')).toBeNull();
});
