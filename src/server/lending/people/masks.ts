import type { Context } from 'hono';
import type { Db } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { ROLES, type Role, type StaffCaller } from '#server/lending/staff/colleague.ts';
import type { ListSource } from '#server/lending/staff/list-source.ts';
import { rolesOf } from '#server/lending/staff/staff-route.ts';
import { type Person, readNames } from './store/person-store.ts';
import type { PersonNames } from './store/sealed-details.ts';

// Masks: the owner recognises the value, and nobody else can use it.

/** `+51987654321` → `+51 9•• ••• 321`; a landline, `015551234` → `••••• 234`. */
export function maskedPhone(phone: string): string {
  return phone.startsWith('+51') ? `+51 9•• ••• ${phone.slice(-3)}` : `••••• ${phone.slice(-3)}`;
}

/** Of a document or an account: `45678912` → `••••8912`. */
export function maskedNumber(number: string): string {
  return `••••${number.slice(-4)}`;
}

/** `ana@example.pe` → `a•••@example.pe`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** `Ana Lucía Quispe` → `A••• L••• Q•••`. */
export function maskedName(name: string): string {
  return name
    .split(' ')
    .map((word) => `${[...word].slice(0, 1).join('')}•••`)
    .join(' ');
}

/** Data of a client that colleagues work with. */
export const SHOWN_FIELDS = ['name', 'document', 'phone', 'email'] as const;
type ShownField = (typeof SHOWN_FIELDS)[number];
/** A masked value can be compared with what a client says, and not be used. */
type Sight = 'whole' | 'masked' | 'none';

/**
 * The one table of what each role sees of a client: pages, files, commands and the API are masked by it. Whoever has
 * several roles sees what the most open of them does; a program sees nothing. Each look is on record (`recordShown`).
 */
export const SEEN_BY: Readonly<Record<ShownField, Readonly<Record<Role, Sight>>>> = {
  // Everybody who works on somebody's loan must know whose it is. Administrators manage accounts and prices.
  name: {
    support: 'whole',
    underwriter: 'whole',
    collections: 'whole',
    finance: 'whole',
    compliance: 'whole',
    admin: 'masked',
  },
  // Support types it to open an account, underwriters compare it with its picture, finance puts it on receipts and
  // compliance answers authorities. Whoever calls about a debt only checks that it is the same person.
  document: {
    support: 'whole',
    underwriter: 'whole',
    collections: 'masked',
    finance: 'whole',
    compliance: 'whole',
    admin: 'masked',
  },
  // Collections gets the number from `contact log`, which says whether the law allows the call now (Ley 29571 art. 62).
  // Money is moved without calling anybody.
  phone: {
    support: 'whole',
    underwriter: 'whole',
    collections: 'masked',
    finance: 'none',
    compliance: 'whole',
    admin: 'none',
  },
  email: {
    support: 'whole',
    underwriter: 'whole',
    collections: 'masked',
    finance: 'none',
    compliance: 'whole',
    admin: 'none',
  },
};

const OPENNESS: readonly Sight[] = ['none', 'masked', 'whole'];
const MASKS: Readonly<Record<ShownField, (value: string) => string>> = {
  name: maskedName,
  document: maskedNumber,
  phone: maskedPhone,
  email: maskedEmail,
};

/** Shows values as somebody may see them; null is either no value or one that they do not see. */
export type ShowField = (field: ShownField, value: string | null | undefined) => string | null;

/** Masks by the table for somebody with these roles. */
export function shownTo(roles: readonly StaffCaller[]): ShowField {
  const own = ROLES.filter((role) => roles.includes(role));
  return (field, value) => {
    if (value === null || value === undefined || value === '') return null;
    const sight = Math.max(0, ...own.map((role) => OPENNESS.indexOf(SEEN_BY[field][role])));
    if (OPENNESS[sight] === 'none') return null;
    return OPENNESS[sight] === 'whole' ? value : MASKS[field](value);
  };
}

/** Masks by the table for the caller of an act about one client. */
export function shownToCaller(c: Context): ShowField {
  return shownTo(rolesOf(c));
}

/**
 * Masks for a list of people, by the table and no more than that: names, by which work is done, and the rest masked,
 * because a file of every client's telephone is nobody's work and somebody's theft.
 */
export function shownInList(c: Context): ShowField {
  const show = shownToCaller(c);
  return (field, value) => {
    const shown = show(field, value);
    return shown === null || shown !== value || field === 'name' ? shown : MASKS[field](shown);
  };
}

/** `Ana Lucía Quispe Huamán`; empty where no name is known. */
export function fullName({ firstName, lastName1, lastName2 }: PersonNames): string {
  return [firstName, lastName1, lastName2].filter((name) => name !== undefined).join(' ');
}

/** A client as lists and pages of staff show them. */
export function summaryOf(person: Person, show: ShowField) {
  const { id, documentType, documentNumber, phone, email, status, createdAt } = person;
  return {
    client: show('name', fullName(person)),
    personId: id,
    document: { type: documentType, number: show('document', documentNumber) },
    phone: show('phone', phone),
    email: show('email', email),
    status,
    createdAt: createdAt.toISOString(),
  };
}

interface NamesContext {
  readonly db: { readonly kysely: Db };
  readonly vault: Vault;
}

/** The name of one client, as the caller may see it. */
export async function clientName(c: Context, context: NamesContext, personId: string): Promise<string | null> {
  return (await clientNames(c, context, [personId])).get(personId) ?? null;
}

/** Names of clients by their ids, read at once, as the caller may see them. */
export async function clientNames(
  c: Context,
  { db, vault }: NamesContext,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const show = shownToCaller(c);
  const names = await readNames(db.kysely, vault, [...new Set(personIds)]);
  return new Map([...names].map(([id, name]) => [id, show('name', fullName(name))]));
}

interface OfClient {
  readonly personId: string | null;
}
/** A row with the name of its client before their id. */
export type WithClient<Row extends OfClient> = Row & { readonly client: string | null };

/** Adds to the rows of a list the names of their clients: a page at a time, and of the rows that are shown alone. */
export function withClients<Row extends OfClient>(
  c: Context,
  context: NamesContext,
  source: ListSource<Row>,
): ListSource<WithClient<Row>> {
  return {
    ...source,
    page: async (at) => {
      const { rows, next } = await source.page(at);
      const ids = rows.flatMap(({ personId }) => personId ?? []);
      const names = await clientNames(c, context, ids);
      return { rows: rows.map((row) => named(row, names.get(row.personId ?? '') ?? null)), next };
    },
  };
}

function named<Row extends OfClient>({ personId, ...row }: Row, client: string | null): WithClient<Row> {
  return clientSecond(row, { client, personId }) as unknown as WithClient<Row>;
}

/** Puts the client behind what a row is about, its number: a table shows its columns in this order. */
function clientSecond(row: object, client: object): object {
  const [number, ...rest] = Object.entries(row);
  return Object.fromEntries([...(number ? [number] : []), ...Object.entries(client), ...rest]);
}
