import { createRequestStateCodec } from '@modelcontextprotocol/server';

/** Signs the state that a client sends back. */
export const stateCodec = createRequestStateCodec<{ round: number }>({
  key: 'a key of the tests with 32 characters or more',
});
