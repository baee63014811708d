import { Drawing } from './drawing.tsx';

/** Nothing is possible now: the bridge is not woven yet. */
export function NothingNow() {
  return (
    <Drawing>
      <path
        fill="var(--sun)"
        d="M24 3h1v2h-1zM23 4h1v2h-1zM25 4h1v2h-1zM22 5h1v2h-1zM26 5h1v2h-1zM21 6h1v3h-1zM27 6h1v3h-1zM20 7h1v1h-1zM28 7h1v1h-1zM22 8h1v2h-1zM26 8h1v2h-1zM23 9h1v2h-1zM25 9h1v2h-1zM24 10h1v2h-1z"
      />
      <path fill="var(--paper)" d="M24 5h1v5h-1zM23 6h1v3h-1zM25 6h1v3h-1zM22 7h1v1h-1zM26 7h1v1h-1z" />
      <path
        fill="var(--ink)"
        d="M9 9h3v1h-3zM36 9h3v1h-3zM9 10h1v4h-1zM38 10h1v4h-1zM0 15h11v3h-11zM37 15h11v2h-11zM37 17h5v1h-5zM45 17h3v4h-3zM0 18h2v10h-2zM5 18h5v2h-5zM38 18h7v2h-7zM2 19h3v3h-3zM5 20h4v2h-4zM39 20h6v1h-6zM39 21h5v1h-5zM46 21h2v7h-2zM2 22h2v6h-2zM6 22h2v2h-2zM40 22h6v2h-6zM4 23h2v5h-2zM6 24h1v2h-1zM41 24h5v2h-5zM42 26h4v2h-4z"
      />
      <path
        fill="var(--c-igv)"
        d="M0 14h11v1h-11zM36 14h12v1h-12zM11 15h2v1h-2zM34 16h3v1h-3zM11 17h3v1h-3zM34 18h3v1h-3zM11 19h3v1h-3zM36 20h1v1h-1zM11 21h2v1h-2zM17 26h3v2h-3zM23 26h3v2h-3zM29 26h3v2h-3zM15 27h2v1h-2zM20 27h3v1h-3zM26 27h3v1h-3zM32 27h1v1h-1z"
      />
      <path
        fill="var(--c-interest)"
        d="M11 14h1v1h-1zM35 15h2v1h-2zM11 16h3v1h-3zM34 17h3v1h-3zM11 18h3v1h-3zM35 19h2v1h-2zM11 20h3v1h-3zM11 22h1v1h-1z"
      />
      <path fill="var(--c-fees)" d="M42 17h3v1h-3zM2 18h3v1h-3zM44 21h2v1h-2zM4 22h2v1h-2z" />
    </Drawing>
  );
}
