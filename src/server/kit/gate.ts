import type { Context } from 'hono';
import type { Access, Assurance, ImpersonationMode, StepUpPurpose } from '#api/access.ts';
import type { Endpoint } from '#api/endpoint.ts';
import type { Refusal } from './errors.ts';

/** Who makes a call of a protected endpoint. */
export interface Client {
  readonly personId: string;
  readonly sessionId: string;
  /** At least what the endpoint asks for. */
  readonly assurance: Assurance;
  /** The proof an endpoint with a step-up asked for: evidence of what was agreed to. */
  readonly stepUp?:
    | { readonly purpose: StepUpPurpose; readonly challengeId: string; readonly grantedAt: Date }
    | undefined;
  /** Staff in the client's place; the client is still `personId`. */
  readonly impersonation?:
    | { readonly id: string; readonly staff: string; readonly mode: ImpersonationMode; readonly until: Date }
    | undefined;
}

export type Entry =
  | {
      readonly kind: 'let-in';
      readonly client: Client;
      /** Whole `Set-Cookie` values that go with whatever is answered: a session changes its pair now and then. */
      readonly cookies: readonly string[];
    }
  | Refusal;

/** Decides who gets through to a protected endpoint. What it refuses, the route never hears of. */
export type Gate = (c: Context, endpoint: Endpoint & { readonly access: Access }) => Promise<Entry>;
