interface SessionFetchOptions {
  fetch: typeof fetch;
  /** Gets a new access token after a rejected one. Resolves to null once the session has ended. */
  renew(): Promise<string | null>;
  /** Ends the session in this browser. */
  end(): void;
}

/**
 * The fetch of the auth client, which knows nothing about sessions revoked elsewhere: their tokens look valid
 * until they expire. A rejected /rest/v1 request is repeated once with a new token. If there is none, or
 * /auth/v1 says that the session is gone, the session ends here too.
 */
export function createSessionFetch({ fetch: send, renew, end }: SessionFetchOptions): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    if (response.status === 401 && pathname.startsWith('/rest/v1/')) {
      const token = await renew();
      if (!token) return response;
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${token}`);
      return send(input, { ...init, headers });
    }
    const loggingOut = pathname === '/auth/v1/logout' && search === '?scope=local';
    if (response.status === 403 && pathname.startsWith('/auth/v1/') && !loggingOut) {
      const reply: unknown = await response
        .clone()
        .json()
        .catch(() => null);
      if (JSON.stringify(reply)?.includes('"session_not_found"')) end();
    }
    return response;
  };
}
