import { Drawing } from './drawing.tsx';

/** The money on its way over the bridge. */
export function MoneyArrives() {
  return (
    <Drawing>
      <path
        fill="var(--ink)"
        d="M25 4h1v1h-1zM24 5h1v1h-1zM26 5h1v1h-1zM23 6h1v1h-1zM27 6h1v1h-1zM22 7h1v1h-1zM28 7h1v1h-1zM21 8h1v1h-1zM29 8h1v1h-1zM20 9h1v1h-1zM30 9h1v1h-1zM11 10h1v1h-1zM21 10h1v1h-1zM29 10h1v1h-1zM36 10h1v1h-1zM12 11h2v1h-2zM22 11h1v1h-1zM28 11h1v1h-1zM34 11h2v1h-2zM41 11h2v3h-2zM13 12h3v1h-3zM23 12h1v1h-1zM27 12h1v1h-1zM32 12h2v1h-2zM13 13h1v2h-1zM16 13h2v1h-2zM24 13h1v2h-1zM26 13h1v2h-1zM30 13h2v1h-2zM33 13h1v3h-1zM17 14h7v1h-7zM25 14h1v4h-1zM27 14h3v1h-3zM0 15h11v3h-11zM17 15h1v2h-1zM21 15h1v3h-1zM29 15h1v3h-1zM37 15h11v2h-11zM37 17h5v1h-5zM45 17h3v4h-3zM0 18h2v10h-2zM5 18h5v2h-5zM38 18h7v2h-7zM2 19h3v3h-3zM5 20h4v2h-4zM39 20h6v1h-6zM39 21h5v1h-5zM46 21h2v7h-2zM2 22h2v6h-2zM6 22h2v2h-2zM40 22h6v2h-6zM4 23h2v5h-2zM6 24h1v2h-1zM41 24h5v2h-5zM42 26h4v2h-4z"
      />
      <path
        fill="var(--sun)"
        d="M25 5h1v3h-1zM24 6h1v3h-1zM26 6h1v3h-1zM14 7h2v1h-2zM23 7h1v5h-1zM27 7h1v5h-1zM22 8h1v3h-1zM28 8h1v3h-1zM8 9h2v1h-2zM11 9h3v1h-3zM15 9h4v1h-4zM21 9h1v1h-1zM29 9h1v1h-1zM24 10h1v3h-1zM26 10h1v3h-1zM14 11h2v1h-2zM25 11h1v3h-1z"
      />
      <path
        fill="var(--c-interest)"
        d="M41 6h1v5h-1zM40 7h1v4h-1zM42 7h1v4h-1zM25 8h1v3h-1zM39 8h1v3h-1zM43 8h1v3h-1zM24 9h1v1h-1zM26 9h1v1h-1zM38 9h1v2h-1zM44 9h1v2h-1zM37 10h1v1h-1zM45 10h1v1h-1zM36 14h1v2h-1zM12 15h2v2h-2zM14 16h1v2h-1zM32 16h1v2h-1zM30 17h2v2h-2zM18 18h3v2h-3zM24 18h3v2h-3z"
      />
      <path
        fill="var(--c-fees)"
        d="M38 11h3v3h-3zM43 11h2v3h-2zM42 17h3v1h-3zM2 18h3v1h-3zM44 21h2v1h-2zM4 22h2v1h-2z"
      />
      <path
        fill="var(--c-igv)"
        d="M0 14h12v1h-12zM37 14h11v1h-11zM11 15h1v1h-1zM34 15h2v2h-2zM15 16h1v2h-1zM33 16h1v2h-1zM16 17h2v2h-2zM21 18h3v2h-3zM27 18h3v2h-3z"
      />
    </Drawing>
  );
}
