import { z } from 'zod';

/** 1 or 0, also as words. */
export const flag = z
  .enum(['1', '0', 'true', 'false', 'yes', 'no', 'on', 'off'], { error: 'must be 1 or 0' })
  .transform((value) => /^(1|true|yes|on)$/.test(value));

/** Values that are separated by commas. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
);

/** A whole number from `min` to `max`. */
export function count(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

/** One line of text for people to read. */
export function line(maxChars: number) {
  const error = `must be one line of at most ${maxChars} characters`;
  return z
    .string()
    .trim()
    .min(1, error)
    .max(maxChars, error)
    .regex(/^\P{Cc}*$/u, error);
}

/** One of a few words. */
export function choice<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return z.enum(values, { error: `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}` });
}

/** The address of a service, which may have a path. */
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });
