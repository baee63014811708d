import type { ReactNode } from 'react';
import { Lozenge } from '#ui/illustration/lozenge.tsx';

/** A form and the woven picture beside it; styles in sign-in.css. */
export function BesideLozenge({ children }: { readonly children: ReactNode }) {
  return (
    <div className="signin">
      <div className="wrap">
        <div className="inside stack-l">{children}</div>
      </div>
      <Lozenge />
    </div>
  );
}
