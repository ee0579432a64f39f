import { describe, expect, it } from 'vitest';
import { headerSignals, pageSignals } from './mining-signals.ts';

describe('headers', () => {
  it.each([
    [{}, null, false],
    [{ 'tdm-reservation': '1' }, '1', false],
    [{ 'tdm-reservation': ' 0 ' }, '0', false],
    [{ 'tdm-reservation': 'yes' }, null, false],
    [{ 'x-robots-tag': 'noai' }, null, true],
    [{ 'x-robots-tag': 'noindex, NoAI, noimageai' }, null, true],
    [{ 'x-robots-tag': 'noimageai' }, null, false],
    [{ 'x-robots-tag': 'otherbot: noindex, noai' }, null, false],
    [{ 'x-robots-tag': 'leadwellbot: noai' }, null, true],
    [{ 'x-robots-tag': ['otherbot: noindex', 'max-snippet: 5, noai'] }, null, true],
  ])('%j', (headers, reservation, noai) => {
    expect(headerSignals(headers, 'LeadwellBot')).toEqual({ reservation, noai });
  });
});

describe('pages', () => {
  it.each([
    ['<title>x</title>', null, false],
    ['<meta name="tdm-reservation" content="1">', '1', false],
    ["<META CONTENT='1' NAME='TDM-Reservation'/>", '1', false],
    ['<meta name=tdm-reservation content=0>', '0', false],
    ['<meta name="tdm-reservation" content="x"><meta name="tdm-reservation" content="1">', '1', false],
    ['<meta name="robots" content="index"><meta name="robots" content="noai, noimageai">', null, true],
    ['<meta name="LeadwellBot" content="noai">', null, true],
    ['<meta name="otherbot" content="noai">', null, false],
    ['<meta name="robots" content="noindex, nofollow">', null, false],
    ['<!-- <meta name="robots" content="noai"> -->', null, false],
    ['<script>"<meta name=robots content=noai>"</script>', null, false],
    ['<script>1</script><meta name="robots" content="noai">', null, true],
    ['<p content="noai" name="robots">', null, false],
  ])('%s', (html, reservation, noai) => {
    expect(pageSignals(html, 'LeadwellBot')).toEqual({ reservation, noai });
  });
});
