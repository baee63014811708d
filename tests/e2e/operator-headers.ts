import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StaffSessions } from '#server/start/staff-sessions.ts';

/** Reads the headers that the colleague of the sandbox who is signed in on this machine sends. */
export function operatorHeaders(dataDir: string): Record<string, string> {
  const { url } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { url: string };
  return { authorization: `Bearer ${new StaffSessions(dataDir, url).tokenOf(undefined)}` };
}
