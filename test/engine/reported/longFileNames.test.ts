import { startFileStorage, type FileStorage } from '../../harness/fileStorage';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

let storage: FileStorage;
beforeAll(async () => void (storage = await startFileStorage()));
afterAll(async () => await storage.stop());

/** The name of the downloaded file of a job. */
async function nameOf(fileName: string, own?: string): Promise<string> {
	storage.hold('/export.csv', 'id\r\n1\r\n');
	const job = { jobId: 'x', status: 'completed', fileName, blobUrl: `${storage.url}/export.csv` };
	service.control.addFault({ operation: 'export.get', kind: 'status', status: 200, body: job, times: 1 });
	const { items } = await runNode({
		credential: service.credential(),
		parameters: {
			resource: 'export',
			operation: 'download',
			jobId: 'x',
			additionalFields: own === undefined ? {} : { fileName: own },
		},
	});
	return items[0]?.binary?.data?.fileName ?? '';
}

it.each([
	'members-of-the-harbor-community-with-balances-and-badges-2026-03-01.csv',
	`${'a'.repeat(251)}.csv`,
	`${'ü'.repeat(125)}.csv`,
	`${'👩‍🚀'.repeat(22)}.csv`,
])('a name of up to 255 bytes stays whole: %s', async (name) => {
	expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
	expect(await nameOf(name)).toBe(name);
	expect(await nameOf('other.csv', name)).toBe(name);
});

describe.each([
	['a'.repeat(300), '-2026-03-01.csv', '-2026-03-02.csv'],
	['ü'.repeat(300), '-2026-03-01.csv', '-2026-03-02.csv'],
	['😀'.repeat(300), '.2026-03-01', '.2026-03-02'],
	['a'.repeat(20_000), '-2026-03-01.csv', '-2026-03-02.csv'],
	['a'.repeat(300), `-2026-03-01${'b'.repeat(300)}.csv`, `-2026-03-02${'b'.repeat(300)}.csv`],
])('of two longer names, which start and end with what tells them apart (%#)', (stem, first, second) => {
	it('each has at most 255 bytes and its ending, and they differ', async () => {
		const names = [await nameOf(`${stem}${first}`), await nameOf(`${stem}${second}`)];
		expect(names[0]).not.toBe(names[1]);
		for (const [index, ending] of [first, second].entries()) {
			expect(Buffer.byteLength(names[index]!)).toBeLessThanOrEqual(255);
			expect(Buffer.byteLength(names[index]!)).toBeGreaterThan(245);
			expect(names[index]!.startsWith([...stem].slice(0, 20).join(''))).toBe(true);
			expect(names[index]!.endsWith(ending.slice(-15))).toBe(true);
			expect(names[index]!.isWellFormed()).toBe(true);
		}
	});

	it('the same name is cut in the same way', async () => {
		expect(await nameOf(`${stem}${first}`)).toBe(await nameOf(`${stem}${first}`));
	});
});
