/** Examples of the calls about passkeys, for the documentation alone. */
import type { PasskeyBody } from './passkey.ts';

export const passkeyExample: PasskeyBody = {
  id: '019bc299-8680-7216-b705-1c72d896152a',
  credentialId: 'Zm9yIHRoZSBleGFtcGxl',
  device: 'Mobile Chrome, Android',
  createdAt: '2026-01-15T17:00:00.000Z',
  countsAt: '2026-01-16T17:00:00.000Z',
  lastUsedAt: null,
};

export const credentialExample = {
  id: 'Zm9yIHRoZSBleGFtcGxl',
  rawId: 'Zm9yIHRoZSBleGFtcGxl',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0' },
};
