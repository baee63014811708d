import { useEffect, useRef } from 'react';
import type { FormStore } from './form.store.ts';

/**
 * An agreement is to what was shown: other figures take it back.
 * @param shown names what is shown; undefined while it is not known
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
