/** Passkeys of clients (WebAuthn level 3): what a browser and the server exchange, and a passkey as its client sees it. */
import * as z from 'zod/mini';
import { anyNames } from './fields.ts';
import { means } from './means.ts';

/** Options of a dialog (`PublicKeyCredential.parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON`). */
export const passkeyOptions = anyNames(z.unknown());
/** The answer of a browser (`PublicKeyCredential.toJSON()`); the server checks what it signs. */
export const passkeyCredential = anyNames(z.unknown());

export const passkey = z.strictObject({
  id: means('Names the passkey.', z.guid()),
  credentialId: means('Names it to the browser; nothing that opens an account.', z.string()),
  device: means('Browser and system; null when it does not say.', z.nullable(z.string())),
  createdAt: means('When it was added.', z.iso.datetime()),
  countsAt: means('From when it opens a session; null once it does.', z.nullable(z.iso.datetime())),
  lastUsedAt: means('When it last opened a session.', z.nullable(z.iso.datetime())),
});
export type PasskeyBody = z.infer<typeof passkey>;
