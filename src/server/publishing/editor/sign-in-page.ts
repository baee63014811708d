import { html } from 'hono/html';
import { inputsThroughSignIn, type KeptForm } from './kept-form.ts';
import type { Say } from './language.ts';
import type { Html } from './page.ts';

/**
 * @param isWrong whether a wrong token was submitted
 * @param kept what somebody sent after the end of their session
 */
export function signInPage(say: Say, isWrong: boolean, kept?: KeptForm): Html {
  const problem = isWrong ? html`<p class="problem" id="token-problem" role="alert">${say('sign_in_wrong')}</p>` : '';
  const told = kept ? html`<p class="notice bad" role="status">${say('sign_in_kept')}</p>` : '';
  return html`<div class="gate"><h1>${say('sign_in_title')}</h1>${told}<p>${say('sign_in_how')}</p><form method="post" action="/editor/sign-in" class="story">${kept ? inputsThroughSignIn(kept) : ''}<div class="field${isWrong ? ' bad' : ''}"><label for="token">${say('token')}</label>${problem}<input id="token" name="token" type="password" autocomplete="off" required aria-describedby="${isWrong ? 'token-problem' : ''}"></div><button class="primary">${say('sign_in')}</button></form><p class="hint">${say('sign_in_roles')}</p></div>`;
}
