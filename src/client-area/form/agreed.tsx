import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import type { ErrorBody } from '#api/errors.ts';
import { Note } from '#ui/note/note.tsx';
import type { FormStore } from './form.store.ts';

/** An agreement is to what was `shown` (undefined while unknown): other figures take it back. */
export function useAgreed<
  Values extends { readonly acceptTerms: boolean } & Readonly<Record<string, string | boolean>>,
>({ change }: FormStore<Values>, shown: string | undefined): void {
  const last = useRef(shown);
  // The store's methods are the same for the lifetime of the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (shown === undefined || shown === last.current) return;
    if (last.current !== undefined) change('acceptTerms', false as Values['acceptTerms']);
    last.current = shown;
  }, [shown]);
}

/** What changed since it was shown, as a refusal says it; undefined for any other refusal. */
export function currentOf<Schema extends z.ZodMiniType>(
  schema: Schema,
  error: ErrorBody['error'] | undefined,
): z.output<Schema> | undefined {
  return error?.code === 'balance_changed' ? z.safeParse(schema, error.current).data : undefined;
}

/** Says, before the box, that the figures are no longer those that were about to be agreed to. */
export function ChangedFigures({ text }: { readonly text: string }) {
  return (
    <div role="alert">
      <Note look="warn">
        <p>{text}</p>
      </Note>
    </div>
  );
}
