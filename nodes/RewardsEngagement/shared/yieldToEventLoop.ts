import { sleep } from 'n8n-workflow';

/** How long work on many items may hold the event loop, on which n8n serves its editor and its webhooks. */
const MAX_SLICE_MS = 20;

let sliceBegan = 0;
let turn: Promise<void> | undefined;

/**
 * Lets others have their turn where work goes on for long without waiting for anything. To be called now and then from
 * within such work; all of this process share one slice of time.
 */
export async function yieldToEventLoop(): Promise<void> {
	// Of several that wait for the same turn, the first may use it up.
	while (Date.now() - sliceBegan > MAX_SLICE_MS) {
		turn ??= sleep(0).then(() => {
			turn = undefined;
			sliceBegan = Date.now();
		});
		await turn;
	}
}
