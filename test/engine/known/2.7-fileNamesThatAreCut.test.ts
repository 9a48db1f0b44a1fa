import { startFileStorage, type FileStorage } from '../../harness/fileStorage';
import { runNode } from '../engine';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

let storage: FileStorage;
beforeAll(async () => void (storage = await startFileStorage()));
afterAll(async () => await storage.stop());

/** The name of the downloaded file of a job. */
async function nameOf(fileName: string): Promise<string | undefined> {
	storage.hold('/export.csv', 'id\r\n1\r\n');
	const job = { jobId: 'x', status: 'completed', fileName, blobUrl: `${storage.url}/export.csv` };
	service.control.addFault({ operation: 'export.get', kind: 'status', status: 200, body: job, times: 1 });
	const { items } = await runNode({
		credential: service.credential(),
		parameters: { resource: 'export', operation: 'download', jobId: 'x' },
	});
	return items[0]?.binary?.data?.fileName;
}

it('known defect 2.7: two daily exports get one file name', async () => {
	const daily = (day: string) => `members-of-the-harbor-community-with-balances-and-badges-${day}.csv`;
	const names = [await nameOf(daily('2026-03-01')), await nameOf(daily('2026-03-02'))];
	// Right: both names stay whole. A name is cut in its middle, and only if it has more than 255 bytes.
	const cut = 'members-of-the-harbor-community-with-balances-and-badges.csv';
	expect(cut).toHaveLength(60);
	expect(names).toEqual([cut, cut]);
});
