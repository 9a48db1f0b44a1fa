import type { Handler } from '../call';
import * as consent from './consent/routes';
import * as currencies from './currency/routes';
import * as exportJobs from './export/routes';
import * as members from './member/routes';
import * as nfts from './nft/routes';
import * as purchases from './purchase/routes';
import * as realm from './realm/routes';
import * as tasks from './task/routes';
import * as webhooks from './webhook/routes';

/** Every handler by the operationId it serves. */
export const handlers: ReadonlyMap<string, Handler> = new Map(
	[realm, members, currencies, purchases, tasks, nfts, exportJobs, webhooks, consent].flatMap((resource) =>
		Object.entries(resource),
	),
);
