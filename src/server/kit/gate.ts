import type { Context } from 'hono';
import type { Access, Assurance, StepUpPurpose } from '#api/access.ts';
import type { Endpoint } from '#api/endpoint.ts';
import type { ImpersonationMode } from '#api/impersonation.ts';
import type { Refusal } from './errors.ts';

/** The caller of a protected endpoint. */
export interface Client {
  readonly personId: string;
  readonly sessionId: string;
  /** At least the assurance the endpoint requires. */
  readonly assurance: Assurance;
  /** The proof of a step-up endpoint, stored as evidence of the agreement. */
  readonly stepUp?:
    | { readonly purpose: StepUpPurpose; readonly challengeId: string; readonly grantedAt: Date }
    | undefined;
  /** Support acting for the client; `personId` is still the client's. */
  readonly impersonation?:
    | { readonly id: string; readonly staff: string; readonly mode: ImpersonationMode; readonly until: Date }
    | undefined;
}

export type Entry =
  | {
      readonly kind: 'let-in';
      readonly client: Client;
      /** Whole `Set-Cookie` values added to any response: sessions rotate their tokens. */
      readonly cookies: readonly string[];
    }
  | Refusal;

/** Authorises requests to protected endpoints. Refused requests never reach the route. */
export type Gate = (c: Context, endpoint: Endpoint & { readonly access: Access }) => Promise<Entry>;

/** Tells whether a browser asks by itself: with its cookies, from one of our pages or from nowhere. */
export function isOpenedInTab({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  return !headers.has('authorization') && (site === 'same-origin' || site === 'none');
}
