import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { startService, type Service, type ServiceOptions } from '../../sandbox/service';

/** The sandbox service of one test file. It is reset before each test, and checked for keeping its own contract. */
export interface TestService extends Service {
	/** A credential for it, by default with every permission. */
	credential(changes?: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject;
	/** The balance of a member in the ledger. */
	balance(memberId: string, currencyId: string): number;
}

/** Starts the service for the tests of a file. The returned object works as soon as the tests run. */
export function useService(options: ServiceOptions = {}): TestService {
	let service: Service;
	beforeAll(async () => {
		service = await startService({ retryDelays: [10, 20, 30, 40, 50], ...options });
	});
	beforeEach(async () => {
		// The node limits its requests by address, and each test starts without such a limit.
		await service.move();
		await service.control.reset();
	});
	afterAll(async () => {
		const { contractViolations } = service;
		await service.stop();
		expect(contractViolations).toEqual([]);
	});
	const own = {
		credential: (changes: ICredentialDataDecryptedObject = {}) => ({
			baseUrl: service.baseUrl,
			apiKey: service.keys.admin,
			realmId: service.realmId,
			...changes,
		}),
		balance: (memberId: string, currencyId: string) =>
			service.control
				.ledger()
				.accounts.find((account) => account.holder === memberId && account.currencyId === currencyId)
				?.balance ?? 0,
	};
	return new Proxy({} as TestService, {
		get: (_target, name) => Reflect.get(name in own ? own : service, name) as unknown,
	});
}

/**
 * Removes the client's pauses before retries. A pause is a random share of a period, and here that share is always
 * zero.
 */
export function withoutPauses(): void {
	beforeAll(() => void jest.spyOn(Math, 'random').mockReturnValue(0));
	afterAll(() => jest.restoreAllMocks());
}
