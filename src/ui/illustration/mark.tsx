/** The mark: a stepped lozenge on crimson with a marigold heart (look.md §6). */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 15 15" aria-hidden="true" shapeRendering="crispEdges">
      <path fill="#bd1039" d="M0 0h15v15H0z" />
      <path fill="#fbf5e9" d="M6 2h3v2h2v2h2v3h-2v2H9v2H6v-2H4V9H2V6h2V4h2z" />
      <path fill="#221a4b" d="M6 5h3v1h1v3H9v1H6V9H5V6h1z" />
      <path fill="#f3a712" d="M7 7h1v1H7z" />
    </svg>
  );
}
