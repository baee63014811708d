import type { Context } from 'hono';
import * as z from 'zod';
import { validate } from '#api/validate.ts';
import type { StaffActName } from '#i18n/staff-acts.ts';
import { invalidFields, notFound, type Refusal } from '#server/kit/errors.ts';
import { isForm, readFormOrJson, type SentFile } from '#server/kit/form-body.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { readJsonBody } from '#server/kit/request-body.ts';
import type { StaffCaller } from './colleague.ts';

export type Schema = z.core.$ZodType;
type ValueOf<S> = [S] extends [never] ? undefined : S extends Schema ? z.core.output<S> : never;

/**
 * One act of the lender, described where it is served. From it come the check at the door, the operator API's document,
 * the command (`npm run lender -- payments refund ID --reason "…"`) and the form of the desk; its words, and those of its
 * fields, are in `i18n/staff-acts.ts` and `i18n/staff-fields.ts` in both languages.
 */
export interface Act<Params extends Schema = Schema, Query extends Schema = Schema, Body extends Schema = Schema> {
  /** The words of its command. */
  readonly name: StaffActName;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** All of them together are the table of what each role may do. */
  readonly may: readonly StaffCaller[];
  /** Names in the path. An impossible one gets the same 404 as an unknown one. */
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Of the body, where it may be larger or has to be smaller than others. */
  readonly maxBytes?: number;
  /** Of its files: of one, and of all of them. */
  readonly fileBytes?: { readonly one: number; readonly all: number };
  /** Names of the files that come with it, in a form. Without a `body` the act reads the form itself. */
  readonly files?: readonly string[];
  /** Set when a second account has to ask for the same: always, or by the amount and by what proves it. */
  readonly second?: 'always' | 'sometimes';
  /**
   * `not-needed`: asked also in a session that its role's passkey has not opened. `fresh`: whoever has one used it in the
   * last ten minutes, as for every act that takes two accounts.
   */
  readonly passkey?: 'not-needed' | 'fresh';
  /**
   * Describes the answer, field by field; or that it is a file, or a text that is not JSON. The desk, the CSV and the
   * document of the API read it.
   */
  readonly answers?: Schema | 'file' | 'text';
  /**
   * Describes fields, asked or answered, whose figures depend on what stands beside them: those of a parameter on its
   * kind and key.
   */
  readonly figures?: Readonly<Record<string, (beside: Readonly<Record<string, unknown>>) => Schema | undefined>>;
  /**
   * Set when its answer says who somebody is, of one person or of many: who, what, when and how many are then on record
   * before the answer leaves.
   */
  readonly personal?: 'one' | 'many';
  /** Served only where this is: in the sandbox, or where programs of the deployment have a token. */
  readonly needs?: 'sandbox' | 'operator-token';
}

interface Asked<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly files: readonly SentFile[];
}

/** An act as a process serves it. */
export interface StaffRoute extends Act {
  readonly answer: (c: Context, asked: Asked<never, never, never>) => Response | Promise<Response>;
  /** Asked before anything is read. */
  readonly limit?: ((c: Context) => Refusal | undefined) | undefined;
}

/** An act and what does it. Services are handed in when it is served: its description is read without any. */
export interface StaffAct<in Services> extends Act {
  readonly answer: (c: Context, asked: Asked<never, never, never>, services: Services) => Response | Promise<Response>;
  readonly limit?: (c: Context, services: Services) => Refusal | undefined;
}

type Described<Services, Params extends Schema, Query extends Schema, Body extends Schema> = Omit<
  Act<Params, Query, Body>,
  'method'
> &
  Pick<StaffAct<Services>, 'limit'> & {
    readonly answer: (
      c: Context,
      asked: Asked<ValueOf<Params>, ValueOf<Query>, ValueOf<Body>>,
      services: Services,
    ) => Response | Promise<Response>;
  };

/** Describes what is done, by POST, and keeps the types of what is asked. */
export function act<Services, Params extends Schema = never, Query extends Schema = never, Body extends Schema = never>(
  described: Described<Services, Params, Query, Body>,
): StaffAct<Services> {
  return { ...described, method: 'POST' } as unknown as StaffAct<Services>;
}

/** Describes an act that only looks, by GET. */
export function read<Services, Params extends Schema = never, Query extends Schema = never>(
  described: Described<Services, Params, Query, never>,
): StaffAct<Services> {
  return { ...described, method: 'GET' } as unknown as StaffAct<Services>;
}

/** Acts whose services are a part of those of all acts. */
export function withPart<All, Services>(
  acts: readonly StaffAct<Services>[],
  part: (all: All) => Services,
): readonly StaffAct<All>[] {
  return acts.map(({ limit, ...one }) => ({
    ...one,
    answer: (c, asked, all) => one.answer(c, asked, part(all)),
    ...(limit && { limit: (c: Context, all: All) => limit(c, part(all)) }),
  }));
}

/** Hands acts the services of a process, which can serve them then. */
export function withServices<Services>(acts: readonly StaffAct<Services>[], services: Services): readonly StaffRoute[] {
  return acts.map(({ limit, ...one }) => ({
    ...one,
    answer: (c, asked) => one.answer(c, asked, services),
    limit: limit && ((c) => limit(c, services)),
  }));
}

/** Tells whether an act answers a file or a text, which is saved and not shown. */
export function answersFile({ answers }: Pick<Act, 'answers'>): boolean {
  return typeof answers === 'string';
}

/** The thing of an act by its id: `/payments/:id`. */
export const byId = z.object({ id: z.guid() });

/** Checks what is asked by its description, and has it done. */
export async function answerAct(c: Context, route: StaffRoute): Promise<Response> {
  const asked = route.limit?.(c) ?? (await readAsked(c, route));
  return 'kind' in asked ? answerRefusal(c, asked) : route.answer(c, asked);
}

type Read = Asked<never, never, never>;

/** A request as it was sent: sent again, it is checked again by the rules of that day. */
export interface SentRequest {
  readonly act: StaffActName;
  /** Names in its path. */
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const SENT = 'sent-request';

/** The request of an act that has a body, without its files; undefined for every other one. */
export function sentRequestOf(c: Context): SentRequest | undefined {
  return c.get(SENT) as SentRequest | undefined;
}

/** Whatever limit an act has: what is over it is never one wrong field among others. */
function isTooLarge({ fieldErrors = [] }: Refusal): boolean {
  return fieldErrors.some(({ code }) => code === 'too_large');
}

async function readAsked(c: Context, { name, params, query, body, files, maxBytes }: Act): Promise<Read | Refusal> {
  const named = params && validate(params, c.req.param());
  if (named?.kind === 'invalid') return notFound();
  const filter = query && validate(query, c.req.query());
  if (filter?.kind === 'invalid') return invalidFields(filter.fieldErrors);
  const asked = { params: named?.value, query: filter?.value, body: undefined, files: [] as readonly SentFile[] };
  if (!body) return asked as Read;
  const sent =
    files && isForm(c.req.raw)
      ? await readFormOrJson(c.req.raw, { maxBytes: maxBytes ?? 0, meaningOf: (_, text) => text })
      : await readJsonBody(c.req.raw, files ? undefined : maxBytes);
  if (sent.kind === 'refused') return isTooLarge(sent) ? { ...sent, status: 413, code: 'body_too_large' } : sent;
  const given = validate(body, sent.value);
  if (given.kind === 'invalid') return invalidFields(given.fieldErrors);
  c.set(SENT, { act: name, params: c.req.param(), body: sent.value } satisfies SentRequest);
  return { ...asked, body: given.value, files: 'files' in sent ? sent.files : [] } as Read;
}
