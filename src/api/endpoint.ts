import type * as z from 'zod/mini';
import type { Access } from './access.ts';
import type { RefusalCode } from './refusals.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One call of the API: the server validates with it, the client's types come from it, and OpenAPI is generated from
 * it. `query` and `body` are strict objects: unknown fields are refused with `unknown`, unless the endpoint says
 * otherwise.
 */
export interface Endpoint<
  Query extends z.core.$ZodType = z.core.$ZodType,
  Body extends z.core.$ZodType = z.core.$ZodType,
  Response extends z.core.$ZodType = z.core.$ZodType,
  Params extends z.core.$ZodType = z.core.$ZodType,
  Asked extends Access = Access,
> {
  /** verb-noun, the same in api, routes and tests. */
  readonly name: string;
  readonly method: Method;
  readonly path: `/api/v1/${string}`;
  readonly summary: string;
  /** The required assurance; without it anybody may call. 401 and 428 are answered before the input is read. */
  readonly access?: Asked;
  /**
   * The rights of support staff to make this call for a client. By default reading is allowed and everything else is
   * 403 `impersonation_forbidden`; `assist` allows it in the mode of that name only (domain 2.2).
   */
  readonly impersonation?: 'allowed' | 'assist' | 'forbidden';
  /** Names in braces in the path. An invalid value gets the same 404 as an unknown one. */
  readonly params?: Params;
  readonly query?: Query;
  /** Its own headers, in small letters: for secrets, because an address must not carry any. The route reads them. */
  readonly headers?: z.core.$ZodType;
  readonly body?: Body;
  /** The body is a multipart form with files instead of JSON; the route reads it, the summary names its parts. */
  readonly files?: true;
  /** A smaller limit of the body's size; exceeding it is a 400, not a 413. */
  readonly maxBodyBytes?: number;
  /** The body's unknown fields are ignored instead of refused. */
  readonly ignoresUnknownFields?: true;
  /** Default 200. A 204 has no body: its `response` is `z.undefined()`. */
  readonly successStatus?: 201 | 202 | 204;
  readonly response: Response;
  /** The response is a file of this media type, and `response` is `z.undefined()`. */
  readonly file?: 'application/pdf' | 'application/xml' | 'application/zip';
  /** Names omitted in field errors: an error of `singlePayInquiry.amount` names `amount` (domain 2.17). */
  readonly envelope?: readonly string[];
  /**
   * Business refusals beyond the general ones (400, 413, 415, 429, 500, 503; with `access` 401, 403 and 428; with
   * `params` 404).
   */
  readonly refusals?: readonly RefusalCode[];
  /** Example request and response; both are validated by a test and appear in the documentation. */
  readonly examples: readonly {
    readonly title: string;
    readonly params?: unknown;
    readonly query?: unknown;
    readonly headers?: unknown;
    readonly body?: unknown;
    readonly response: unknown;
  }[];
}

/** Keeps the schemas' types while checking the shape. */
export function endpoint<
  Query extends z.core.$ZodType = never,
  Body extends z.core.$ZodType = never,
  Response extends z.core.$ZodType = never,
  Params extends z.core.$ZodType = never,
  const Asked extends Access = never,
>(definition: Endpoint<Query, Body, Response, Params, Asked>): Endpoint<Query, Body, Response, Params, Asked> {
  return definition;
}
