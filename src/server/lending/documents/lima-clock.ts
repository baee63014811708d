/** The wall clock in Lima, `HH:MM`: five hours behind UTC all year. */
export function limaClock(at: Date): string {
  return new Date(at.getTime() - 5 * 3_600_000).toISOString().slice(11, 16);
}
