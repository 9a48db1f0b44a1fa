import type { Handler } from '../call';
import * as consent from './consent';
import * as currencies from './currencies';
import * as exportJobs from './exports';
import * as members from './members';
import * as nfts from './nfts';
import * as purchases from './purchases';
import * as realm from './realm';
import * as tasks from './tasks';
import * as webhooks from './webhooks';

/** Every handler by the operationId it serves. */
export const handlers: ReadonlyMap<string, Handler> = new Map(
	[realm, members, currencies, purchases, tasks, nfts, exportJobs, webhooks, consent].flatMap((resource) =>
		Object.entries(resource),
	),
);
