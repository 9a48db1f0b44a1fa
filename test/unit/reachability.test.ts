import { checkReachable } from '../../nodes/RewardsEngagement/trigger/reachability';

const service = 'https://rewards.example';

it.each([
	'http://localhost:5678/webhook/1',
	'http://127.0.0.1:5678/webhook/1',
	'https://n8n.localhost/webhook/1',
	'http://[::1]:5678/webhook/1',
	'http://0.0.0.0:5678/webhook/1',
])('%s is refused, because a service elsewhere surely cannot reach it', (address) => {
	expect(() => checkReachable(address, service)).toThrow('The service cannot reach this n8n');
});

it('a local address says nothing when the service is local too', () => {
	expect(checkReachable('http://127.0.0.1:5678/webhook/1', 'http://localhost:5700')).toBeUndefined();
});

it('an address without encryption gets a warning', () => {
	expect(checkReachable('http://n8n.example/webhook/1', service)).toMatch(/without encryption/);
});

it('an encrypted address says nothing', () => {
	expect(checkReachable('https://n8n.example/webhook/1', service)).toBeUndefined();
});
