import type { ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** The first column that is drawn: the picture begins at the edge of its column. */
  readonly from?: number;
}

/** A drawing in steps on a grid of 48 by 28 cells, like the bridge (bridge.astro). The words beside it say the same. */
export function Drawing({ children, from = 0 }: Props) {
  return (
    <svg className="drawing" viewBox={`${from} 0 48 28`} aria-hidden="true" shapeRendering="crispEdges">
      {children}
    </svg>
  );
}
