import { expect, it } from 'vitest';
import { AdminUser } from './admin.ts';
import { OrderView } from './payments.ts';

it('reads orders and users of earlier servers, which lack the newest fields', () => {
  expect(OrderView.shape.clearing.parse(undefined)).toBe(false);
  expect(AdminUser.shape.endsAt.parse(undefined)).toBeNull();
});
