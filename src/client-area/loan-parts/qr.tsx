import { encode } from 'uqr';

/** A QR code, dark on light in the dark look too, because cameras expect it. The words beside it say what it opens. */
export function Qr({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} aria-hidden="true" shapeRendering="crispEdges">
      <path d={squares.join('')} />
    </svg>
  );
}
