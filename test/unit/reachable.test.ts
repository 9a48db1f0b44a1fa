import { isInside, isThisComputer } from '../../nodes/RewardsEngagement/shared/reachable';
import { checkReachable } from '../../nodes/RewardsEngagement/resources/webhook/reachability';

describe('a host', () => {
	const hostOf = (host: string) => new URL(`http://${host}`).hostname;

	const THIS_COMPUTER = [
		'localhost',
		'LOCALHOST.',
		'n8n.localhost',
		'localhost.localdomain',
		'127.0.0.1',
		'127.255.255.254',
		'127.1',
		'2130706433',
		'0x7f.1',
		'0177.0.0.1',
		'１２７.0.0.1',
		'0.0.0.0',
		'[::1]',
		'[0:0:0:0:0:0:0:1]',
		'[::]',
		'[::ffff:127.0.0.1]',
	];

	const INSIDE = [
		...THIS_COMPUTER,
		'0.1.2.3',
		'10.0.0.0',
		'10.255.255.255',
		'100.64.0.0',
		'100.127.255.255',
		'169.254.169.254',
		'172.16.0.0',
		'172.31.255.255',
		'192.0.0.8',
		'192.0.2.1',
		'192.168.255.255',
		'198.18.0.0',
		'198.19.255.255',
		'198.51.100.1',
		'203.0.113.1',
		'224.0.0.1',
		'255.255.255.255',
		'[::127.0.0.1]',
		'[::ffff:192.168.0.1]',
		'[64:ff9b::7f00:1]',
		'[200::1]',
		'[2001::1]',
		'[2001:db8::1]',
		'[2002:7f00:1::]',
		'[fc00::1]',
		'[fd12:3456::1]',
		'[fe80::1]',
		'[ff02::1]',
		'redis',
		'N8N',
		'redis.',
		'n8n.local',
		'n8n.lan',
		'n8n.home.arpa',
		'metadata.google.internal.',
		'host.docker.internal',
		'minio.default.svc',
		'minio.default.svc.cluster.local',
		'files.service.consul',
		'files.private',
		'files.corp',
	];

	const OUTSIDE = [
		'n8n.example',
		'local.example',
		'internal.example.com',
		'n8n.localhost.example',
		'svc.example',
		'8.8.8.8',
		'9.255.255.255',
		'11.0.0.0',
		'100.63.255.255',
		'100.128.0.0',
		'169.253.0.1',
		'172.15.255.255',
		'172.32.0.0',
		'192.0.1.1',
		'192.169.0.0',
		'198.17.255.255',
		'198.20.0.0',
		'223.255.255.255',
		'[::ffff:8.8.8.8]',
		'[2001:4860::8888]',
		'[2606:4700::1111]',
		'[3fff::1]',
	];

	it.each(THIS_COMPUTER)('%s is the computer that asks', (host) => {
		expect(isThisComputer(hostOf(host))).toBe(true);
	});

	it.each([...OUTSIDE, '10.0.0.1', 'redis', 'n8n.local'])('%s is another computer', (host) => {
		expect(isThisComputer(hostOf(host))).toBe(false);
	});

	it.each(INSIDE)('%s is reached from inside alone', (host) => {
		expect(isInside(hostOf(host))).toBe(true);
	});

	it.each(OUTSIDE)('%s is reached from outside', (host) => {
		expect(isInside(hostOf(host))).toBe(false);
	});
});

describe('the address of a webhook', () => {
	const service = 'https://rewards.example';

	const INSIDE = [
		'http://localhost:5678/webhook/1',
		'https://10.1.2.3/webhook/1',
		'https://n8n.svc/webhook/1',
	];

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
	])(
		'%s is no web address, for a service inside as well, and the message names what to correct',
		(address) => {
			for (const at of [service, 'http://10.0.0.5']) {
				expect(() => checkReachable(address, at)).toThrow(
					expect.objectContaining({
						message: expect.stringContaining(`The webhook URL ${address} is not a web address`) as string,
						told: expect.objectContaining({
							advice: expect.stringContaining('WEBHOOK_URL') as string,
						}) as object,
					}) as Error,
				);
			}
		},
	);

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
});
