import { sql } from 'kysely';
import type { DataRequestKind } from '#loan/data-request.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { keyset, type ListSource, placesOf } from '#server/lending/staff/list-source.ts';
import { clientOf } from './ask-as-visitor.ts';
import { readWaitingRequests } from './data-request-store.ts';
import { readWaitingVisitorRequests, type VisitorAsked } from './visitor-request-store.ts';

/** A request about personal data that waits for an answer, of a client or of somebody without an account. */
export interface RequestRow {
  readonly id: string;
  readonly type: DataRequestKind;
  readonly dueDate: string;
  readonly createdAt: string;
  /** The client who asked in their account; null without one. */
  readonly personId: string | null;
  /** The client's words. Null: the client was erased, or the key that sealed them is gone; without an account too. */
  readonly detail: string | null;
  readonly isErased: boolean;
  /** Who asked without an account, in their own words; null when the key that sealed them is gone. */
  readonly asked: VisitorAsked | null;
  /** The client whose document was named without an account: nobody has proved that it is theirs. */
  readonly clientId: string | null;
  /** The request whose document can be looked at. */
  readonly identity: string | null;
}

const KEYS = { dueOn: 'date', id: 'uuid' } as const;
export const isRequestPlace = placesOf(KEYS);

/** Requests that wait, the most urgent first, whichever way they came. */
export function listWaitingRequests(
  { db, vault }: IdentityContext,
  only: { readonly id?: string | undefined } = {},
): ListSource<RequestRow> {
  const { kysely } = db;
  const rows = kysely
    .selectFrom('data_request')
    .select(['id', 'due_on as dueOn', sql<boolean>`true`.as('hasAccount')])
    .where('status', 'in', ['RECEIVED', 'IN_PROGRESS'])
    .unionAll(
      kysely
        .selectFrom('visitor_data_request')
        .select(['id', 'due_on as dueOn', sql<boolean>`false`.as('hasAccount')])
        .where('status', '=', 'RECEIVED'),
    );
  return keyset(kysely, { rows, keys: KEYS, only }, async (stored) => {
    const [own, without] = [true, false].map((has) =>
      stored.flatMap(({ id, hasAccount }) => (hasAccount === has ? [id] : [])),
    );
    const known = new Map<string, RequestRow>();
    for (const { status: _, ...request } of await readWaitingRequests(kysely, vault, own ?? [])) {
      known.set(request.id, { ...request, asked: null, clientId: null, identity: null });
    }
    for (const request of await readWaitingVisitorRequests(kysely, vault, without ?? [])) {
      const clientId = (request.asked && (await clientOf(kysely, vault, request.asked))) ?? null;
      known.set(request.id, {
        ...request,
        personId: null,
        detail: null,
        isErased: false,
        clientId,
        identity: request.id,
      });
    }
    // One that was answered meanwhile waits no longer.
    return stored.flatMap(({ id }) => known.get(id) ?? []);
  });
}
