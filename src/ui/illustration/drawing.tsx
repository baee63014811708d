import type { ReactNode } from 'react';

/** A drawing in steps on a grid of 48 by 28 cells, like the bridge (bridge.astro). The words beside it say the same. */
export function Drawing({ children }: { readonly children: ReactNode }) {
  return (
    <svg className="drawing" viewBox="0 0 48 28" aria-hidden="true" shapeRendering="crispEdges">
      {children}
    </svg>
  );
}
