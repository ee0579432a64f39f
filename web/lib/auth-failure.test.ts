import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { authMessage, signInMessage, signUpMessage } from './auth-failure.ts';

describe('signInMessage', () => {
  it.each([
    [{ code: 'user_not_found', status: 400 }, 'This email is not registered. Please sign up first.'],
    [{ code: 'invalid_credentials', status: 400 }, 'Login failed. Please check your credentials.'],
    [
      { code: 'user_banned', status: 400 },
      'This account has been disabled. Contact the operator of this server.',
    ],
    [
      { status: 0, message: 'Failed to fetch' },
      "Can't reach the server. Check your connection and try again.",
    ],
    [
      new TypeError('Failed to fetch dynamically imported module: /x.js'),
      "Can't reach the server. Check your connection and try again.",
    ],
    ['not an error at all', 'Something went wrong. Please try again.'],
    [new DOMException('full', 'QuotaExceededError'), MESSAGES.auth.notStored],
    [{ status: 500, code: 'unexpected_failure' }, 'Something went wrong. Please try again.'],
    [{ status: 503, message: 'Service unavailable' }, 'Something went wrong. Please try again.'],
    [
      { status: 400, code: 'validation_failed', message: 'Please enter a valid email address' },
      'Please enter a valid email address',
    ],
  ])('%o -> %s', (error, expected) => {
    expect(signInMessage(error)).toBe(expected);
  });

  it('gives the wait after too many attempts', () => {
    const limited = { code: 'over_request_rate_limit', status: 429 };
    expect(signInMessage(limited, 240)).toBe('Too many attempts. Please try again in 4 minutes.');
    expect(signInMessage(limited, 20)).toBe('Too many attempts. Please try again in 20 seconds.');
    expect(signInMessage(limited)).toBe('Too many attempts. Please try again in a few minutes.');
  });
});

describe('signUpMessage', () => {
  it.each([
    [
      { code: 'user_already_exists', status: 422 },
      'This email is already registered. Please use a different email.',
    ],
    [{ code: 'weak_password', status: 422, message: 'Password is too common.' }, 'Password is too common.'],
    [{ status: 500, message: 'database is down' }, 'Signup failed. Please try again.'],
    [
      { status: 0, message: 'Failed to fetch' },
      "Can't reach the server. Check your connection and try again.",
    ],
    [{ status: 422, message: '' }, 'An unexpected error occurred'],
    [null, 'An unexpected error occurred'],
    [new SyntaxError('Unexpected token <'), 'An unexpected error occurred'],
  ])('%o -> %s', (error, expected) => {
    expect(signUpMessage(error)).toBe(expected);
  });
});

describe('authMessage', () => {
  it.each([
    [{ status: 422, code: 'same_password', message: 'Choose another one.' }, 'Choose another one.'],
    [{ status: 503, code: 'request_timeout', message: "We can't reach it." }, "We can't reach it."],
    [{ status: 500, message: 'database is down' }, 'Something went wrong. Please try again.'],
    [new SyntaxError('Unexpected token <'), 'An unexpected error occurred'],
  ])('%o -> %s', (error, expected) => {
    expect(authMessage(error)).toBe(expected);
  });
});
