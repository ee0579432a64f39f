interface SessionFetchOptions {
  fetch: typeof fetch;
  /** Ends the session in this browser. */
  end(): void;
}

/**
 * The fetch of the auth client, which knows nothing about sessions revoked elsewhere: their tokens look valid
 * until they expire. If /auth/v1 says that the session is gone, the session ends here too.
 */
export function createSessionFetch({ fetch: send, end }: SessionFetchOptions): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
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
