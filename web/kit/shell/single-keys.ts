import type { Persistence } from '../../lib/use-persisted-state.ts';

/** Whether shortcuts without Ctrl or Cmd work in this browser. */
export const SINGLE_KEYS: Persistence<boolean> = {
  key: 'leadwell-single-keys',
  parse: (saved) => saved !== 'off',
  format: (on) => (on ? null : 'off'),
  atOnce: () => true,
};
