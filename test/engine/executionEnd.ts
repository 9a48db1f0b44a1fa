import { ExecutionLifecycleHooks } from 'n8n-core';

/**
 * Takes control of the moment when the next execution ends.
 *
 * @param run gets n8n's work at that end
 */
export function onNextEnd(run: (end: () => Promise<void>) => Promise<void>): void {
	jest.spyOn(ExecutionLifecycleHooks.prototype, 'runHook').mockImplementationOnce(async function (
		this: ExecutionLifecycleHooks,
		...args
	) {
		await run(async () => await this.runHook(...args));
	});
}
