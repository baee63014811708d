import { Drawing } from './drawing.tsx';

/** A loan that is paid: the rope is closed in a knot. */
export function LoanPaid() {
  return (
    <Drawing>
      <path
        fill="var(--c-interest)"
        d="M24 3h1v3h-1zM23 4h1v3h-1zM25 4h1v3h-1zM22 5h1v3h-1zM26 5h1v3h-1zM21 6h1v3h-1zM27 6h1v3h-1zM20 7h1v3h-1zM28 7h1v3h-1zM19 8h1v3h-1zM29 8h1v3h-1zM18 9h1v3h-1zM30 9h1v3h-1zM17 10h1v3h-1zM31 10h1v3h-1zM16 11h1v3h-1zM32 11h1v3h-1zM15 12h1v5h-1zM33 12h1v5h-1zM14 13h1v3h-1zM34 13h1v4h-1zM13 14h1v2h-1zM35 14h1v1h-1zM12 15h1v1h-1zM16 15h1v3h-1zM32 15h1v3h-1zM36 15h4v1h-4zM46 15h2v1h-2zM0 16h4v1h-4zM8 16h4v1h-4zM17 16h1v3h-1zM31 16h1v3h-1zM35 16h1v1h-1zM40 16h2v1h-2zM18 17h1v3h-1zM30 17h1v3h-1zM19 18h1v3h-1zM29 18h1v3h-1zM20 19h1v3h-1zM28 19h1v3h-1zM21 20h1v3h-1zM27 20h1v3h-1zM22 21h1v3h-1zM26 21h1v3h-1zM23 22h1v3h-1zM25 22h1v3h-1zM24 23h1v3h-1z"
      />
      <path
        fill="var(--c-igv)"
        d="M10 5h2v2h-2zM36 5h2v2h-2zM24 10h1v2h-1zM23 11h1v2h-1zM25 11h1v2h-1zM22 12h1v2h-1zM26 12h1v2h-1zM12 13h2v1h-2zM21 13h1v3h-1zM27 13h1v3h-1zM36 13h4v1h-4zM46 13h2v1h-2zM0 14h2v1h-2zM9 14h3v1h-3zM20 14h1v1h-1zM28 14h1v1h-1zM22 15h1v2h-1zM26 15h1v2h-1zM23 16h1v2h-1zM25 16h1v2h-1zM24 17h1v2h-1zM10 22h2v2h-2zM36 22h2v2h-2z"
      />
      <path
        fill="var(--paper)"
        d="M24 6h1v2h-1zM23 7h1v2h-1zM25 7h1v2h-1zM22 8h1v2h-1zM26 8h1v2h-1zM21 9h1v2h-1zM27 9h1v2h-1zM20 10h1v2h-1zM28 10h1v2h-1zM19 11h1v2h-1zM29 11h1v2h-1zM18 12h1v2h-1zM30 12h1v2h-1zM17 13h1v3h-1zM31 13h1v3h-1zM16 14h1v1h-1zM32 14h1v1h-1zM18 15h1v2h-1zM30 15h1v2h-1zM19 16h1v2h-1zM29 16h1v2h-1zM20 17h1v2h-1zM28 17h1v2h-1zM21 18h1v2h-1zM27 18h1v2h-1zM22 19h1v2h-1zM26 19h1v2h-1zM23 20h1v2h-1zM25 20h1v2h-1zM24 21h1v2h-1z"
      />
      <path
        fill="var(--ink)"
        d="M24 8h1v2h-1zM23 9h1v2h-1zM25 9h1v2h-1zM22 10h1v2h-1zM26 10h1v2h-1zM21 11h1v2h-1zM27 11h1v2h-1zM20 12h1v2h-1zM28 12h1v2h-1zM5 13h1v3h-1zM19 13h1v3h-1zM29 13h1v3h-1zM43 13h1v3h-1zM4 14h1v1h-1zM6 14h1v1h-1zM18 14h1v1h-1zM30 14h1v1h-1zM42 14h1v1h-1zM44 14h1v1h-1zM20 15h1v2h-1zM28 15h1v2h-1zM21 16h1v2h-1zM27 16h1v2h-1zM22 17h1v2h-1zM26 17h1v2h-1zM23 18h1v2h-1zM25 18h1v2h-1zM24 19h1v2h-1z"
      />
      <path
        fill="var(--sun)"
        d="M5 11h1v2h-1zM43 11h1v2h-1zM4 12h1v2h-1zM6 12h1v2h-1zM24 12h1v5h-1zM42 12h1v2h-1zM44 12h1v2h-1zM3 13h1v3h-1zM7 13h1v3h-1zM23 13h1v3h-1zM25 13h1v3h-1zM41 13h1v3h-1zM45 13h1v3h-1zM2 14h1v1h-1zM8 14h1v1h-1zM22 14h1v1h-1zM26 14h1v1h-1zM40 14h1v1h-1zM46 14h1v1h-1zM4 15h1v2h-1zM6 15h1v2h-1zM42 15h1v2h-1zM44 15h1v2h-1zM5 16h1v2h-1zM43 16h1v2h-1z"
      />
    </Drawing>
  );
}
