import type { ReactNode } from 'react';

/** A form with the woven picture beside it; styles in sign-in.css. */
export function BesideLozenge({ children }: { readonly children: ReactNode }) {
  return (
    <div className="signin">
      <div className="wrap">
        <div className="inside stack-l">{children}</div>
      </div>
      {/* Lazy: a phone, which does not show it, does not ask for it. */}
      <img className="art" src="/images/lozenge.svg" alt="" loading="lazy" />
    </div>
  );
}
