/** Facts of a release, as a build would give them. */
export const INFO = {
  contentVersion: 1_700_000_000,
  codeKey: 'abcdef0123456789',
  parameterVersion: 1,
  businessDate: '2026-01-15',
  builtAt: '2026-01-15T12:00:00.000Z',
  pages: 4,
  maintenance: false,
};
