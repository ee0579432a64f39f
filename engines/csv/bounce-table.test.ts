import { expect, it } from 'vitest';
import { readBounceTable } from './bounce-table.ts';

it.each([
  [
    [
      ['Email', 'Reason'],
      ['a@x.com', '550 5.1.1 User unknown'],
      ['', 'nothing'],
      ['b@x.com', ''],
    ],
    [
      { email: 'a@x.com', kind: 'bounce', text: '550 5.1.1 User unknown' },
      { email: 'b@x.com', kind: 'bounce' },
    ],
  ],
  [
    [
      ['Recipient', 'Bounce Type', 'SMTP code', 'Name'],
      ['a@x.com', 'Hard', '5.7.1', 'Ann'],
      ['b@x.com', 'Hard bounce', '', ''],
    ],
    [
      { email: 'a@x.com', kind: 'bounce', code: '5.7.1' },
      { email: 'b@x.com', kind: 'hard' },
    ],
  ],
  [
    [
      ['event', 'email'],
      ['delivered', 'a@x.com'],
      ['spamreport', 'b@x.com'],
      ['Soft', 'c@x.com'],
      ['blocked', 'd@x.com'],
    ],
    [
      { email: 'a@x.com', kind: 'delivered' },
      { email: 'b@x.com', kind: 'complaint' },
      { email: 'c@x.com', kind: 'soft' },
      { email: 'd@x.com', kind: 'policy' },
    ],
  ],
  [
    [
      ['Email', 'Status', 'Type'],
      ['a@x.com', 'Hard bounce', ''],
      ['b@x.com', 'Complaint', ''],
      ['c@x.com', '5.1.1 unknown', ''],
      ['d@x.com', 'Delivered', 'delivered'],
    ],
    [
      { email: 'a@x.com', kind: 'hard' },
      { email: 'b@x.com', kind: 'complaint' },
      { email: 'c@x.com', kind: 'bounce', code: '5.1.1 unknown' },
      { email: 'd@x.com', kind: 'delivered' },
    ],
  ],
  [
    [
      ['Contact', 'Email', 'Reason'],
      ['Jane Doe', 'jane@x.com', 'User unknown'],
    ],
    [{ email: 'jane@x.com', kind: 'bounce', text: 'User unknown' }],
  ],
  [
    [
      ['address', 'code', 'error'],
      ['a@x.com', '550', 'User unknown'],
    ],
    [{ email: 'a@x.com', kind: 'bounce', code: '550', text: 'User unknown' }],
  ],
  [
    [
      ['To', 'Sent to', 'Reason'],
      ['Jane Doe', 'jane@x.com', 'User unknown'],
    ],
    [{ email: 'jane@x.com', kind: 'bounce', text: 'User unknown' }],
  ],
  // An address is also suppressed after a complaint.
  [
    [
      ['Email', 'Type'],
      ['a@x.com', 'Suppressed'],
    ],
    [{ email: 'a@x.com', kind: 'bounce' }],
  ],
  [[['a@x.com', 'Mailbox full']], [{ email: 'a@x.com', kind: 'bounce', text: 'Mailbox full' }]],
  [
    [
      ['Who', 'Why'],
      ['a@x.com', 'x'],
    ],
    [{ email: 'a@x.com', kind: 'bounce' }],
  ],
  [[['Name'], ['Ann']], null],
  [[], null],
])('reads the table %j', (rows, expected) => {
  expect(readBounceTable(rows)).toEqual(expected);
});
