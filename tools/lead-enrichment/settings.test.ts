import { expect, it } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { serverModel } from './server/service-options.ts';

it('an AI model needs an address and a name, and is off without them', () => {
  expect(serverModel(parseConfig({}))).toBeNull();
  const AI_BASE_URL = 'http://127.0.0.1:11434/v1';
  expect(() => parseConfig({ AI_BASE_URL })).toThrow('AI_MODEL: must be set with AI_BASE_URL');
  expect(() => parseConfig({ AI_MODEL: 'small' })).toThrow('AI_BASE_URL: must be set with AI_MODEL');
  expect(() => parseConfig({ AI_CREDITS_PER_1000_TOKENS: '-1' })).toThrow('must be 0 or more');
  const AI_CREDITS_PER_1000_TOKENS = '0.5';
  expect(serverModel(parseConfig({ AI_BASE_URL, AI_MODEL: 'small', AI_CREDITS_PER_1000_TOKENS }))).toEqual({
    url: AI_BASE_URL,
    model: 'small',
    key: null,
    price: 0.5,
  });
});
