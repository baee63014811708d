import { atom, type WritableAtom } from 'nanostores';
import type { CallInput, CallOutput, CallResult } from '#api/call.ts';
import type { Endpoint } from '#api/endpoint.ts';
import type { FieldError } from '#api/errors.ts';
import type { FieldCode } from '#api/field-codes.ts';
import { validate } from '#api/validate.ts';
import { type RequestOptions, request } from '#stores/protected-call.ts';
import { $router } from '../router.ts';

/** The contents of the fields, as typed. */
export type FormValues = Readonly<Record<string, string | boolean>>;

/** The reason why a submission without a wrong field failed: the form's global error flag (product-spec §8). */
export interface FormFailure {
  /** `offline` without an answer; else the server's code, or `failed`. */
  readonly code: string;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly retryAfterSec?: number;
}

export interface FormState<Values extends FormValues> {
  readonly values: Values;
  /** In the order of the fields on the screen. */
  readonly errors: readonly FieldError[];
  readonly failure?: FormFailure | undefined;
  /** The spec's `loading`. */
  readonly isSubmitting: boolean;
  /** Failed submissions so far; each one moves the focus. */
  readonly failedAttempts: number;
  /** The page of the form that is shown, from 0. */
  readonly page: number;
}

export interface FormStart<E extends Endpoint, Values extends FormValues> {
  readonly endpoint: E;
  /** Every field, in the order of the screen, because the error summary has the same order. */
  readonly initial: Values;
  /** The request body; by default the values without the empty fields. */
  readonly toBody?: (values: Values) => unknown;
  /** The rest of the call's input, for an endpoint with names in its path. */
  readonly toInput?: (values: Values) => Record<string, unknown>;
  /** `ETag` of the version the values were loaded from: if it has changed, nothing is saved (409). */
  readonly ifMatch?: string;
  /** A form with a file in place of the body; undefined while a file is not chosen, and then the body is sent. */
  readonly toUpload?: (values: Values) => RequestOptions['upload'];
  /**
   * The fields of each page, for a form that is filled in page by page. Before the last page, submitting checks the
   * page and goes on; a refusal leads to the page of its first error, and shows only the errors of that page.
   */
  readonly pages?: readonly (readonly (keyof Values & string)[])[];
  /** Rules that span several fields, which the endpoint's schema cannot express. */
  readonly check?: (values: Values) => readonly FieldError[];
  /** Server field names that differ from the screen's: `{ 'identity.dniFrontId': 'dniFront' }`. */
  readonly aliases?: Readonly<Record<string, keyof Values & string>>;
  readonly onDone: (value: CallOutput<E>, values: Values) => void | Promise<void>;
  /**
   * Handles a refusal that is not a failure of the form.
   * @returns true when it did, so that the form does not show the refusal
   */
  readonly onRefused?: (answer: Refusal, values: Values) => boolean | Promise<boolean>;
}

export type Refusal = CallResult<never> & { readonly kind: 'refused' };

export interface FormStore<Values extends FormValues> {
  readonly $state: WritableAtom<FormState<Values>>;
  readonly change: <Field extends keyof Values & string>(field: Field, value: Values[Field]) => void;
  readonly submit: () => Promise<void>;
  /** Shows another page, as the browser's Back does; the first one if the form does not have the page. */
  readonly openPage: (page: number) => void;
}

/**
 * Creates a form that is sent to one endpoint. It is validated on submission with the server's own schema, and after a
 * first failure on every change; never before (design §8). One idempotency key per set of values, so that a retry must
 * not act twice.
 * @param start the endpoint, the fields, and what differs from sending the fields as the body
 * @returns the form's state and its actions; `submit` never throws for a refusal or a missing network: both are in the
 * state
 */
export function createForm<E extends Endpoint, Values extends FormValues>(
  start: FormStart<E, Values>,
): FormStore<Values> {
  const $state = atom<FormState<Values>>({
    values: start.initial,
    errors: [],
    isSubmitting: false,
    failedAttempts: 0,
    page: 0,
  });
  const { pages = [Object.keys(start.initial)] } = start;
  const pageOf = (field: string) => {
    const page = pages.findIndex((fields) => (fields as readonly string[]).includes(field));
    return page < 0 ? pages.length - 1 : page;
  };
  const set = (parts: Partial<FormState<Values>>) => $state.set({ ...$state.get(), ...parts });
  // One idempotency key per set of values, because a retry must not act twice (domain 2.0).
  let key = crypto.randomUUID();

  const change: FormStore<Values>['change'] = (field, value) => {
    key = crypto.randomUUID();
    const state = $state.get();
    const values = { ...state.values, [field]: value };
    // Only fields that were wrong are revalidated, because a field the client has not reached yet must not show an
    // error.
    const wrong = state.errors.length > 0 ? errorsOf(start, values) : [];
    const errors = state.errors.flatMap((error) => {
      if (error.field !== field) return [error];
      return wrong.filter((other) => other.field === field).slice(0, 1);
    });
    set({ values, errors });
  };

  const fail = (wrong: readonly FieldError[], failure?: FormFailure) => {
    const page = wrong[0] ? pageOf(wrong[0].field) : $state.get().page;
    const errors = wrong.filter(({ field }) => pageOf(field) === page);
    set({ page, errors, failure, isSubmitting: false, failedAttempts: $state.get().failedAttempts + 1 });
  };

  const openPage = (page: number) => set({ page: pages[page] ? page : 0, errors: [], failure: undefined });

  const submit = async () => {
    const { isSubmitting, values, page } = $state.get();
    if (isSubmitting) return;
    const isLast = !pages[page + 1];
    const errors = errorsOf(start, values).filter(({ field }) => isLast || pageOf(field) <= page);
    if (errors.length > 0) return fail(errors);
    if (!isLast) return openPage(page + 1);
    set({ isSubmitting: true, errors: [], failure: undefined });
    const answer = await request(start.endpoint, inputOf(start, values), optionsOf(start, values, key));
    if (answer.kind === 'ok') {
      key = crypto.randomUUID();
      const here = $router.get()?.path;
      await start.onDone(answer.value, values);
      // The form stays until the next screen has loaded: what has been sent must not be sent again meanwhile.
      return set({ isSubmitting: $router.get()?.path !== here });
    }
    if (answer.kind === 'aborted') return;
    if (answer.kind === 'unreachable') return fail([], { code: 'offline', status: 0 });
    if (await start.onRefused?.(answer, values)) return set({ isSubmitting: false });
    const [shown, failure] = sort(start, answer);
    fail(shown, failure);
  };

  return { $state, change, submit, openPage };
}

function optionsOf<E extends Endpoint, Values extends FormValues>(
  { toUpload, ifMatch }: FormStart<E, Values>,
  values: Values,
  idempotencyKey: string,
): RequestOptions {
  const upload = toUpload?.(values);
  const says = { saysFailure: true, saysMaintenance: true };
  return { idempotencyKey, ...says, ...(upload && { upload }), ...(ifMatch && { ifMatch }) };
}

/** Finds the first error of each field, in the order of the screen. */
function errorsOf<E extends Endpoint, Values extends FormValues>(
  start: FormStart<E, Values>,
  values: Values,
): FieldError[] {
  const { endpoint, check, toBody = given } = start;
  const checked = endpoint.body ? validate(endpoint.body, toBody(values), endpoint.envelope) : undefined;
  const errors = checked?.kind === 'invalid' ? checked.fieldErrors : [];
  return inOrder(start, [...errors, ...(check?.(values) ?? [])]);
}

function inOrder<E extends Endpoint, Values extends FormValues>(
  { initial, aliases = {} }: FormStart<E, Values>,
  errors: readonly FieldError[],
): FieldError[] {
  const named = errors.map(({ field, code }) => ({ field: aliases[field] ?? field, code }));
  return Object.keys(initial).flatMap((name) => named.filter(({ field }) => field === name).slice(0, 1));
}

function inputOf<E extends Endpoint, Values extends FormValues>(
  { endpoint, toInput, toBody = given }: FormStart<E, Values>,
  values: Values,
): CallInput<E> {
  return { ...toInput?.(values), ...(endpoint.body && { body: toBody(values) }) } as CallInput<E>;
}

/**
 * Leaves out the empty values, so that the schema reports them as missing.
 * @returns the default body of a form
 */
export function given(values: FormValues): Record<string, string | boolean> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value !== 'string' || value.trim() !== ''),
  );
}

/** Splits errors into those of fields on the screen and a failure of the whole form. */
function sort<E extends Endpoint, Values extends FormValues>(
  start: FormStart<E, Values>,
  { status, error, retryAfterSec }: Refusal,
): [FieldError[], FormFailure | undefined] {
  const shown = inOrder(start, (error?.fieldErrors ?? []) as { field: string; code: FieldCode }[]);
  // The banner reports a 403 (product-spec §8).
  if (shown.length > 0 || status === 403) return [shown, undefined];
  const isOurs = status < 500 || error?.code === 'maintenance';
  const code = isOurs && error?.code ? error.code : 'failed';
  return [[], { code, status, ...(retryAfterSec && { retryAfterSec }) }];
}
