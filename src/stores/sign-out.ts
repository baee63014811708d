import { logOut as endpoint } from '#api/endpoints/people/log-out.ts';
import { environment } from './environment.ts';
import { request } from './protected-call.ts';
import { forgetClientType } from './remembered-client.ts';
import { $accessToken, logOut, readSession } from './session.ts';

let isSigningOut = false;

/** Ends the session here and on the server, and leads to the public site (product-spec §4), also without a network. */
export async function signOut(publicSiteUrl: string): Promise<void> {
  isSigningOut = true;
  // Another tab may have newer tokens.
  readSession();
  await request(endpoint, {}, { quiet: true });
  logOut();
  forgetClientType();
  environment().location().assign(publicSiteUrl);
}

// After a 401 or 403 a session has ended here alone. The half of it that no script sees is taken away by the server,
// whose answer comes after this page has gone, or never: that cookie opens nothing without the other one.
$accessToken.listen((token, before) => {
  if (token || !before || isSigningOut) return;
  const { method, path } = endpoint;
  const asked = { method, headers: { authorization: `Bearer ${before}` }, keepalive: true };
  environment()
    .fetch(path, asked)
    .catch(() => undefined);
});
