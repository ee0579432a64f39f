import { describe, expect, test } from 'vitest';
import { pageAddress, streetCodeAndCity } from './test-page-address.ts';

describe('an address is read', () => {
  test.each([
    [
      'acme.com.br',
      'Acme<br>Rua Augusta, 500, São Paulo, CEP 01305-000',
      'Rua Augusta, 500 | 01305-000 | São Paulo',
    ],
    [
      'oakhouse.co.uk',
      '2nd Floor, Oak House, 12 High Street, Leeds LS1 4DY',
      '2nd Floor, Oak House, 12 High Street | LS1 4DY | Leeds',
    ],
    ['acme.com', 'Acme<br>12 Mill St, Marietta, Georgia 30060', '12 Mill St | 30060 | Marietta'],
    ['acme.com', 'Acme<br>12 Main St<br>Lebanon, Tennessee 37087', '12 Main St | 37087 | Lebanon'],
    [
      'acme.com',
      'Our principal office is at 46 Fair St., Baxley, Appling County, Georgia 31513.',
      '46 Fair St. | 31513 | Baxley',
    ],
    [
      'acme.com',
      '<dl><dt>Office</dt><dd>389 Thistle Ct., Unit C</dd><dt>Town</dt><dd>Spring Creek, Nev. 89815</dd></dl>',
      '389 Thistle Ct., Unit C | 89815 | Spring Creek',
    ],
    [
      'acme.fr',
      'Siège social<br>3 ter pl. A. Briand, 23170 CHAMBON S/ VOUEIZE',
      '3 ter pl. A. Briand | 23170 | CHAMBON S/ VOUEIZE',
    ],
    [
      'acme.it',
      'Acme<br>Corso Vitt. Emanuele 21/d, 33170 Pordenone',
      'Corso Vitt. Emanuele 21/d | 33170 | Pordenone',
    ],
    [
      'acme.com.br',
      'Acme<br>Trav. dos Mártires, 877 – altos – esq. c/ Rua Floriano Peixoto<br>Bairro: Aldeia. Santarém – Pará. CEP: 68.040-130',
      'Trav. dos Mártires, 877 – altos – esq. c/ Rua Floriano Peixoto, Bairro: Aldeia | 68040-130 | Santarém',
    ],
    [
      'acme.com.br',
      'Acme, com sede na Travessa dos Mártires nº 877, Aldeia, município de Santarém, Estado do Pará, CEP 68040-130',
      'Travessa dos Mártires nº 877, Aldeia | 68040-130 | Santarém',
    ],
    [
      'binmovers.ca',
      '37203 Range Road 2203<br>Bin Movers<br>Box 71<br>St. Gregor, Sask.<br>S0K 3X0',
      'Box 71 | S0K 3X0 | St. Gregor',
    ],
    [
      'acme.co.uk',
      'Acme<br>The Old Dairy<br>Church Farm<br>Nether Whitacre<br>Warwickshire<br>B46 2DX',
      'The Old Dairy, Church Farm | B46 2DX | Nether Whitacre',
    ],
    [
      'acme.ie',
      'Acme, The Old Schoolhouse, Ballyknockan, Co. Wicklow, W91 X2P7, Ireland',
      'The Old Schoolhouse | W91 X2P7 | Ballyknockan',
    ],
    [
      'acme.ca',
      'Acme<br>104032 Range Road 204<br>Lethbridge County, AB T1J 5P1',
      '104032 Range Road 204 | T1J 5P1 | Lethbridge County',
    ],
    [
      'acme.com',
      'Acme<br>County Road 388, half a mile south of Highway 24<br>Glen Elder, Kansas 67446',
      'County Road 388, half a mile south of Highway 24 | 67446 | Glen Elder',
    ],
    [
      'acme.com',
      'Acme Inc.<br>4417 Hollow Creek Pkwy, Bldg. C<br>Mentor, OH 44060',
      '4417 Hollow Creek Pkwy, Bldg. C | 44060 | Mentor',
    ],
    [
      'acme.pe',
      'Acme E.I.R.L. | Jr. Cailloma 417, Int. 205, Cercado de Lima, Lima 15001, Perú',
      'Jr. Cailloma 417, Int. 205, Cercado de Lima | 15001 | Lima',
    ],
    [
      'acme.com.co',
      'Acme S.A.S.<br>Carrera 48 # 26 Sur - 83<br>Envigado, Antioquia, Colombia<br>Código postal 055422',
      'Carrera 48 # 26 Sur - 83 | 055422 | Envigado',
    ],
    [
      'acme.com.ar',
      'Acme S.A.<br>San Martín 2840, M5501 Godoy Cruz, Mendoza',
      'San Martín 2840 | M5501 | Godoy Cruz',
    ],
    [
      'acme.cl',
      'Visítenos en Camino Temuco a Labranza km 9,5, comuna de Temuco, Región de La Araucanía.',
      'Camino Temuco a Labranza km 9,5 | - | Temuco',
    ],
    [
      'acme.com.pk',
      'Acme (Pvt.) Ltd.<br>Plot No. 48, Small Industries Estate<br>Ugoki Road, Sialkot 51340, Pakistan',
      'Plot No. 48, Small Industries Estate, Ugoki Road | 51340 | Sialkot',
    ],
    [
      'acme.com.mt',
      'Acme Ltd<br>18, Triq il-Kbira, Mosta MST 1408, Malta',
      '18, Triq il-Kbira | MST 1408 | Mosta',
    ],
    ['acme.com.mt', 'Acme Ltd, 4 Tower Road, Sliema SLM1609', '4 Tower Road | SLM1609 | Sliema'],
    ['acme.com', 'Acme Inc., 40 N Central Ave, Phoenix, AZ 85004', '40 N Central Ave | 85004 | Phoenix'],
    ['acme.az', 'Acme MMC, Nizami küçəsi 20, AZ 1010 Bakı', 'Nizami küçəsi 20 | AZ 1010 | Bakı'],
    ['acme.az', 'Acme MMC, Nizami küçəsi 20, Bakı, AZ1010', 'Nizami küçəsi 20 | AZ1010 | Bakı'],
    [
      'acme.kz',
      'Acme<br>Банк: АО «Альфа», Кбе 17<br>Юридический адрес: 050012, г. Алматы, ул. Гоголя, 41, оф. 2',
      'ул. Гоголя, 41, оф. 2 | 050012 | г. Алматы',
    ],
    [
      'acme.co.ke',
      'Acme Ltd<br>3rd Floor, Muthithi Road, Westlands<br>P.O. Box 48213 - 00100 Nairobi',
      '3rd Floor, Muthithi Road, Westlands, P.O. Box 48213 | 00100 | Nairobi',
    ],
    [
      'acme.ro',
      'Acme SRL<br>B-dul Nicolae Grigorescu nr. 29A, bl. N22, parter<br>Sector 3, București, 030446',
      'B-dul Nicolae Grigorescu nr. 29A, bl. N22, parter, Sector 3 | 030446 | București',
    ],
    [
      'acme.co.nz',
      'Acme Limited<br>1187 State Highway 6<br>RD 1<br>Richmond 7081',
      '1187 State Highway 6, RD 1 | 7081 | Richmond',
    ],
    [
      'acme.vn',
      'Địa chỉ: 45 Nguyễn Đình Chiểu, Phường 6, Quận 3, TP. Hồ Chí Minh',
      '45 Nguyễn Đình Chiểu, Phường 6, Quận 3 | - | TP. Hồ Chí Minh',
    ],
    [
      'acme.ae',
      'Acme LLC<br>Office 1204, Al Moosa Tower 2<br>Sheikh Zayed Road, Dubai',
      'Office 1204, Al Moosa Tower 2, Sheikh Zayed Road | - | Dubai',
    ],
    [
      'acme.co.th',
      '88/14 หมู่ 5 ถนนเพชรเกษม ตำบลอ้อมใหญ่ อำเภอสามพราน จังหวัดนครปฐม 73160',
      '88/14 หมู่ 5 ถนนเพชรเกษม | 73160 | อำเภอสามพราน',
    ],
    [
      'acme.co.th',
      '99/1 ถนนสุขุมวิท แขวงคลองตันเหนือ เขตวัฒนา กรุงเทพมหานคร 10110',
      '99/1 ถนนสุขุมวิท | 10110 | กรุงเทพมหานคร',
    ],
  ])('of %s: %s', (host, html, expected) => {
    expect(streetCodeAndCity(`<p>${html}</p>`, host, 'en')).toBe(expected);
  });

  test('whose country only a register number tells', () => {
    const html = '<p>Acme<br>Μαγνησίας 12<br>413 35 Λάρισα</p><p>ΑΦΜ: 094827361</p>';
    const country = (page: string) =>
      pageAddress(page, { host: 'acme.com', lang: 'en', fields: ['country'] });
    expect(country(html)).toBe('GR');
  });
});

test.each([
  [
    'ends at the county of an Irish address',
    '<p>Sally Pottery, Ballyknockan, Co. Wicklow, W91 X2P7</p><p>© Sally Pottery</p>',
    'sallypottery.ie',
    'Sally Pottery',
  ],
  [
    'comes after a verb',
    '<p>This policy explains how Queuelark, Inc. uses data.',
    'queuelark.com',
    'Queuelark, Inc.',
  ],
  [
    'stands before other words in Chinese',
    '<footer>毛爸爸寵物食品有限公司 統編 28461989</footer>',
    'maopapa.tw',
    '毛爸爸寵物食品有限公司',
  ],
  [
    'has a Mexican form with a number of shares',
    '<p>Luna Nueva, S.A.S. de C.V.',
    'lunanueva.mx',
    'Luna Nueva, S.A.S. de C.V.',
  ],
  [
    'stands before a dash and a number',
    '<footer>Fundación Los Robles — RUT 65.114.208-3</footer>',
    'colegiolosrobles.cl',
    'Fundación Los Robles',
  ],
  [
    'has a Serbian form in Cyrillic',
    '<footer>Подрум Врело д.о.о., ПИБ 104882317</footer>',
    'podrumvrelo.rs',
    'Подрум Врело д.о.о.',
  ],
  [
    'starts with a Georgian form',
    '<footer>© შპს „მზიანი გზა“, ს/კ 404118826</footer>',
    'mziani.ge',
    'შპს „მზიანი გზა“',
  ],
  [
    'of the bank isn’t that of the company',
    '<p>ТОО «Мастер»<br>АО «Народный Банк»<br>050012, г. Алматы, ул. Гоголя, 41</p>',
    'sk-almaty.kz',
    'ТОО «Мастер»',
  ],
  [
    'goes on after the domain',
    '<title>Coulee Ridge Welding &amp; Fabrication</title>',
    'couleeridgewelding.ca',
    'Coulee Ridge Welding & Fabrication',
  ],
])('a name %s', (_, html, host, expected) => {
  expect(pageAddress(html, { host, lang: 'en', fields: ['organization_name'] })).toBe(expected);
});
