import { sleep } from 'n8n-workflow';

/** How long work on many items may block the event loop, which n8n needs for its editor and its webhooks. */
const MAX_SLICE_MS = 20;

let sliceBegan = 0;
let turn: Promise<void> | undefined;

/**
 * Lets other work run during long work that does not wait for anything. Call it now and then in such work. All
 * callers in this process share one time slice.
 */
export async function yieldToEventLoop(): Promise<void> {
	// If several wait for the same turn, the first may use it up.
	while (Date.now() - sliceBegan > MAX_SLICE_MS) {
		turn ??= sleep(0).then(() => {
			turn = undefined;
			sliceBegan = Date.now();
		});
		await turn;
	}
}
