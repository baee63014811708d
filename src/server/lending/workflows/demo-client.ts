import type { IdentityContext } from '../identity.ts';
import { createPerson, type NewPerson } from '../store/person-store.ts';
import { sandboxLink } from './sandbox-sign-in.ts';

/** The sandbox's client. The document is a made-up one of the specification's samples; nobody has the telephone. */
const DEMO: NewPerson = {
  documentType: 'DNI',
  documentNumber: '45678912',
  firstName: 'Ana',
  lastName1: 'Quispe',
  lastName2: 'Huamán',
  birthDate: '1990-05-01',
  phone: '+51900000321',
  email: 'ana@example.pe',
  address: { ubigeo: '150122', streetType: 'AV', street: 'Ejemplo', number: '120' },
};

/** The same client at every start, made at the first one. @returns who it is, and a link that signs them in once */
export async function ensureDemoClient(
  context: IdentityContext,
): Promise<{ readonly personId: string; readonly url: string }> {
  const { db, vault, clock } = context;
  const now = clock.now();
  const proven = { phoneVerifiedAt: new Date(now), emailVerifiedAt: new Date(now) };
  const { personId } = await createPerson(db.kysely, vault, { ...DEMO, ...proven }, now);
  return { personId, url: await sandboxLink(context, personId) };
}
