import type { ReactNode } from 'react';

/** The button of a notice about data: it asks for them again. */
export function Again({ load, children }: { readonly load: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className="btn line sm" onClick={load}>
      {children}
    </button>
  );
}
