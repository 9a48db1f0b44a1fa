import type { AnyHandler } from '../base/call';
import { account } from './account';
import { activation } from './activation';
import { activationConfig } from './activationConfig';
import { app } from './app';
import { chain } from './chain';
import { collection } from './collection';
import { consent } from './consent';
import { currency } from './currency';
import { currencyShare } from './currencyShare';
import { exportJob } from './export';
import { member } from './member';
import { memberCredential } from './memberCredential';
import { memberWeb3 } from './memberWeb3';
import { nft } from './nft';
import { purchase } from './purchase';
import { quest } from './quest';
import { raffle } from './raffle';
import { realm } from './realm';
import { storeItem } from './storeItem';
import { task } from './task';
import { taskAction } from './taskAction';
import { taskCondition } from './taskCondition';
import { taskTransition } from './taskTransition';
import { taskTrigger } from './taskTrigger';
import { token } from './token';
import { wallet } from './wallet';
import { webhook } from './webhook';

/** Every resource. A seed may use the seeds of the resources above it: members must earn before they buy. */
export const resources = [
	realm,
	currency,
	currencyShare,
	member,
	memberCredential,
	account,
	quest,
	task,
	taskAction,
	taskCondition,
	taskTransition,
	taskTrigger,
	storeItem,
	purchase,
	raffle,
	chain,
	activation,
	activationConfig,
	memberWeb3,
	nft,
	collection,
	token,
	wallet,
	exportJob,
	webhook,
	consent,
	app,
] as const;

/** Every handler by its operationId. */
export const handlers: ReadonlyMap<string, AnyHandler> = new Map(
	resources.flatMap(({ name, routes }) =>
		Object.entries(routes).map(([operation, handler]) => [`${name}.${operation}`, handler] as const),
	),
);

type All<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer Whole) => void
	? Whole
	: never;

/** The ids of the seeded records, the same at every start. */
export const ids = Object.assign({}, ...resources.map((resource) => resource.ids)) as All<
	(typeof resources)[number]['ids']
>;
