import { describe, expect, test, vi } from 'vitest';
import { extractPage } from '../extract-page.ts';
import { MAX_ITEMS } from './script-methods.ts';
import { scriptTokens } from './script-tokens.ts';
import { ScriptValues } from './script-values.ts';

function emails(html: string): string[] {
  return extractPage(`<html><body>${html}</body></html>`, 'https://www.acme.com/contact', {
    now: () => 0,
  }).emails.map((email) => email.value);
}

describe('the arguments of a function that writes an address', () => {
  test.each([
    `<a onclick="m('jane','acme','com')">Mail</a><script>function m(u,d,t){location.href='mail'+'to:'+u+'@'+d+'.'+t}</script>`,
    `<a href="javascript:go('acme.com','jane')">Mail</a><script>var go=function(d,u){location="mailto:"+u+"@"+d}</script>`,
    `<a href="#" onclick="return w('jane')">Mail</a><script>function w(n){location="mailto:"+n+"@acme.com"}</script>`,
    '<script>const addr=(n,d)=>n+"@"+d;el.textContent=addr("jane","acme.com")</script>',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: A script of the page, not our text.
    '<script>const addr=n=>`${n}@acme.com`;el.textContent=addr("jane")</script>',
    '<script>(function(u,d){document.write(u+"@"+d)})("jane","acme.com")</script>',
    '<script>((u,d)=>{document.write(u+"@"+d)})("jane","acme.com")</script>',
    '<script>!function(u,d){document.write(u+"@"+d)}("jane","acme.com")</script>',
    '<script>function z(s){return s.split("").reverse().join("")}document.write(z("moc.emca@enaj"))</script>',
    '<script>window.__NUXT__=(function(a,b,c){return {data:[{n:c,correo:a+"@"+b}]}}("jane","acme.com",{x:1}))</script>',
  ])('%s', (html) => expect(emails(html)).toEqual(['jane@acme.com']));
  test.each([
    '<script>function log(a,b){console.log(a+"@"+b)}log("build","2.4.1")</script>',
    '<script>function mailTo(a,b){x=a+"@"+b}</script><p>mailTo("jane","acme.com")</p>',
    '<script>function pkg(a,b){return a+"@"+b}load(pkg("widget","partner.com"))</script>',
  ])('no address: %s', (html) => expect(emails(html)).toEqual([]));
});

describe('attributes that a script joins', () => {
  test.each([
    '<a class="h" data-a="jane" data-b="acme" data-c="com">Mail</a><script>$(".h").each(function(){var e=$(this).data();$(this).attr("href","mailto:"+e.a+"@"+e.b+"."+e.c)})</script>',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: A script of the page, not our text.
    '<a class="x" data-who="jane" data-where="acme.com">Mail</a><script>for(const el of all)el.href=`mailto:${el.dataset.who}@${el.dataset.where}`</script>',
    '<a class="x" data-nom="jane" data-dom-ain="acme.com">Mail</a><script>all.forEach(a=>{const n=a.getAttribute("data-nom"),d=a.dataset.domAin;a.href="mailto:"+n+"@"+d})</script>',
    '<i class="x" data-dom="acme.com" data-nom="jane"></i><script>$(".x").each(function(){$(this).html($(this).data("nom")+"@"+$(this).data("dom"))})</script>',
    '<a class="protected-mail" data-x="jane" data-y="acme.com">Mail</a>',
    '<a class="email-link" data-y="acme" data-z="com" data-x="jane">Mail</a>',
  ])('%s', (html) => expect(emails(html)).toEqual(['jane@acme.com']));
  test.each([
    '<a class="share" data-site="acme.com" data-network="facebook">Share</a>',
    '<a class="mail-share" data-url="acme.com" data-kind="button">Share by mail</a>',
    '<span class="card" data-color="red" data-shop="acme.com"></span>',
    '<a class="email-btn" data-site="acme.com" data-position="footer">Email us</a>',
    '<button class="mail-popup" data-popup="newsletter" data-host="acme.com">Join</button>',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: A script of the page, not our text.
    '<a class="x" data-who="jane" data-where="partner.com">Mail</a><script>el.href=`mailto:${el.dataset.who}@${el.dataset.where}`</script>',
  ])('no address: %s', (html) => expect(emails(html)).toEqual([]));
});

describe('values of attributes under other names', () => {
  test.each([
    '<button data-copy="bWFpbHRvOmphbmVAYWNtZS5jb20=">Copy email</button>',
    '<a data-mx="amFuZUBhY21lLmNvbQ==" class="mailx" href="#">Write</a>',
    '<span title="jane@acme.com"></span>',
    '<span role="img" aria-label="jane@acme.com"></span>',
    '<form action="https://formsubmit.co/ajax/jane@acme.com"></form>',
    '<script>fetch("https://formsubmit.co/ajax/jane@acme.com")</script>',
    '<a href="https://mail.google.com/mail/?view=cm&to=jane@acme.com">Mail</a>',
    '<a href="mailto:jane%2540acme.com">Mail</a>',
    '<a href="data:text/vcard;charset=utf-8,BEGIN%3AVCARD%0AEMAIL%3Bwork%3Ajane%40acme.com">Card</a>',
    '<a href="data:text/x-vcard;base64,QkVHSU46VkNBUkQKRU1BSUw6amFuZUBhY21lLmNvbQo=">Card</a>',
  ])('%s', (html) => expect(emails(html)).toEqual(['jane@acme.com']));
  test('are in ROT13 if that is the own domain', () => {
    const page = extractPage('<a data-enc="inyrevr@npzr.se">x</a>', 'https://acme.fr/', { now: () => 0 });
    expect(page.emails.map(({ value }) => value)).toEqual(['valerie@acme.fr']);
  });
  test.each([
    '<span title="jane@partner.com"></span>',
    '<i class="mail" data-key="amFuZUBwYXJ0bmVyLmNvbQ=="></i>',
    '<a href="https://www.facebook.com/sharer.php?to=jane@partner.com">Share</a>',
  ])('no address: %s', (html) => expect(emails(html)).toEqual([]));
});

describe('a script that ends early or costs more to read than to write', () => {
  const long = 'a'.repeat(1990);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: A script of the page, not our text.
  test.each(['window.', 'document.this.', '`${window.}`', 'atob(window.'])(
    'that ends with %s is read',
    (end) => {
      expect(emails(`<script>document.write("jane"+"@acme.com");x=${end}</script>`)).toEqual([
        'jane@acme.com',
      ]);
    },
  );
  test('calls few methods, however often they are written', () => {
    const split = vi.spyOn(String.prototype, 'split');
    emails(`<script>"@";a="${long}";${'[a.replaceAll("a",a).slice(0,0),'.repeat(1000)}</script>`);
    const calls = split.mock.calls.filter(([separator]) => String(separator) === 'a').length;
    split.mockRestore();
    expect(calls).toBeGreaterThan(10);
    expect(calls).toBeLessThan(200);
  });
  test('makes no long lists and texts', () => {
    const list = `["a"${',"a"'.repeat(399)}]`;
    const values = (code: string) => new ScriptValues(scriptTokens(code)).sum(0);
    expect(values(`${list}.concat(${list},${list})`)?.items).toHaveLength(MAX_ITEMS);
    expect(values(`["a"${`,"${long}"`.repeat(9)}].join("${long}")`)?.text).toHaveLength(2000);
    expect(values(`"${long}".replaceAll("a","${long}")`)?.text).toHaveLength(2000);
    expect(values(`"a".concat("${long}","${long}")`)?.text).toHaveLength(2000);
  });
});
