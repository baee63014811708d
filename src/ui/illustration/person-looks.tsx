import { Drawing } from './drawing.tsx';

/** A person looks at an application. */
export function PersonLooks() {
  return (
    <Drawing from={8}>
      <path
        fill="var(--sun)"
        d="M17 0h1v1h-1zM36 15h1v2h-1zM35 16h1v2h-1zM37 16h1v2h-1zM12 17h10v1h-10zM34 17h1v3h-1zM38 17h1v3h-1zM33 18h1v1h-1zM39 18h1v1h-1zM35 19h1v2h-1zM37 19h1v2h-1zM36 20h1v2h-1zM10 21h15v1h-15z"
      />
      <path
        fill="var(--c-interest)"
        d="M17 1h1v5h-1zM16 2h1v4h-1zM18 2h1v4h-1zM15 3h1v3h-1zM19 3h1v3h-1zM14 4h1v2h-1zM20 4h1v2h-1zM13 5h1v1h-1zM21 5h1v1h-1zM11 7h2v4h-2zM22 7h2v4h-2z"
      />
      <path
        fill="var(--c-igv)"
        d="M12 6h11v1h-11zM14 13h7v4h-7zM13 15h1v2h-1zM21 15h1v2h-1zM12 18h10v1h-10zM11 20h13v1h-13zM10 22h15v1h-15zM9 24h17v1h-17zM8 26h32v1h-32z"
      />
      <path
        fill="var(--ink)"
        d="M28 6h12v1h-12zM28 7h1v16h-1zM39 7h1v11h-1zM15 9h1v1h-1zM19 9h1v1h-1zM30 9h7v1h-7zM16 11h3v1h-3zM30 12h5v1h-5zM36 14h1v1h-1zM30 15h6v1h-6zM37 15h1v1h-1zM34 16h1v1h-1zM38 16h1v1h-1zM33 17h1v1h-1zM32 18h1v1h-1zM40 18h1v1h-1zM11 19h13v1h-13zM33 19h1v1h-1zM39 19h1v4h-1zM34 20h1v1h-1zM38 20h1v1h-1zM35 21h1v2h-1zM37 21h1v2h-1zM29 22h6v1h-6zM36 22h1v1h-1zM38 22h1v1h-1zM40 22h2v1h-2zM9 23h17v1h-17zM41 23h2v1h-2z"
      />
      <path
        fill="var(--c-fees)"
        d="M13 7h9v2h-9zM13 9h2v4h-2zM16 9h3v2h-3zM20 9h2v4h-2zM15 10h1v3h-1zM19 10h1v3h-1zM16 12h3v1h-3zM22 17h6v2h-6z"
      />
      <path
        fill="var(--paper)"
        d="M29 7h10v2h-10zM29 9h1v13h-1zM37 9h2v6h-2zM30 10h7v2h-7zM35 12h2v2h-2zM30 13h5v2h-5zM35 14h1v1h-1zM38 15h1v1h-1zM30 16h4v1h-4zM30 17h3v1h-3zM36 17h1v3h-1zM30 18h2v4h-2zM35 18h1v1h-1zM37 18h1v1h-1zM32 19h1v3h-1zM33 20h1v2h-1zM34 21h1v1h-1zM38 21h1v1h-1z"
      />
    </Drawing>
  );
}
