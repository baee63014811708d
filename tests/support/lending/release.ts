/**
 * `npm run start:lending` of another release, as far as the database can tell: the same code with the migrations of the
 * folder it is given. With one file more than ours it is the release after this one.
 */
import { readMigrations } from '#server/kit/migrate.ts';
import { startLending } from '#server/lending/main.ts';

const running = await startLending(process.env, readMigrations(process.argv[2] ?? ''));
process.once('SIGTERM', () => void running.close().then(() => process.exit(0)));
