import { adviceOnNotFound } from '../../nodes/RewardsEngagement/api/notFound';
import type { Connection } from '../../nodes/RewardsEngagement/api/connection';
import type { NamedRecord, OperationRequest } from '../../nodes/RewardsEngagement/api/request';
import { processorTimeOf } from '../harness/processorTime';

const JOB: NamedRecord = { label: 'Job ID', nouns: ['job'], isGiven: true, id: '17' };

/** The advice after a 404 with this body. */
function advisedOn(body: unknown): string {
	const request = { path: { text: '/api/v1/exports/17' }, names: () => [JOB] } as unknown as OperationRequest;
	const connection = { baseUrl: 'https://service.example' } as Connection;
	return adviceOnNotFound(body, request, connection, 'A guess.');
}

const advised = (message: string) => advisedOn({ error: 'NotFound', message });

it('names what the service did not find, however it says so', () => {
	for (const words of [
		'job not found',
		'No such job',
		'The job with id 17 does not exist',
		'Unknown job: 17',
	])
		expect([words, advised(words)]).toEqual([words, 'Check "Job ID" (17).']);
});

it.each([
	{ error: 'NotFound', message: '' },
	{ error: 'Not Found', message: 'Not Found' },
	{ error: 'Not Found' },
	null,
])('guesses, and names the base URL, where the service says nothing: %j', (body) => {
	expect(advisedOn(body)).toMatch(/^A guess\. Requested: .*https:\/\/service\.example/);
});

it.each([' 1', ' with of', '-', 'id '])('is told at once, whatever the service writes: %j', (piece) => {
	let words = '';
	expect(processorTimeOf(() => (words = advised(`job ${piece.repeat(500)} x`)))).toBeLessThan(500);
	expect(words).toContain('Job ID');
});
