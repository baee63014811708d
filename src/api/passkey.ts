/** Passkeys of clients (WebAuthn level 3): what a browser and the server exchange, and a passkey as its client sees it. */
import * as z from 'zod/mini';

/** Options of a dialog (`PublicKeyCredential.parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON`). */
export const passkeyOptions = z.record(z.string(), z.unknown());
/** The answer of a browser (`PublicKeyCredential.toJSON()`); the server checks what it signs. */
export const passkeyCredential = z.record(z.string(), z.unknown());

export const passkey = z.strictObject({
  id: z.guid(),
  /** Names it to the browser; nothing that opens an account. */
  credentialId: z.string(),
  device: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  countsAt: z.nullable(z.iso.datetime()),
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type PasskeyBody = z.infer<typeof passkey>;
