import { type ComponentProps, lazy, Suspense } from 'react';
import type { PaymentPromise } from './promise.tsx';

const Loaded = lazy(() => import('./promise.tsx').then((module) => ({ default: module.PaymentPromise })));

/** The promise to pay, loaded only for a loan that is late: others do not pay for its form. */
export function LaterPromise(props: ComponentProps<typeof PaymentPromise>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
