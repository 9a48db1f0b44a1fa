import { account } from './account';
import { activation } from './activation';
import { activationConfig } from './activationConfig';
import { app } from './app';
import { collection } from './collection';
import { consent } from './consent';
import { currency } from './currency';
import { currencyShare } from './currencyShare';
import { event } from './event';
import { exportJobs } from './export';
import { idempotencyKey } from './idempotencyKey';
import { member } from './member';
import { memberCredential } from './memberCredential';
import { memberWeb3 } from './memberWeb3';
import { nft } from './nft';
import { purchase } from './purchase';
import { quest } from './quest';
import { raffle } from './raffle';
import { realm } from './realm';
import { request } from './request';
import { storeItem } from './storeItem';
import { task } from './task';
import { taskAction } from './taskAction';
import { taskCondition } from './taskCondition';
import { taskTransition } from './taskTransition';
import { taskTrigger } from './taskTrigger';
import { token } from './token';
import { wallet } from './wallet';
import { webhook } from './webhook';

/**
 * All resources of the node, by their names in saved workflows. The panel and n8n's list of actions have this order,
 * most used first. n8n's rule for alphabetical menus checks only menus that are literals.
 */
export const resources = {
	member,
	currency,
	quest,
	storeItem,
	purchase,
	raffle,
	memberCredential,
	account,
	realm,
	currencyShare,
	webhook,
	event,
	export: exportJobs,
	consent,
	task,
	taskTrigger,
	taskCondition,
	taskAction,
	taskTransition,
	nft,
	collection,
	token,
	wallet,
	activation,
	activationConfig,
	memberWeb3,
	app,
	idempotencyKey,
	request,
};
