import { createHash } from 'node:crypto';
import { type Vault, VaultError } from '#server/kit/vault.ts';

/** The hidden field of a form that says which rendering it is and for which account it was made. */
export const FORM_ID = 'form-id';

const PLACE = { table: 'desk_page', column: 'form', id: '' } as const;

/** Makes the id of one rendering of a form: sealing the same account again gives another text. */
export function newFormId(vault: Vault, colleagueId: string): string {
  return vault.seal(colleagueId, PLACE);
}

/** The account for which a form was made; undefined when nothing of ours says so. */
export function accountOfForm(vault: Vault, id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  try {
    return vault.open(id, PLACE);
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}

/** Derives the id of what is sent: the same when the same form is sent again with the same content. */
export async function idOfSending(
  formId: string,
  { path, init: { body } }: { readonly path: string; readonly init: RequestInit },
): Promise<string> {
  const hash = createHash('sha256');
  const add = (part: string | Uint8Array) => hash.update(`${part.length}:`).update(part);
  add(formId);
  add(path);
  if (!(body instanceof FormData)) add(String(body));
  else {
    for (const [name, value] of body) {
      add(name);
      add(typeof value === 'string' ? value : value.name);
      if (typeof value !== 'string') add(new Uint8Array(await value.arrayBuffer()));
    }
  }
  return hash.digest('base64url');
}
