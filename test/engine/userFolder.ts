import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core reads these when it loads, so this module must be imported before it.
const userFolder = mkdtempSync(join(tmpdir(), 'rewards-engagement-engine-'));
afterAll(() => rmSync(userFolder, { recursive: true, force: true }));

process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = 'only-for-tests';
process.env.N8N_LOG_LEVEL = 'silent';
