import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import type { ErrorBody } from '#api/errors.ts';
import { Note } from '#ui/note/note.tsx';
import type { FormStore } from './form.store.ts';

/**
 * Takes an agreement back when the figures change, because the client agreed to what was shown.
 * @param shown identifies what is shown; undefined while it is not known
 */
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

/**
 * Reads from a refusal what has changed since it was shown, as it is now.
 * @returns undefined for any other refusal
 */
export function currentOf<Schema extends z.ZodMiniType>(
  schema: Schema,
  error: ErrorBody['error'] | undefined,
): z.output<Schema> | undefined {
  return error?.code === 'balance_changed' ? z.safeParse(schema, error.current).data : undefined;
}

/**
 * Says at once that the figures on the screen are no longer those that were about to be agreed to. It must come before
 * the box, because that is where a client who has just pressed the button looks.
 */
export function ChangedFigures({ text }: { readonly text: string }) {
  return (
    <div role="alert">
      <Note look="warn">
        <p>{text}</p>
      </Note>
    </div>
  );
}
