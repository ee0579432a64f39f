import { describe, expect, it } from 'vitest';
import {
  ADDRESS_FAULT_LABELS,
  type AddressFault,
  mailboxAddress,
  readEmailAddress,
} from './email-address.ts';

const long = (character: string, count: number) => character.repeat(count);
/** Four labels, `count` characters in all, ending in .com. */
const longDomain = (count: number) =>
  `${long('d', 63)}.${long('e', 63)}.${long('f', 63)}.${long('g', count - 63 * 3 - 3 - 4)}.com`;

/** Inputs with their canonical form; null where both are the same. */
const VALID: [string, string | null][] = [
  // dot-atoms
  ['sam@acme.com', null],
  ['sam.lee@acme.com', null],
  ['sam.j.lee@acme.com', null],
  ['s@acme.com', null],
  ['7@acme.com', null],
  ['1234567890@acme.com', null],
  ['sam+news@acme.com', null],
  ['sam-lee@acme.com', null],
  ['-sam-@acme.com', null],
  ['_sam_@acme.com', null],
  ['sam_lee@acme.com', null],
  ["sam.o'neil@acme.com", null],
  ['sam/lee@acme.com', null],
  ['sam=lee@acme.com', null],
  ['!#$%&*+/=?^_`{|}~@acme.com', null],
  ['{sam}@acme.com', null],
  ['sam|lee@acme.com', null],
  ['$1000@acme.com', null],
  ['%path%@acme.com', null],
  ['Sam.LEE@acme.com', null],
  ['sam@ACME.Com', 'sam@acme.com'],
  ['  sam@acme.com\n', 'sam@acme.com'],
  ['\tsam@acme.com', 'sam@acme.com'],
  [`${long('a', 64)}@acme.com`, null],
  // quoted local parts
  ['"sam lee"@acme.com', null],
  ['"sam..lee"@acme.com', null],
  ['".sam"@acme.com', null],
  ['"sam."@acme.com', null],
  ['"sam@home"@acme.com', null],
  ['"sam(lee)"@acme.com', null],
  ['"sam,lee"@acme.com', null],
  ['"<sam>"@acme.com', null],
  ['"sam:lee;"@acme.com', null],
  ['"[sam]"@acme.com', null],
  ['"\\""@acme.com', null],
  ['"\\\\"@acme.com', null],
  ['"sam\\ lee"@acme.com', '"sam lee"@acme.com'],
  ['"s\\am"@acme.com', 'sam@acme.com'],
  ['"sam"@acme.com', 'sam@acme.com'],
  ['"sam.lee"@acme.com', 'sam.lee@acme.com'],
  ['" "@acme.com', null],
  ['""@acme.com', null],
  ['"much.more unusual"@acme.com', null],
  [`"${long('a', 60)} b"@acme.com`, null],
  // domains
  ['sam@a.io', null],
  ['sam@mail.acme.co.uk', null],
  ['sam@acme-tools.com', null],
  ['sam@a--b.com', null],
  ['sam@3com.com', null],
  ['sam@123.com', null],
  ['sam@1.2.3.com', null],
  ['sam@acme.museum', null],
  ['sam@acme.c0m', null],
  ['sam@x.y.z.w.v.com', null],
  [`sam@${long('d', 63)}.com`, null],
  [`s@${longDomain(252)}`, null],
  [`sam@${longDomain(250)}`, null],
  // non-Latin scripts
  ['sam@münchen.de', 'sam@xn--mnchen-3ya.de'],
  ['sam@MÜNCHEN.de', 'sam@xn--mnchen-3ya.de'],
  ['sam@mu\u0308nchen.de', 'sam@xn--mnchen-3ya.de'],
  ['sam@xn--mnchen-3ya.de', null],
  ['sam@faß.de', 'sam@xn--fa-hia.de'],
  ['sam@例子.公司', 'sam@xn--fsqu00a.xn--55qx5d'],
  ['sam@пример.рф', 'sam@xn--e1afmkfd.xn--p1ai'],
  ['sam@ａｃｍｅ．ｃｏｍ', 'sam@acme.com'],
  ['sam@acme。com', 'sam@acme.com'],
  ['josé@acme.com', null],
  ['jose\u0301@acme.com', 'josé@acme.com'],
  ['用户@例子.公司', '用户@xn--fsqu00a.xn--55qx5d'],
  ['дмитрий@пример.рф', 'дмитрий@xn--e1afmkfd.xn--p1ai'],
  ['संपर्क@डाटा.भारत', 'संपर्क@xn--c2bd1gb.xn--h2brj9c'],
  ['"josé lee"@acme.com', null],
  ['🙂@acme.com', null],
  // address literals
  ['sam@[192.0.2.1]', null],
  ['sam@[255.255.255.255]', null],
  ['sam@[192.000.002.001]', 'sam@[192.0.2.1]'],
  ['sam@[IPv6:2001:db8::1]', null],
  ['sam@[ipv6:2001:DB8::1]', 'sam@[IPv6:2001:db8::1]'],
  ['sam@[IPv6:1:2:3:4:5:6:7:8]', null],
  ['sam@[IPv6:::1]', null],
  ['sam@[IPv6:::]', null],
  ['sam@[IPv6:::ffff:192.0.2.1]', null],
  ['"sam lee"@[192.0.2.1]', null],
];

const INVALID: [string, AddressFault][] = [
  ['', 'empty'],
  ['   ', 'empty'],
  ['sam', 'no-at'],
  ['acme.com', 'no-at'],
  ['sam at acme.com', 'no-at'],
  ['@', 'local-empty'],
  ['@acme.com', 'local-empty'],
  ['sam@', 'domain-empty'],
  ['sam@@acme.com', 'several-at'],
  ['sam@home@acme.com', 'several-at'],
  ['sam@acme.com@', 'several-at'],
  ['sam@acme.com,lee@acme.com', 'several-at'],
  ['.sam@acme.com', 'local-dot'],
  ['sam.@acme.com', 'local-dot'],
  ['sam..lee@acme.com', 'local-dot'],
  ['.@acme.com', 'local-dot'],
  ['sam lee@acme.com', 'local-space'],
  ['sam\tlee@acme.com', 'local-space'],
  ['sam @acme.com', 'local-space'],
  ['sam,lee@acme.com', 'local-character'],
  ['sam;lee@acme.com', 'local-character'],
  ['sam:lee@acme.com', 'local-character'],
  ['mailto:sam@acme.com', 'local-character'],
  ['sam\\lee@acme.com', 'local-character'],
  ['sam[lee]@acme.com', 'local-character'],
  ['sam>@acme.com', 'local-character'],
  ['sam"lee@acme.com', 'local-character'],
  ['sam"lee"@acme.com', 'local-character'],
  ['sam.“lee”@acme.com\u0000', 'domain-character'],
  ['sam\u0000@acme.com', 'local-character'],
  ['sam\u007f@acme.com', 'local-character'],
  ['sam\r\nRCPT TO:<lee@acme.com>@acme.com', 'local-character'],
  ['sam\nlee@acme.com', 'local-character'],
  ['sam\u200b@acme.com', 'local-character'],
  ['sam\u202elee@acme.com', 'local-character'],
  ['sam\u00a0lee@acme.com', 'local-character'],
  ['sam\u0085@acme.com', 'local-character'],
  ['sam\ue000@acme.com', 'local-character'],
  ['sam\ud800@acme.com', 'not-text'],
  ['sam(work)@acme.com', 'comment'],
  ['(work)sam@acme.com', 'comment'],
  ['sam@acme.com(work)', 'domain-character'],
  ['Sam Lee <sam@acme.com>', 'display-name'],
  ['<sam@acme.com>', 'display-name'],
  ['"Sam Lee" <sam@acme.com>', 'display-name'],
  [`${long('a', 65)}@acme.com`, 'local-too-long'],
  [`${long('é', 33)}@acme.com`, 'local-too-long'],
  [`"${long('a', 62)} b"@acme.com`, 'local-too-long'],
  [`${long('a', 64)}@${longDomain(200)}`, 'too-long'],
  [`sam@${longDomain(251)}`, 'too-long'],
  [`${long('a', 10_000_000)}@acme.com`, 'too-long'],
  // quotes
  ['"sam@acme.com', 'quote-open'],
  ['"sam\\"@acme.com', 'quote-open'],
  ['"sam', 'quote-open'],
  ['"', 'quote-open'],
  ['"sam"', 'no-at'],
  ['"sam"lee@acme.com', 'quote-and-more'],
  ['"sam" @acme.com', 'quote-and-more'],
  ['"sam".lee@acme.com', 'quote-and-more'],
  ['"sam\nlee"@acme.com', 'quote-character'],
  ['"sam\\\nlee"@acme.com', 'quote-character'],
  ['"sam\u0000"@acme.com', 'quote-character'],
  ['"sam\tlee"@acme.com', 'quote-character'],
  ['"sam\u200blee"@acme.com', 'quote-character'],
  // domains
  ['sam@acme', 'domain-no-dot'],
  ['sam@localhost', 'domain-no-dot'],
  ['sam@com', 'domain-no-dot'],
  ['sam@.acme.com', 'domain-dot'],
  ['sam@acme.com.', 'domain-dot'],
  ['sam@acme..com', 'domain-dot'],
  ['sam@.', 'domain-dot'],
  ['sam@acme com', 'domain-space'],
  ['sam@ acme.com', 'domain-space'],
  ['sam@acme.com lee@acme.com', 'several-at'],
  ['sam@acme.\ncom', 'domain-space'],
  ['sam@acme_tools.com', 'domain-character'],
  ['sam@acme!.com', 'domain-character'],
  ['sam@acme,com', 'domain-character'],
  ['sam@acme.com;', 'domain-character'],
  ['sam@acme.com/about', 'domain-character'],
  ['sam@acme.com:25', 'domain-character'],
  ['sam@%61cme.com', 'domain-character'],
  ['sam@acme.com\\', 'domain-character'],
  ['sam@"acme".com', 'domain-character'],
  ['sam@-acme.com', 'label-hyphen'],
  ['sam@acme-.com', 'label-hyphen'],
  ['sam@acme.-com', 'label-hyphen'],
  ['sam@acme.com-', 'label-hyphen'],
  ['sam@192.0.2.1', 'ending-numeric'],
  ['sam@acme.123', 'ending-numeric'],
  [`sam@${long('d', 64)}.com`, 'label-too-long'],
  [`sam@${long('ü', 60)}.com`, 'label-too-long'],
  [`s@${longDomain(254)}`, 'domain-too-long'],
  [`s@${long('ü', 1_500)}.com`, 'domain-too-long'],
  // domains that map to forbidden characters or to nothing
  ['sam@ac℀me.com', 'domain-international'],
  ['sam@acme／x.com', 'domain-international'],
  ['sam@xn--ls8h=.com', 'domain-character'],
  ['sam@a\ufffdb.com', 'domain-international'],
  ['sam@\u00ad.com', 'domain-dot'],
  // address literals
  ['sam@[192.0.2.1', 'literal-open'],
  ['sam@[192.0.2.1].com', 'literal-open'],
  ['sam@[]', 'literal-ip'],
  ['sam@[192.0.2]', 'literal-ip'],
  ['sam@[192.0.2.256]', 'literal-ip'],
  ['sam@[192.0.2.1.5]', 'literal-ip'],
  ['sam@[192.0.2.0001]', 'literal-ip'],
  ['sam@[acme.com]', 'literal-ip'],
  ['sam@[2001:db8::1]', 'literal-kind'],
  ['sam@[IPv6:192.0.2.1]', 'literal-ip'],
  ['sam@[IPv6:2001:db8::1::2]', 'literal-ip'],
  ['sam@[IPv6:2001:db8::1%eth0]', 'literal-ip'],
  ['sam@[IPv6:12345::1]', 'literal-ip'],
  ['sam@[IPv6:]', 'literal-ip'],
  ['sam@[tag:content]', 'literal-kind'],
];

const abbreviate = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 77)}...` : text);

describe('an address', () => {
  it.each(VALID.map(([written, canonical]) => [abbreviate(written), written, canonical ?? written]))(
    'parses %s',
    (_, written, canonical) => {
      expect(readEmailAddress(written)).toMatchObject({ ok: true, address: { canonical } });
      // Parsing the canonical form gives the same result.
      expect(readEmailAddress(canonical)).toEqual(readEmailAddress(written));
    },
  );

  it.each(INVALID.map(([written, fault]) => [abbreviate(written), fault, written] as const))(
    'rejects %s: %s',
    (_, fault, written) => {
      expect(readEmailAddress(written)).toEqual({ ok: false, fault });
    },
  );

  it('returns the parts of an address', () => {
    expect(readEmailAddress('"Sam \\"S\\" Lee"@Acme.com')).toEqual({
      ok: true,
      address: {
        canonical: '"Sam \\"S\\" Lee"@acme.com',
        local: 'Sam "S" Lee',
        domain: 'acme.com',
        ip: null,
        needsSmtpUtf8: false,
      },
    });
    expect(readEmailAddress('josé@[IPv6:2001:DB8::5]')).toMatchObject({
      address: { domain: '[IPv6:2001:db8::5]', ip: '2001:db8::5', needsSmtpUtf8: true },
    });
  });

  it('has a label and a test case for every fault', () => {
    const faults = new Set(INVALID.map(([, fault]) => fault));
    expect([...faults].sort()).toEqual(Object.keys(ADDRESS_FAULT_LABELS).sort());
    for (const label of Object.values(ADDRESS_FAULT_LABELS)) expect(label).toMatch(/^[A-Z].{15,}/);
  });

  it('never passes a line break to a server', () => {
    for (const [written] of [...VALID, ...INVALID]) {
      const reading = readEmailAddress(written);
      if (reading.ok) expect(reading.address.canonical).not.toMatch(/[\r\n\0]/);
    }
  });
});

it.each([
  ['ada@acme.com', 'ada@acme.com'],
  ['ada.l@acme.com', 'ada.l@acme.com'],
  ['ada+1@acme.com', 'ada@acme.com'],
  ['ada+a+b@acme.com', 'ada@acme.com'],
  ['+ada@acme.com', '+ada@acme.com'],
  ['a.d.a@gmail.com', 'ada@gmail.com'],
  ['a.da+x.y@googlemail.com', 'ada@gmail.com'],
  ['ada@mail.gmail.com', 'ada@mail.gmail.com'],
])('the mailbox of %s is %s', (email, mailbox) => {
  expect(mailboxAddress(email)).toBe(mailbox);
});
