import { expect, it } from 'vitest';
import { toastBottom } from './toast-place.ts';

const WINDOW_PX = 900;
const column = { left: 1060, right: 1416, height: 54 };
const button = (top: number, left = 1300) => ({ left, right: left + 110, top, bottom: top + 36 });

it('stays at the bottom while no button is there', () => {
  expect(toastBottom(column, [], WINDOW_PX)).toBe(16);
  expect(toastBottom(column, [button(100), button(840, 300)], WINDOW_PX)).toBe(16);
});

it('goes above the buttons that it would cover, one after the other', () => {
  expect(toastBottom(column, [button(840)], WINDOW_PX)).toBe(76);
  expect(toastBottom(column, [button(780), button(840)], WINDOW_PX)).toBe(136);
});

it('takes a place between two buttons if it fits', () => {
  expect(toastBottom(column, [button(300), button(840)], WINDOW_PX)).toBe(76);
});

it('stays at the bottom if there is no place', () => {
  expect(toastBottom({ ...column, height: 860 }, [button(840)], WINDOW_PX)).toBe(16);
});
