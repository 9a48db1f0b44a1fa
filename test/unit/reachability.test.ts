import { checkReachable } from '../../nodes/RewardsEngagement/resources/webhook/reachability';

const service = 'https://rewards.example';

const INSIDE = [
	'http://localhost:5678/webhook/1',
	'http://localhost.:5678/webhook/1',
	'http://127.0.0.1:5678/webhook/1',
	'http://127.1:5678/webhook/1',
	'http://0x7f000001/webhook/1',
	'https://n8n.localhost/webhook/1',
	'http://[::1]:5678/webhook/1',
	'http://[::]:5678/webhook/1',
	'http://[::ffff:127.0.0.1]/webhook/1',
	'http://0.0.0.0:5678/webhook/1',
	'https://10.1.2.3/webhook/1',
	'https://172.16.0.1/webhook/1',
	'https://172.31.255.254/webhook/1',
	'https://192.168.178.20/webhook/1',
	'https://100.64.0.9/webhook/1',
	'https://169.254.10.10/webhook/1',
	'https://[::ffff:192.168.0.1]/webhook/1',
	'https://[fd12:3456::1]/webhook/1',
	'https://[fe80::1]/webhook/1',
	'https://n8n/webhook/1',
	'https://N8N:5678/webhook/1',
	'https://n8n.local/webhook/1',
	'https://n8n.internal/webhook/1',
	'https://metadata.google.internal./webhook/1',
	'https://n8n.lan/webhook/1',
	'https://n8n.home.arpa/webhook/1',
	'http://host.docker.internal:5678/webhook/1',
	'http://host.containers.internal:5678/webhook/1',
];

const OUTSIDE = [
	'https://n8n.example/webhook/1',
	'https://local.example/webhook/1',
	'https://internal.example.com/webhook/1',
	'https://n8n.localhost.example/webhook/1',
	'https://8.8.8.8/webhook/1',
	'https://172.15.0.1/webhook/1',
	'https://172.32.0.1/webhook/1',
	'https://192.169.0.1/webhook/1',
	'https://100.63.0.1/webhook/1',
	'https://100.128.0.1/webhook/1',
	'https://11.0.0.1/webhook/1',
	'https://[2001:db8::1]/webhook/1',
	'https://[::ffff:8.8.8.8]/webhook/1',
];

describe('an address that nobody outside can reach', () => {
	it.each(INSIDE)(
		'%s is refused for a service elsewhere, with the poll trigger as the way out',
		(address) => {
			const refused = () => checkReachable(address, service);
			expect(refused).toThrow('The service cannot reach this n8n');
			expect(refused).toThrow(
				expect.objectContaining({ description: expect.stringContaining('Poll Trigger') as string }) as Error,
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
				message: expect.stringContaining(`${address} as the address of this webhook`) as string,
				description: expect.stringContaining('WEBHOOK_URL') as string,
			}) as Error,
		);
	}
});

describe('an address that the internet reaches', () => {
	it.each(OUTSIDE)('%s says nothing', (address) => {
		expect(checkReachable(address, service)).toBeUndefined();
	});

	it('gets a warning without encryption', () => {
		expect(checkReachable('http://n8n.example/webhook/1', service)).toMatch(/without encryption/);
	});

	it('is good for a service inside as well', () => {
		expect(checkReachable('https://n8n.example/webhook/1', 'http://10.0.0.5')).toBeUndefined();
	});
});
