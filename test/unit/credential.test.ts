import { RewardsEngagementApi } from '../../credentials/RewardsEngagementApi.credentials';

/** What the test of the credential says of a body that came with a status which n8n lets through. */
function saidOf(body: Record<string, unknown>): string | undefined {
	const rules = new RewardsEngagementApi().test.rules ?? [];
	const rule = rules.find(
		({ type, properties }) => type === 'responseSuccessBody' && body[properties.key] === properties.value,
	);
	return rule?.properties.message;
}

it.each(['Not Found', 'NotFound'])('a realm that is not there is told by the word %j', (error) => {
	expect(saidOf({ error, message: 'There is no such realm.' })).toBe(
		'No realm has this ID. Check the realm ID.',
	);
});

it('what has no ID is no realm, and a realm passes', () => {
	expect(saidOf({ message: 'no such route' })).toMatch(/^This address responded, but it is not/);
	expect(saidOf({ id: '64b7f1c2a9d3e45f60718293', name: 'Lighthouse' })).toBeUndefined();
});
