import { logOut as endpoint } from '#api/endpoints/people/log-out.ts';
import { environment } from './environment.ts';
import { request } from './protected-call.ts';
import { forgetClientType } from './remembered-client.ts';
import { logOut, readSession } from './session.ts';

/** Ends the session here and on the server, and leads to the public site (product-spec §4), also without a network. */
export async function signOut(publicSiteUrl: string): Promise<void> {
  // Another tab may have newer tokens.
  readSession();
  await request(endpoint, {}, { quiet: true });
  logOut();
  forgetClientType();
  environment().location().assign(publicSiteUrl);
}
