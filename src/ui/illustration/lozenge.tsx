import { lozengePath } from './stepped.ts';

/** The nested lozenge of look.md §6, on its 45 × 61 grid; the corners show a quarter of its neighbours. */
const LOZENGES = [
  {
    column: 22,
    row: 30,
    rings: [18, 14, 11, 8, 5, 2],
    dyes: ['#33296a', '#8f1440', '#bd1039', '#f3a712', '#268b7e', '#fbf5e9'],
  },
  ...[
    [0, 4],
    [44, 4],
    [0, 56],
    [44, 56],
  ].map(([column = 0, row = 0]) => ({ column, row, rings: [9, 5, 2], dyes: ['#33296a', '#268b7e', '#f3a712'] })),
];

/** The decorative picture beside a form; hidden on phones. */
export function Lozenge() {
  return (
    <svg
      className="art"
      viewBox="0 0 45 61"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      shapeRendering="crispEdges"
    >
      <path fill="#221a4b" d="M0 0h45v61H0z" />
      {LOZENGES.flatMap(({ column, row, rings, dyes }) =>
        rings.map((radius, ring) => (
          <path key={`${column} ${row} ${radius}`} fill={dyes[ring]} d={lozengePath(radius, column, row)} />
        )),
      )}
    </svg>
  );
}
