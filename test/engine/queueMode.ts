import { Container } from '@n8n/di';
import { InstanceSettings } from 'n8n-core';

/** Runs the tests of a block, or of a file, as a worker of n8n's queue mode does. */
export function runAsWorker(): void {
	const settings = Container.get(InstanceSettings) as { instanceType: string };
	const { instanceType } = settings;
	beforeAll(() => (settings.instanceType = 'worker'));
	afterAll(() => (settings.instanceType = instanceType));
}
