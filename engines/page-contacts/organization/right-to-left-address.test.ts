import { expect, test } from 'vitest';
import { pageAddress } from './test-page-address.ts';

/** The street, postal code, city and country of a page, in one line. */
function address(html: string, host: string, lang: string): string {
  return pageAddress(html, { host, lang, fields: ['street', 'postal_code', 'city', 'country'] });
}

test.each([
  ['kahira.eg', 'ar', '<p>7 شارع النيل، القاهرة، مصر</p>', '7 شارع النيل | - | القاهرة | EG'],
  [
    'dukkan.ae',
    'ar',
    '<li>مكتب 1407، برج النور</li><li>شارع الشيخ زايد</li><li>ص.ب: ٤٥١٢٣، دبي</li>',
    'مكتب 1407، برج النور، شارع الشيخ زايد، ص.ب: 45123 | - | دبي | AE',
  ],
  [
    'matjar.com',
    'ar-SA',
    '<p>حي العليا، طريق الملك فهد<br>الرياض 12214-3125<br>المملكة العربية السعودية</p>',
    'حي العليا، طريق الملك فهد | 12214-3125 | الرياض | SA',
  ],
  [
    'sharika.jo',
    'ar',
    '<p>شارع مكة، الطابق الثالث<br>ص.ب 925432 عمان 11190 الأردن</p>',
    'شارع مكة، الطابق الثالث، ص.ب 925432 | 11190 | عمان | JO',
  ],
  [
    'maktab.ma',
    'ar',
    '<p>27 شارع محمد الخامس، 20250 الدار البيضاء، المغرب</p>',
    '27 شارع محمد الخامس | 20250 | الدار البيضاء | MA',
  ],
  [
    'dukan.com.kw',
    'ar',
    '<p>السالمية - قطعة 2 - شارع تونس - محل 8 - الكويت</p>',
    'قطعة 2، شارع تونس، محل 8 | - | السالمية | KW',
  ],
  [
    'wadi.com',
    'ar',
    '<table><tr><td>العنوان</td><td>شارع خليفة، مبنى 14</td></tr><tr><td>المدينة</td><td>العين</td></tr><tr><td>ص.ب</td><td>15551</td></tr><tr><td>الدولة</td><td>الإمارات العربية المتحدة</td></tr></table>',
    'شارع خليفة، مبنى 14، ص.ب 15551 | - | العين | AE',
  ],
  [
    'beirut-shop.com',
    'ar',
    '<p>\u200fشارع الحمرا، بناية النور، بيروت، لبنان\u200f</p>',
    'شارع الحمرا، بناية النور | - | بيروت | LB',
  ],
  ['hanut.co.il', 'he', '<p>רחוב הרצל 18, תל אביב 6688312</p>', 'רחוב הרצל 18 | 6688312 | תל אביב | IL'],
  [
    'hanut.co.il',
    'he',
    '<p>הבנאים 12, אזור התעשייה, אשדוד<br>מיקוד: 7760912</p>',
    'הבנאים 12, אזור התעשייה | 7760912 | אשדוד | IL',
  ],
  [
    'forushgah.ir',
    'fa',
    '<p>آدرس: تهران، خیابان ولیعصر، پلاک ۲۴، کد پستی: ۱۵۹۸۷۳۴۵۶۱</p>',
    'خیابان ولیعصر، پلاک 24 | 1598734561 | تهران | IR',
  ],
])('reads the address of a page of %s (%s)', (host, lang, html, expected) => {
  expect(address(html, host, lang)).toBe(expected);
});

test.each([
  ['news', '<p>شهد شارع التحرير في القاهرة، مصر، إقبالا كبيرا بحسب 15000 زائر.</p>'],
  ['an offer', '<p>للبيع: شقة، شارع سالم المبارك، السالمية، الكويت</p>'],
  [
    'jobs',
    '<ul><li>شارع الشيخ زايد، دبي، الإمارات - 8000 درهم</li><li>طريق الملك فهد، الرياض، السعودية</li></ul>',
  ],
  [
    'many places',
    '<p>شارع الشيخ زايد، دبي، الإمارات</p><p>طريق الملك فهد، الرياض، السعودية</p><p>شارع السلام، أبوظبي، الإمارات</p>',
  ],
])('has no address of %s', (_, html) => {
  expect(address(html, 'akhbar.com', 'ar')).toBe('- | - | - | -');
});

test('an address with a label counts among many', () => {
  const html =
    '<p>العنوان: شارع النيل 5، القاهرة، مصر</p><p>شارع الشيخ زايد، دبي، الإمارات</p><p>طريق الملك فهد، الرياض، السعودية</p>';
  expect(address(html, 'akhbar.com', 'ar')).toBe('شارع النيل 5 | - | القاهرة | EG');
});
