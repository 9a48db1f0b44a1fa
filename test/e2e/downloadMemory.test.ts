import { countsMemory, measureDownload, MEBIBYTE } from '../harness/workflows/downloadMemory';
import { adminCredential } from '../harness/workflows/questBonus';
import { LEAN, OPEN_TIMEOUT_MS, openTestEnvironment, type TestEnvironment } from '../harness/environment';

/** Four times the allowed memory. `npm run bench -- --only k` uses a file of 1 GiB. */
const FILE_MEBIBYTES = 256;
const MOST_MORE_MEBIBYTES = 64;

let environment: TestEnvironment;

beforeAll(async () => {
	environment = await openTestEnvironment({ ...LEAN, N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' });
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

it(
	'streams a large export to disk: the file is whole, and n8n holds less than 64 MiB more',
	async () => {
		const credential = await adminCredential(environment.client, environment.service);
		const { held, isWhole } = await measureDownload(environment, credential, FILE_MEBIBYTES * MEBIBYTE);
		expect(isWhole).toBe(true);
		if (countsMemory) expect(held).toBeLessThan(MOST_MORE_MEBIBYTES);
	},
	5 * 60_000,
);
