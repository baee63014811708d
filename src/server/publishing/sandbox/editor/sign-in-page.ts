import { html } from 'hono/html';
import { inputsThroughSignIn, type KeptForm } from './kept-form.ts';
import type { Say } from './language.ts';
import type { Html } from './page.ts';

/**
 * @param about.problem why the last token was not taken
 * @param about.kept what somebody sent after the end of their session
 */
export function signInPage(
  say: Say,
  { problem, kept }: { readonly problem?: string | undefined; readonly kept?: KeptForm | undefined },
): Html {
  const said = problem ? html`<p class="problem" id="token-problem" role="alert">${problem}</p>` : '';
  const told = kept ? html`<p class="notice bad" role="status">${say('sign_in_kept')}</p>` : '';
  return html`<div class="gate"><h1>${say('sign_in_title')}</h1>${told}<p>${say('sign_in_how')}</p><form method="post" action="/editor/sign-in" class="story">${kept ? inputsThroughSignIn(kept) : ''}<div class="field${problem ? ' bad' : ''}"><label for="token">${say('token')}</label>${said}<input id="token" name="token" type="password" autocomplete="off" required aria-describedby="${problem ? 'token-problem' : ''}"></div><button class="primary">${say('sign_in')}</button></form><p class="hint">${say('sign_in_roles')}</p></div>`;
}
