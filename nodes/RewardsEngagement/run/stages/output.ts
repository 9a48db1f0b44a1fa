import type { ItemContent } from '../../declare/operation';
import { yieldToEventLoop } from '../../shared/yieldToEventLoop';
import type { Job } from '../job';
import { withPayment } from '../payment';
import type { Next, Stage } from '../pipeline';

/** Gives each record the form that the user, or the owner of an AI tool, has chosen. It has no state. */
export class Output implements Stage<Job> {
	async run(job: Job, next: Next<Job>): Promise<ItemContent[]> {
		const contents: ItemContent[] = [];
		for (const content of await next(job)) {
			// One item may have requested a long list.
			await yieldToEventLoop();
			contents.push({ ...content, json: job.output.give(withPayment(job, content.json)) });
		}
		return contents;
	}
}
