import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { authMessage, signInMessage } from '../../lib/auth-failure.ts';
import { type ClientConfig, ConfigContext } from '../../lib/config.ts';
import { FailureAlert } from './failure-alert.tsx';

const CONFIG: ClientConfig = { publishableKey: 'leadwell-public', providers: [] };
const render = (text: string, email?: string) =>
  renderToStaticMarkup(
    <ConfigContext value={{ ...CONFIG, ...(email ? { operator: { email } } : {}) }}>
      <FailureAlert text={text} />
    </ConfigContext>,
  );

it('of a disabled account gives the address of the operator, however the person logs in', () => {
  // The text of the server may have the address, too.
  const banned = { code: 'user_banned', status: 400, message: 'This account has been disabled.' };
  for (const text of [authMessage(banned), signInMessage(banned)]) {
    expect(render(text, 'ops@leads.example')).toMatch(
      />This account has been disabled\. Contact the operator of this server: <a href="mailto:ops@leads\.example"/,
    );
    expect(render(text)).toContain('>This account has been disabled. Contact the operator of this server.<');
  }
  expect(render('Login failed.', 'ops@leads.example')).toContain('>Login failed.<');
});
