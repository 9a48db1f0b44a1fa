import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { startReceiver, type Receiver } from '../harness/http/receiver';
import { processedValues } from './processedValues';

/** A receiver in place of the service. Each test starts without requests, and with an empty store of n8n. */
export interface TestReceiver extends Receiver {
	credential(): ICredentialDataDecryptedObject;
}

/** Starts a receiver for the tests of a file. The returned object works as soon as the tests run. */
export function useReceiver(reply?: Parameters<typeof startReceiver>[0]): TestReceiver {
	let receiver: Receiver;
	beforeAll(async () => void (receiver = await startReceiver(reply)));
	beforeEach(() => {
		processedValues.clear();
		receiver.received.length = 0;
	});
	afterAll(async () => await receiver.stop());
	const credential = () => ({ baseUrl: receiver.url, apiKey: 'key', realmId: 'a'.repeat(24) });
	return new Proxy({} as TestReceiver, {
		get: (_target, name) => (name === 'credential' ? credential : Reflect.get(receiver, name)) as unknown,
	});
}
