import { html } from 'hono/html';
import { inputsThroughSignIn, type KeptForm } from './kept-form.ts';
import type { Html } from './page.ts';

/**
 * @param isWrong whether a wrong token was submitted
 * @param kept what somebody sent after the end of their session
 */
export function signInPage(isWrong: boolean, kept?: KeptForm): Html {
  const problem = isWrong
    ? html`<p class="problem" id="token-problem" role="alert">This opens nothing. A link from the start works once; the token is another after every start.</p>`
    : '';
  const told = kept
    ? html`<p class="notice bad" role="status">Your session has ended. What you typed is kept in this page: sign in here, and send it again.</p>`
    : '';
  return html`<div class="gate"><h1>Sign in to edit</h1>${told}<p>Open the link that <code>npm start</code> printed, or paste the <code>operatorToken</code> of <code>run.json</code> in the data directory.</p><form method="post" action="/editor/sign-in" class="story">${kept ? inputsThroughSignIn(kept) : ''}<div class="field${isWrong ? ' bad' : ''}"><label for="token">Token</label>${problem}<input id="token" name="token" type="password" autocomplete="off" required aria-describedby="${isWrong ? 'token-problem' : ''}"></div><button class="primary">Sign in</button></form></div>`;
}
