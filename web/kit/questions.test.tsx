import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ConfigContext } from '../lib/config.ts';
import { Questions } from './questions.tsx';

it('send people to the operator in a page that is rendered before the address is known', () => {
  const operator = { email: '__LEADWELL_OPERATOR_EMAIL__' };
  const html = renderToStaticMarkup(
    <ConfigContext value={{ publishableKey: 'prerendered', providers: [], operator }}>
      <Questions
        title="Questions"
        questions={[
          { question: 'Why?', answer: 'It depends.', contact: true },
          { question: 'How?', answer: 'Like this.' },
        ]}
      />
    </ConfigContext>,
  );
  expect(html).toContain('>It depends. Contact the operator of this server.<');
  expect(html).toContain('>Like this.<');
  expect(html).not.toContain('__LEADWELL');
});
