import { checkReachable } from '../../nodes/RewardsEngagement/resources/webhook/reachability';

const service = 'https://rewards.example';

const INSIDE = ['http://localhost:5678/webhook/1', 'https://10.1.2.3/webhook/1', 'https://n8n.svc/webhook/1'];

describe('an address that nobody outside can reach', () => {
	it.each(INSIDE)(
		'%s is refused for a service elsewhere, with the poll trigger as the way out',
		(address) => {
			const refused = () => checkReachable(address, service);
			expect(refused).toThrow('The service cannot reach n8n');
			expect(refused).toThrow(
				expect.objectContaining({
					told: expect.objectContaining({
						advice: expect.stringContaining('Poll Trigger') as string,
					}) as object,
				}) as Error,
			);
		},
	);

	it.each(['http://localhost:5700', 'http://127.0.0.1:5700'])(
		'on this computer says nothing when the service at %s is on it too',
		(local) => {
			expect(checkReachable('http://127.0.0.1:5678/webhook/1', local)).toBeUndefined();
		},
	);

	it.each([
		'http://10.0.0.5',
		'http://rewards:4010',
		'https://rewards.local',
		'http://host.docker.internal:4010',
	])('in a network says nothing when the service at %s is inside too', (local) => {
		expect(checkReachable('http://n8n:5678/webhook/1', local)).toBeUndefined();
	});

	it('on this computer is warned of when the service is inside, but elsewhere', () => {
		expect(checkReachable('http://localhost:5678/webhook/1', 'http://10.0.0.5')).toMatch(
			/this computer.*Poll Trigger/s,
		);
	});
});

it.each([
	'n8n.example/webhook/1',
	'n8n:5678/webhook/1',
	'//n8n.example/webhook/1',
	'https://',
	'ftp://n8n.example',
])('%s is no web address, for a service inside as well, and the message names what to correct', (address) => {
	for (const at of [service, 'http://10.0.0.5']) {
		expect(() => checkReachable(address, at)).toThrow(
			expect.objectContaining({
				message: expect.stringContaining(`The webhook URL ${address} is not a web address`) as string,
				told: expect.objectContaining({ advice: expect.stringContaining('WEBHOOK_URL') as string }) as object,
			}) as Error,
		);
	}
});

describe('an address that the internet reaches', () => {
	it('says nothing', () => {
		expect(checkReachable('https://n8n.example/webhook/1', service)).toBeUndefined();
	});

	it('gets a warning without encryption', () => {
		expect(checkReachable('http://n8n.example/webhook/1', service)).toMatch(/without encryption/);
	});

	it('is good for a service inside as well', () => {
		expect(checkReachable('https://n8n.example/webhook/1', 'http://10.0.0.5')).toBeUndefined();
	});
});
