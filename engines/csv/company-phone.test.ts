import { expect, it } from 'vitest';
import { isCompanyPhone } from './company-phone.ts';

it('is a company’s phone in a field that says so', () => {
  const fields = [
    'corporate_phone',
    'Company Phone',
    'HQ Telephone',
    'Phone',
    'mobile_phone',
    'Confirmed phone',
  ];
  expect(fields.filter(isCompanyPhone)).toEqual(['corporate_phone', 'Company Phone', 'HQ Telephone']);
});
