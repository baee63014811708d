/** Another release to the database: the same code with a folder's migrations; one file more is the next one. */
import { readMigrations } from '#server/kit/migrate.ts';
import { startLending } from '#server/lending/main.ts';

const running = await startLending(process.env, readMigrations(process.argv[2] ?? ''));
process.once('SIGTERM', () => void running.close().then(() => process.exit(0)));
