import { describe, expect, it } from 'vitest';
import { CallError, ERRORS } from '#contract/errors.ts';
import { errorFromResponse, failureMessage, queryString } from './calls.ts';

const response = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers(headers),
});
const body = (error: Record<string, unknown>) => JSON.stringify({ error });

describe('errorFromResponse', () => {
  it('reads the error body', () => {
    const error = errorFromResponse(
      response(402),
      body({ code: 'access_denied', message: 'No credits', details: { reason: 'no_credits' } }),
    );
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({
      code: 'access_denied',
      message: 'No credits',
      details: { reason: 'no_credits' },
    });
  });

  it('reads Retry-After of a 429', () => {
    const error = errorFromResponse(
      response(429, { 'retry-after': '30' }),
      body({ code: 'rate_limited', message: 'Wait' }),
    );
    expect(error.retryAfterSeconds).toBe(30);
    expect(error.message).toBe('Wait');
  });

  it('says how long to wait after too many attempts', () => {
    const error = errorFromResponse(
      response(429, { 'retry-after': '840' }),
      body({ code: 'rate_limited', message: ERRORS.rate_limited.message }),
    );
    expect(error.message).toBe('Too many attempts. Please try again in 14 minutes.');
  });

  it('adds the request reference to internal errors only', () => {
    const fault = { message: 'Something went wrong.', request_id: 'r-7' };
    expect(errorFromResponse(response(500), body({ code: 'internal', ...fault })).message).toContain('r-7');
    expect(errorFromResponse(response(404), body({ code: 'not_found', ...fault })).message).not.toContain(
      'r-7',
    );
  });

  it.each([
    [413, '<html>too large</html>', 'payload_too_large'],
    [404, '', 'not_found'],
    [502, 'bad gateway', 'unavailable'],
    [418, '{}', 'internal'],
  ])('classifies any other response by its status %i', (status, text, code) => {
    expect(errorFromResponse(response(status), text).code).toBe(code);
  });

  it('classifies an unknown code by its status', () => {
    const error = errorFromResponse(response(409), body({ code: 'from_the_future', message: 'No' }));
    expect(error).toMatchObject({ code: 'conflict', message: 'No' });
  });
});

describe('queryString', () => {
  it('builds a query without undefined fields', () => {
    expect(queryString({ id: 'a b', after: 5, limit: undefined })).toBe('?id=a+b&after=5');
    expect(queryString({})).toBe('');
  });
});

describe('failureMessage', () => {
  it('hides messages that are not meant for users', () => {
    expect(failureMessage(new CallError('not_found', 'No such task'))).toBe('No such task');
    expect(failureMessage(new Error('secret stack'))).toBe('Something went wrong. Please try again.');
  });
});
