import { CONNECTION_PARAMETERS, type ConnectionRequest } from '#contract/connections.ts';

/** What the assistant asks for, from the address of the page. Null if a parameter came twice (OAuth 2.1 §3.1). */
export function readRequest(query: URLSearchParams): ConnectionRequest | null {
  const request: ConnectionRequest = {};
  for (const name of CONNECTION_PARAMETERS) {
    const [value, ...more] = query.getAll(name);
    if (more.length > 0) return null;
    if (value) request[name] = value;
  }
  return request;
}
