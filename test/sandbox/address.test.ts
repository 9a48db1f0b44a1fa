import { startService, type Service } from '../../sandbox/service';
import { until } from '../harness/process/wait';
import { send } from './testing';

let service: Service;

beforeEach(async () => void (service = await startService()));

afterEach(() => service.stop());

const overview = async (baseUrl: string) => (await fetch(`${baseUrl}/sandbox`)).json();

test('after a move the service is found only at its new address, which it tells', async () => {
	const addresses = [service.baseUrl];
	for (let move = 0; move < 3; move++) {
		await service.move();
		addresses.push(service.baseUrl);
		expect(await overview(service.baseUrl)).toMatchObject({
			baseUrl: service.baseUrl,
			appUrl: service.appUrl,
		});
	}
	expect(service.appUrl).toBe(service.baseUrl);
	expect(new Set(addresses).size).toBe(4);
	for (const former of addresses.slice(0, -1)) await expect(overview(former)).rejects.toThrow();
});

test('a move loses neither records nor a response under way', async () => {
	const { ada } = service.ids.members;
	service.control.leaveMember(ada);
	service.control.addFault({ operation: 'member.getMany', kind: 'delay', delay: 100 });
	const underWay = send(service, 'GET', `/api/v1/realms/${service.realmId}/members`);
	await until('the request', () => service.requests.length > 0);
	await service.move();
	const { status, text } = await underWay;
	expect(status).toBe(200);
	expect(text).not.toContain(ada);
	expect(service.requests).toHaveLength(1);
});
