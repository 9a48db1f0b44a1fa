import { assertPublic } from '../../nodes/RewardsEngagement/resources/export/fileAddress';
import { fileInfo } from '../../nodes/RewardsEngagement/resources/export/fileInfo';
import { jobState } from '../../nodes/RewardsEngagement/resources/export/jobState';
import { readExportJob, type ExportJob } from '../../nodes/RewardsEngagement/resources/export/record';

describe('the state of an export job', () => {
	const now = Date.parse('2026-03-01T12:00:00Z');
	const later = '2026-03-02T12:00:00Z';
	const earlier = '2026-03-01T11:00:00Z';

	it.each<[string, Partial<ExportJob>, string]>([
		['a word it does not know', { status: 'CRUNCHING', expiresAt: later }, 'running'],
		['no fields at all', {}, 'running'],
		[
			'a time of completion, whatever the word',
			{ status: 'CRUNCHING', completedAt: earlier, expiresAt: later },
			'done',
		],
		['a plain word for done', { status: 'Completed', expiresAt: later }, 'done'],
		['an error, although it was completed', { error: 'no disk', completedAt: earlier }, 'failed'],
		['a plain word for failed', { status: 'FAILED' }, 'failed'],
		['a plain word among blanks', { status: ' Completed\n' }, 'done'],
		['a time of expiry that has passed', { completedAt: earlier, expiresAt: earlier }, 'expired'],
		[
			'the address of a file, whatever the word',
			{ status: 'PUBLISHED', blobUrl: 'https://f.example/a' },
			'done',
		],
		['an address and a word for failed', { status: 'failed', blobUrl: 'https://f.example/a' }, 'failed'],
		['an address that expired', { blobUrl: 'https://f.example/a', expiresAt: earlier }, 'expired'],
		['the word expired', { status: 'expired', expiresAt: later }, 'expired'],
	])('%s: %j is %s', (_what, job, state) => expect(jobState(job as ExportJob, now)).toBe(state));

	it.each([
		['done', ['completed', 'complete', 'done', 'finished', 'succeeded', 'success', 'ready']],
		['failed', ['failed', 'failure', 'error', 'cancelled', 'canceled', 'aborted']],
	])('is %s for each of the words %j', (state, words) => {
		expect(words.map((status) => jobState({ status }, now))).toEqual(words.map(() => state));
	});
});

describe('the record of an export job', () => {
	it('keeps the fields that are as the API document says, whatever the others are', () => {
		expect(readExportJob({ progress: '50', status: 'done', completedAt: 1 })).toEqual({ status: 'done' });
	});

	it('takes an error of any kind for one', () => {
		expect(readExportJob({ error: { code: 7 } })).toEqual({ error: '{"code":7}' });
	});

	it.each([null, '', ' ', {}, [], false, 0])('takes %j for no error', (error) => {
		const job = readExportJob({ error, blobUrl: 'https://f.example/a' });
		expect(job.error).toBeUndefined();
		expect(jobState(job, 0)).toBe('done');
	});

	it.each([undefined, null, 'a page', [1]])('%j says nothing about a job', (body) =>
		expect(readExportJob(body)).toEqual({}),
	);
});

describe('what a job says about its file', () => {
	it.each<[Partial<ExportJob>, object]>([
		[
			{ fileName: 'members.csv', format: 'CSV', fileSize: 12 },
			{ name: 'members.csv', format: 'csv', type: 'text/csv', size: 12 },
		],
		[
			{ fileName: null, format: 'json', fileSize: null },
			{ name: 'export-7.json', format: 'json', type: 'application/json' },
		],
		[{ format: 'parquet' }, { name: 'export-7.parquet', format: 'parquet' }],
		[{}, { name: 'export-7' }],
		[{ fileName: '/srv/files/a.xlsx' }, { name: 'a.xlsx', format: 'xlsx' }],
		[{ fileName: '..' }, { name: 'export-7' }],
		[{ fileName: 'folder/' }, { name: 'export-7' }],
		[{ fileName: 'a\r\nb\u0000\u202egpj.exe' }, { name: 'abgpj.exe', format: 'exe' }],
		[{ fileName: ' .. . ' }, { name: 'export-7' }],
		[{ fileName: '\u202e\u0000' }, { name: 'export-7' }],
		[{ fileName: 'a\u2028b\u2066c\u200bd\ufeff.csv' }, { name: 'abcd.csv', format: 'csv' }],
		[{ fileName: 'CON.csv' }, { name: '_CON.csv', format: 'csv' }],
		[{ fileName: 'console.csv' }, { name: 'console.csv', format: 'csv' }],
		[{ fileName: 'Überblick 📈: "März".csv' }, { name: 'Überblick 📈_ _März_.csv', format: 'csv' }],
		[
			{ fileName: `${'ä'.repeat(500)}.csv` },
			{ name: `${'ä'.repeat(61)}~2b00cc10~${'ä'.repeat(59)}.csv`, format: 'csv' },
		],
		[{ format: '../../x' }, { name: 'export-7..._.._x', format: '../../x' }],
	])('%j is %j', (job, facts) => expect(fileInfo(job as ExportJob, '7')).toEqual(facts));
});

describe('the address of a file', () => {
	const service = 'https://api.rewards.example';

	it.each([
		'https://files.example/a.csv?sig=1',
		'http://8.8.8.8/a',
		'https://[2606:4700::1111]/a',
		'https://[2001:4860::8888]/a',
		'https://FILES.example./a',
	])('%s is fetched', (address) => expect(() => assertPublic(address, service)).not.toThrow());

	it.each([
		'http://127.0.0.1/a',
		'http://user:word@127.0.0.1/a',
		'http://[::1]/a',
		'http://169.254.169.254/latest/meta-data',
		'http://redis.:6379/',
		'file:///etc/passwd',
		'ftp://files.example/a',
		'data:text/csv,a',
		'not an address',
		'',
	])('%s is refused', (address) =>
		expect(() => assertPublic(address, service)).toThrow(/^Download from .* is not allowed/),
	);

	it('inside the network is fetched when the service lives there', () => {
		expect(() => assertPublic('http://10.0.0.5:9000/a', 'http://10.0.0.5')).not.toThrow();
		expect(() => assertPublic('http://localhost:9000/a', 'http://127.0.0.1:4010')).not.toThrow();
		expect(() => assertPublic('http://10.0.0.6/a', 'http://10.0.0.5')).toThrow();
	});
});
