/** Options as the server sends them, and what browsers answer: JSON for and of their own functions. */
export type PasskeyJson = Readonly<Record<string, unknown>>;

/** Undefined in a browser that cannot make or use passkeys: nothing is offered there. */
export function passkeyApi(): typeof PublicKeyCredential | undefined {
  const { PublicKeyCredential: api } = globalThis as Partial<typeof globalThis>;
  const { parseCreationOptionsFromJSON }: Partial<typeof PublicKeyCredential> = api ?? {};
  return parseCreationOptionsFromJSON ? api : undefined;
}

export type MadePasskey =
  | { readonly kind: 'made'; readonly credential: PasskeyJson }
  /** This device has one of this account already. */
  | { readonly kind: 'known' }
  /** The person closed the dialog, or let it pass. */
  | { readonly kind: 'closed' };

/** Opens the browser's dialog that makes a passkey. */
export async function makePasskey(api: typeof PublicKeyCredential, options: PasskeyJson): Promise<MadePasskey> {
  try {
    const given = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    const made = await navigator.credentials.create({ publicKey: api.parseCreationOptionsFromJSON(given) });
    return made
      ? { kind: 'made', credential: (made as PublicKeyCredential).toJSON() as unknown as PasskeyJson }
      : { kind: 'closed' };
  } catch (error) {
    return { kind: error instanceof DOMException && error.name === 'InvalidStateError' ? 'known' : 'closed' };
  }
}

/** Tells the browser that a passkey is gone, so that it is offered no more; not every browser listens. */
export async function forgetInBrowser(rpId: string, credentialId: string): Promise<void> {
  const api = passkeyApi() as Partial<typeof PublicKeyCredential> | undefined;
  await api?.signalUnknownCredential?.({ rpId, credentialId }).catch(() => undefined);
}
